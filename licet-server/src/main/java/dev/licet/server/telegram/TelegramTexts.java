package dev.licet.server.telegram;

import com.pengrad.telegrambot.model.request.InlineKeyboardButton;
import com.pengrad.telegrambot.model.request.InlineKeyboardMarkup;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.Redaction;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.GrantKind;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.server.notify.ApprovalSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What messages say, and what is on their buttons. Texts are HTML of Telegram; what agents wrote is escaped in it. */
final class TelegramTexts {
    /** So much of the arguments stands in the message; the rest is there on demand. */
    static final int MOST_SHOWN = 200;

    private static final int MOST_REASONS = 5;

    /** Of what a call did when it was tried. */
    private static final int MOST_LINES = 8;

    private static final int MOST_OF_REASON = 200;
    private static final int MOST_OF_NAME = 100;
    private static final int MOST_OF_RULES = 600;

    /** Telegram takes 4,096 characters, counted without the markup. */
    static final int MOST_IN_MESSAGE = 3_500;

    /** What is said where Telegram does not take the message that asks; the address of the inbox follows. */
    static final String PLAIN = "A tool call requires approval, which cannot be shown here. Answer it in the inbox: ";

    private TelegramTexts() {}

    static String escaped(String text) {
        return SafeText.inOrder(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Whether not all of {@code notice} stands in the message that asks. */
    static boolean isCut(ApprovalSummary notice) {
        return notice.text().length() > MOST_SHOWN;
    }

    /** The message that asks. */
    static String asks(Approval approval, Decision decision) {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        String shown = isCut(notice) ? notice.text().substring(0, MOST_SHOWN) + "..." : notice.text();
        var text = new StringBuilder("Tool call requires approval: <code>"
                + escaped(SafeText.cut(notice.tool(), MOST_OF_NAME))
                + "</code>\n" + "Arguments: <code>" + escaped(shown) + "</code>\n<i>"
                + escaped(SafeText.cut(notice.where(), MOST_SHOWN)) + "</i>\n"
                + escaped(SafeText.cut(
                        ApprovalSummary.risk(approval, Risk.of(approval.call(), decision)), MOST_OF_REASON)));
        List<String> reasons = ApprovalSummary.reasons(decision);
        reasons.stream()
                .limit(MOST_REASONS)
                .forEach(reason -> text.append("\n").append(escaped(SafeText.cut(reason, MOST_OF_REASON))));
        int more = reasons.size() - MOST_REASONS;
        if (more > 0) {
            text.append("\n… and ").append(more).append(" more; the inbox shows them.");
        }
        for (String line : ApprovalSummary.effect(approval, MOST_LINES)) {
            text.append("\n").append(escaped(SafeText.cut(line, MOST_OF_REASON)));
        }
        if (isAlwaysShown(approval)) {
            text.append("\nAlways saves: ").append(escaped(always(approval)));
        }
        if (notice.hidden() > 0) {
            text.append("\nContains ")
                    .append(notice.hidden())
                    .append(" characters that are hard to see; they are marked ⟨…⟩.");
        }
        if (notice.isRedacted()) {
            text.append("\nSomething secret is left out here: allow it in the inbox, which shows it.");
        }
        return text.toString();
    }

    private static String always(Approval approval) {
        return approval.always().stream()
                .map(rule -> "allow " + Redaction.whole(SafeText.oneLine(rule.toString())))
                .collect(Collectors.joining(", "));
    }

    /** INVARIANT (rule shown): what is saved stands in the message to the letter, or is not offered there. */
    static boolean isAlwaysShown(Approval approval) {
        return !approval.always().isEmpty() && always(approval).length() <= MOST_OF_RULES;
    }

    /** What may be chosen to be remembered, each with its rules to the letter. */
    static String choices(ApprovalSummary notice, List<GrantOffer> offers) {
        return "Approve <code>" + escaped(SafeText.cut(notice.tool(), MOST_OF_NAME)) + "</code> and remember:\n"
                + offers.stream()
                        .map(offer -> "<b>" + offer.choice().kind().text() + "</b>: "
                                + escaped(SafeText.cut(
                                        Redaction.whole(
                                                SafeText.oneLine(offer.choice().covers())),
                                        MOST_OF_REASON))
                                + rules(offer) + "\nwould have allowed " + offer.matched() + " of the last "
                                + offer.looked())
                        .collect(Collectors.joining("\n\n"));
    }

    private static String rules(GrantOffer offer) {
        return offer.choice().rules().stream()
                .map(rule -> "\n<code>allow " + escaped(Redaction.whole(SafeText.oneLine(rule.toString()))) + "</code>")
                .collect(Collectors.joining());
    }

    /** Whether {@code text} with its markup is short enough to be sent. */
    static boolean fits(String text) {
        return text.length() <= MOST_IN_MESSAGE;
    }

    static String digest(List<Approval> approvals, String inbox) {
        return approvals.size() + " wait for an answer:\n"
                + approvals.stream()
                        .limit(20)
                        .map(ApprovalSummary::of)
                        .map(notice -> "• <code>" + escaped(SafeText.cut(notice.tool(), MOST_OF_NAME)) + "</code> "
                                + escaped(notice.line(100)))
                        .collect(Collectors.joining("\n"))
                + "\n" + escaped(inbox);
    }

    /** What a message says once {@code approval} has ended; {@code place} is {@code " (elsewhere)"} or nothing. */
    static String ended(Approval approval, String place) {
        String tool =
                ": <code>" + escaped(SafeText.cut(ApprovalSummary.of(approval).tool(), MOST_OF_NAME)) + "</code>";
        String outcome = switch (approval.state()) {
            case ApprovalState.Pending pending -> "Waiting";
            case ApprovalState.Approved approved -> approved.saved().isEmpty() ? "Approved" : "Always approved";
            case ApprovalState.Rejected rejected -> "Denied";
            case ApprovalState.Expired expired -> "Expired";
            case ApprovalState.Cancelled cancelled -> "Cancelled";
        };
        String said = approval.state() instanceof ApprovalState.Rejected
                ? ApprovalSummary.comment(approval)
                        .map(text -> ": " + escaped(SafeText.cut(text, 1_000)))
                        .orElse("")
                : "";
        return outcome + said + place + tool;
    }

    static InlineKeyboardMarkup first(Approval approval, ApprovalSummary notice) {
        ApprovalId id = approval.id();
        var row = new ArrayList<InlineKeyboardButton>();
        if (notice.isRedacted()) {
            row.add(button("Deny", "deny", id));
            return keyboard(List.of(row));
        }
        row.add(button("Approve", "approve", id));
        if (isAlwaysShown(approval)) {
            row.add(button("Always", "always", id));
        }
        row.add(button("Deny", "deny", id));
        var more = new ArrayList<InlineKeyboardButton>();
        more.add(button("Remember …", "more", id));
        if (isCut(notice)) {
            more.add(button("Show all", "all", id));
        }
        return keyboard(List.of(row, more));
    }

    static InlineKeyboardMarkup denying(ApprovalId id) {
        return keyboard(List.of(
                List.of(button("Deny", "denynow", id), button("Deny with reason", "denyreason", id)),
                List.of(button("Back", "back", id))));
    }

    static InlineKeyboardMarkup choosing(ApprovalId id, List<GrantOffer> offers) {
        var rows = new ArrayList<List<InlineKeyboardButton>>();
        for (GrantOffer offer : offers) {
            GrantKind kind = offer.choice().kind();
            var row = new ArrayList<InlineKeyboardButton>();
            row.add(button(kind.text() + ", this session", "s" + kind.text(), id));
            if (!kind.isOfCall()) {
                row.add(button(kind.text() + ", for good", "w" + kind.text(), id));
            }
            rows.add(row);
        }
        rows.add(List.of(button("Back", "back", id)));
        return keyboard(rows);
    }

    /** What is remembered when the button {@code verb} of {@link #choosing} is pressed. */
    static Optional<Lifetime> lifetime(String verb) {
        return switch (verb.isEmpty() ? ' ' : verb.charAt(0)) {
            case 's' -> Optional.of(new Lifetime.Session());
            case 'w' -> Optional.of(new Lifetime.Worker());
            default -> Optional.empty();
        };
    }

    private static InlineKeyboardButton button(String text, String verb, ApprovalId id) {
        return new InlineKeyboardButton(text).callbackData("tool_" + verb + "_" + id.text());
    }

    private static InlineKeyboardMarkup keyboard(List<List<InlineKeyboardButton>> rows) {
        return new InlineKeyboardMarkup(rows.stream()
                .map(row -> row.toArray(InlineKeyboardButton[]::new))
                .toArray(InlineKeyboardButton[][]::new));
    }
}
