package dev.licet.core.preset;

import dev.licet.core.approval.CancelReason;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a model is told, in the words of a preset. Everything that comes from an agent passes through {@link SafeText}. */
public final class Replies {
    private Replies() {}

    /** What the model is told about {@code call}, which is denied under {@code policy}. */
    public static String denied(Preset preset, ToolCall call, Decision decision, Policy policy) {
        List<Finding> denies = decision.findings().stream()
                .filter(finding -> finding.action() == Action.DENY)
                .toList();
        Finding first = denies.getFirst();
        Optional<Rule> rule = first.cause().decidedBy();
        var relevant = new RelevantRules(call, decision, policy);
        String text = "denied";
        if (first.cause() instanceof Cause.ByTool && preset.says("denied by tool")) {
            text = "denied by tool";
        } else if (relevant.values().isEmpty() && preset.says("denied as a whole")) {
            text = "denied as a whole";
        }
        return preset.say(
                text,
                Map.of(
                        "tool", SafeText.oneLine(call.tool()),
                        "key",
                                SafeText.oneLine(
                                        rule.map(each -> each.tool().pattern()).orElse(call.tool())),
                        "pattern",
                                preset.spelling(call.arguments().text("command").orElse(""))
                                        .orElseGet(() -> SafeText.oneLine(
                                                rule.map(each -> each.value().pattern())
                                                        .orElseGet(() -> Sentences.because(first)))),
                        "value",
                                relevant.values().stream()
                                        .findFirst()
                                        .map(SafeText::oneLine)
                                        .orElse(""),
                        "rules", SafeText.oneLine(RelevantRules.text(rules(denies))),
                        "relevant", SafeText.oneLine(RelevantRules.text(relevant.rules())),
                        "reason", Sentences.because(first),
                        "parts", Sentences.denied(decision)));
    }

    private static List<Rule> rules(List<Finding> denies) {
        return denies.stream()
                .flatMap(finding -> finding.cause().decidedBy().stream())
                .distinct()
                .toList();
    }

    /** What the model is told about a call of {@code tool} that a person rejects, with what they wrote. */
    public static String rejected(Preset preset, String tool, RejectMode mode, String feedback) {
        String withFeedback = feedback.isBlank() ? "" : " with feedback";
        String key = switch (mode) {
            case SOFT -> preset.says("rejected softly") ? "rejected softly" + withFeedback : "rejected" + withFeedback;
            case HARD -> "rejected hard" + withFeedback;
            case EXPLAIN -> preset.says("explain" + withFeedback) ? "explain" + withFeedback : "explain";
            case BATCH -> "rejected rest";
        };
        return preset.say(key, Map.of("tool", SafeText.oneLine(tool), "feedback", feedback.strip()));
    }

    /** What the model is told about a call of {@code tool} that comes after the user stopped its batch. */
    public static String stopped(Preset preset, String tool) {
        return preset.say("rejected batch", Map.of("tool", SafeText.oneLine(tool)));
    }

    /** What the model is told about a call of {@code tool} that nobody answered in time. */
    public static String expired(Preset preset, String tool) {
        return preset.say("expired", Map.of("tool", SafeText.oneLine(tool)));
    }

    /** What the model is told about a call of {@code tool} that was withdrawn. */
    public static String cancelled(Preset preset, String tool, CancelReason reason) {
        return preset.say("cancelled", Map.of("tool", SafeText.oneLine(tool), "reason", reason.words()));
    }
}
