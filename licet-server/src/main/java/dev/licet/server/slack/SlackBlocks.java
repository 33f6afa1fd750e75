package dev.licet.server.slack;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.Redaction;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.notify.ApprovalSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What messages say, in blocks. What an agent wrote stands in plain text alone, in which nothing is markup:
 * {@code https://docs.slack.dev/reference/block-kit}.
 */
final class SlackBlocks {
    /** A block takes 3,000 characters. */
    private static final int MOST_IN_BLOCK = 2_900;

    /** A longer call is answered in the inbox. */
    private static final int MOST_SHOWN = 6_000;

    /** All blocks of a message take 13,000 characters or so. */
    private static final int MOST_IN_MESSAGE = 12_000;

    private static final int MOST_OF_RULES = 600;
    private static final int MOST_OF_LINE = 290;
    private static final int MOST_LISTED = 20;
    private static final int MOST_REASONS = 8;

    /** Of what a call did when it was tried. */
    private static final int MOST_LINES = 12;

    private SlackBlocks() {}

    /** Whether all of a call stands in the message, so that it may be allowed there. */
    static boolean isWhole(ApprovalSummary notice) {
        return !notice.isRedacted() && notice.text().length() <= MOST_SHOWN;
    }

    /** Whether the rules that "always" saves stand in the message to the letter. */
    static boolean isAlwaysShown(Approval approval) {
        String rules = always(approval);
        return !approval.always().isEmpty()
                && rules.length() <= MOST_OF_RULES
                && Redaction.whole(rules).equals(rules);
    }

    private static String always(Approval approval) {
        return approval.always().stream()
                .map(rule -> "allow " + SafeText.inOrder(SafeText.oneLine(rule.toString())))
                .collect(Collectors.joining("\n"));
    }

    /** The message that asks about {@code approval}. */
    static JsonObject asks(Approval approval, Decision decision, String link) {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        Risk risk = Risk.of(approval.call(), decision);
        var blocks = new ArrayList<JsonObject>();
        blocks.add(heading(approval, notice, risk));
        blocks.add(code(SafeText.cut(notice.text(), MOST_SHOWN)));
        blocks.add(section(more(notice, decision)));
        List<String> effect = ApprovalSummary.effect(approval, MOST_LINES);
        if (!effect.isEmpty()) {
            blocks.add(code(SafeText.cut(String.join("\n", effect), MOST_IN_BLOCK)));
        }
        if (isAlwaysShown(approval)) {
            blocks.add(section("Always saves:"));
            blocks.add(code(always(approval)));
        }
        blocks.add(context(notice.where()));
        blocks.add(buttons(approval, notice, risk, link));
        JsonObject message = message("Tool call requires approval: " + headline(approval), blocks);
        return message.toString().length() <= MOST_IN_MESSAGE ? message : asksShortly(approval, decision, link);
    }

    /** The message that asks about {@code approval} where Slack would not take all that is to be said: it allows nothing. */
    static JsonObject asksShortly(Approval approval, Decision decision, String link) {
        ApprovalSummary notice = ApprovalSummary.of(approval);
        List<JsonObject> blocks = List.of(
                heading(approval, notice, Risk.of(approval.call(), decision)),
                section("It does not fit into a message: allow it in the inbox, which shows it."),
                actions(denying(approval.id(), link)));
        return message("Tool call requires approval", blocks);
    }

    private static JsonObject heading(Approval approval, ApprovalSummary notice, Risk risk) {
        return section("Tool call requires approval: " + SafeText.cut(notice.tool(), MOST_OF_LINE) + "\n"
                + SafeText.cut(ApprovalSummary.risk(approval, risk), MOST_OF_LINE));
    }

    private static String more(ApprovalSummary notice, Decision decision) {
        var lines = new ArrayList<String>();
        if (notice.hidden() > 0) {
            lines.add("Contains " + notice.hidden() + " characters that are hard to see; they are marked ⟨…⟩.");
        }
        if (!isWhole(notice)) {
            lines.add(
                    notice.isRedacted()
                            ? "Something secret is left out here: allow it in the inbox, which shows it."
                            : "This is not all of it: allow it in the inbox, which shows it.");
        }
        List<String> reasons = ApprovalSummary.reasons(decision);
        reasons.stream()
                .limit(MOST_REASONS)
                .map(line -> SafeText.cut(line, MOST_OF_LINE))
                .forEach(lines::add);
        if (reasons.size() > MOST_REASONS) {
            lines.add("… and " + (reasons.size() - MOST_REASONS) + " more");
        }
        return String.join("\n", lines);
    }

    private static JsonObject buttons(Approval approval, ApprovalSummary notice, Risk risk, String link) {
        ApprovalId id = approval.id();
        var elements = new ArrayList<JsonObject>();
        if (isWhole(notice)) {
            JsonObject approve = button("approve", "Approve", id).with("style", "primary");
            elements.add(
                    risk.level().compareTo(Risk.Level.HIGH) >= 0
                            ? approve.with("confirm", confirm(ApprovalSummary.risk(approval, risk)))
                            : approve);
            if (isAlwaysShown(approval)) {
                elements.add(button("always", "Always", id)
                        .with("confirm", confirm("This saves the rules that stand in the message.")));
            }
        }
        elements.addAll(denying(id, link));
        return actions(elements);
    }

    private static List<JsonObject> denying(ApprovalId id, String link) {
        return List.of(
                button("deny", "Deny", id).with("style", "danger"),
                button("reason", "Deny with reason …", id),
                button("open", "Open", id).with("url", link));
    }

    private static JsonObject actions(List<JsonObject> elements) {
        return JsonObject.empty().with("type", "actions").with("elements", JsonArray.of(elements));
    }

    private static JsonObject button(String action, String label, ApprovalId id) {
        return JsonObject.empty()
                .with("type", "button")
                .with("action_id", action)
                .with("text", plain(label))
                .with("value", id.text());
    }

    private static JsonObject confirm(String text) {
        return JsonObject.empty()
                .with("title", plain("Allow this?"))
                .with("text", plain(SafeText.cut(text, MOST_OF_LINE)))
                .with("confirm", plain("Allow"))
                .with("deny", plain("Cancel"));
    }

    /** The message once {@code approval} has ended. */
    static JsonObject ended(Approval approval) {
        String comment = ApprovalSummary.comment(approval)
                .map(said -> ": " + SafeText.cut(SafeText.inOrder(said), MOST_OF_LINE))
                .orElse("");
        String outcome = ApprovalSummary.outcome(approval) + comment;
        return message(outcome, List.of(code(headline(approval)), context(outcome)));
    }

    /** One message about several that wait. */
    static JsonObject digest(List<Approval> approvals, String inbox) {
        String lines = approvals.stream()
                .limit(MOST_LISTED)
                .map(approval -> "• " + SafeText.cut(headline(approval), 120))
                .collect(Collectors.joining("\n"));
        return message(
                approvals.size() + " wait for an answer",
                List.of(section(approvals.size() + " wait for an answer: " + inbox), section(lines)));
    }

    /** The window in which somebody types why they deny what {@code message} asks. */
    static JsonObject askReason(String trigger, String message) {
        JsonObject input = JsonObject.empty()
                .with("type", "input")
                .with("block_id", "reason")
                .with("optional", true)
                .with("label", plain("Why not? The agent is told."))
                .with(
                        "element",
                        JsonObject.empty()
                                .with("type", "plain_text_input")
                                .with("action_id", "text")
                                .with("multiline", true)
                                .with("max_length", 3000));
        return JsonObject.empty()
                .with("trigger_id", trigger)
                .with(
                        "view",
                        JsonObject.empty()
                                .with("type", "modal")
                                .with("callback_id", "reason")
                                .with("private_metadata", message)
                                .with("title", plain("Deny"))
                                .with("submit", plain("Deny"))
                                .with("close", plain("Cancel"))
                                .with("blocks", JsonArray.of(List.of(input))));
    }

    private static String headline(Approval approval) {
        return SafeText.cut(ApprovalSummary.headline(approval), MOST_OF_LINE);
    }

    private static JsonObject message(String text, List<JsonObject> blocks) {
        return JsonObject.empty()
                .with("text", escaped(text))
                .with("blocks", JsonArray.of(blocks))
                .with("unfurl_links", false)
                .with("unfurl_media", false);
    }

    /** What notifications show knows markup. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static JsonObject plain(String text) {
        return JsonObject.empty().with("type", "plain_text").with("text", text).with("emoji", false);
    }

    /** A text of which all is shown. */
    private static JsonObject section(String text) {
        String shown = text.isBlank() ? "-" : SafeText.cut(text, MOST_IN_BLOCK);
        return JsonObject.empty()
                .with("type", "section")
                .with("text", plain(shown))
                .with("expand", true);
    }

    private static JsonObject context(String text) {
        return JsonObject.empty()
                .with("type", "context")
                .with(
                        "elements",
                        JsonArray.of(List.of(plain(text.isBlank() ? "-" : SafeText.cut(text, MOST_OF_LINE)))));
    }

    /** To the letter, whatever stands in it. */
    private static JsonObject code(String text) {
        JsonObject element = JsonObject.empty().with("type", "text").with("text", text.isEmpty() ? " " : text);
        return JsonObject.empty()
                .with("type", "rich_text")
                .with(
                        "elements",
                        JsonArray.of(List.of(JsonObject.empty()
                                .with("type", "rich_text_preformatted")
                                .with("elements", JsonArray.of(List.of(element))))));
    }
}
