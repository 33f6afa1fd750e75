package dev.licet.server.notify;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.Redaction;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Headline;
import dev.licet.core.display.PreviewText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is told of an approval to those outside: nothing secret, hidden characters visible.
 *
 * @param text the whole call
 * @param isRedacted whether something secret was taken out of the text
 * @param hidden how many characters of it are hard to see
 * @param where worker, session and directory
 */
public record ApprovalSummary(ApprovalId id, String tool, String text, boolean isRedacted, int hidden, String where) {

    /** Why what {@link #changesProtected} is not allowed outside of the inbox. */
    public static final String PROTECTED =
            "It changes protected files. Allow it in the inbox, which shows what becomes of them.";

    /** What is told of {@code approval}. */
    public static ApprovalSummary of(Approval approval) {
        CallText shown = CallText.of(approval.call());
        String whole = shown.text().text();
        String text = Redaction.whole(whole);
        return new ApprovalSummary(
                approval.id(),
                SafeText.inOrder(shown.tool()),
                SafeText.inOrder(text),
                !text.equals(whole),
                shown.text().hidden(),
                SafeText.inOrder(Redaction.of(shown.where())));
    }

    /** {@code approval} in a few words: the name of its tool alone where something secret would be cut and no longer be found. */
    public static String headline(Approval approval) {
        ApprovalSummary summary = of(approval);
        return summary.isRedacted()
                ? summary.tool()
                : SafeText.inOrder(Redaction.whole(Headline.of(approval.call()).text()));
    }

    /** What {@code approval} would do at worst: the level alone where its call has something secret. */
    public static String risk(Approval approval, Risk risk) {
        return of(approval).isRedacted()
                ? risk.level().mark() + " " + risk.level().text() + " risk"
                : SafeText.inOrder(Redaction.whole(risk.line()));
    }

    /**
     * INVARIANT (what you see): whether approving would put in place what is protected, of which differences have to be seen
     * before; those outside do not show them.
     */
    public static boolean changesProtected(Approval approval) {
        return approval.preview().stream()
                .flatMap(preview -> preview.files().stream())
                .anyMatch(file -> !file.objection().isEmpty() && !file.stays());
    }

    /** What {@code approval} did when it was tried, in at most {@code most} lines; none where it was not, or has something secret. */
    public static List<String> effect(Approval approval, int most) {
        List<String> all = approval.preview().stream()
                .filter(preview -> !of(approval).isRedacted())
                .flatMap(preview -> PreviewText.summary(preview, approval.call().directory()).stream())
                .map(line -> SafeText.inOrder(Redaction.whole(line)))
                .toList();
        return all.size() <= most
                ? all
                : Stream.concat(
                                all.stream().limit(most - 1L),
                                Stream.of("… and " + (all.size() - most + 1) + " more lines"))
                        .toList();
    }

    /** Why {@code decision} does not just allow its call, a line a part. */
    public static List<String> reasons(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() != Action.ALLOW)
                .map(finding -> "• " + Sentences.what(finding.fact()) + ": " + Sentences.because(finding))
                .map(line -> SafeText.inOrder(Redaction.whole(line)))
                .toList();
    }

    /** The text in one line of at most {@code most} characters. */
    public String line(int most) {
        return SafeText.cut(text.replace("\n", "⏎ "), most);
    }

    /** How it ended, in a word or two; empty while it waits. */
    public static String outcome(Approval approval) {
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> "";
            case ApprovalState.Approved approved ->
                (approved.saved().isEmpty() ? "approved" : "always approved")
                        + by(approved.answer().principal());
            case ApprovalState.Rejected rejected ->
                "rejected" + by(rejected.answer().principal());
            case ApprovalState.Expired expired -> "expired";
            case ApprovalState.Cancelled cancelled ->
                "cancelled (" + cancelled.reason().text() + ")";
        };
    }

    private static String by(String principal) {
        return " by " + principal;
    }

    /** What the person who answered said; empty when nothing. */
    public static Optional<String> comment(Approval approval) {
        String comment = switch (approval.state()) {
            case ApprovalState.Pending pending -> "";
            case ApprovalState.Approved approved -> approved.answer().comment();
            case ApprovalState.Rejected rejected -> rejected.answer().comment();
            case ApprovalState.Expired expired -> "";
            case ApprovalState.Cancelled cancelled -> "";
        };
        return Optional.of(comment).filter(text -> !text.isEmpty()).map(Redaction::of);
    }
}
