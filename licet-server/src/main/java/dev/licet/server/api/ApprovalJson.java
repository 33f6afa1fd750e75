package dev.licet.server.api;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.Batch;
import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.Finding;
import dev.licet.core.policy.Policy;
import dev.licet.core.policy.RuleText;
import dev.licet.gate.json.CallJson;
import dev.licet.shell.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The JSON forms of approvals and decisions. */
public final class ApprovalJson {
    private ApprovalJson() {}

    /** An approval without findings, as it is once answered. */
    public static JsonObject write(Approval approval) {
        CallText shown = CallText.of(approval.call());
        JsonObject asked = JsonObject.empty()
                .with("id", approval.id().text())
                .with("state", approval.state().text())
                .with("digest", approval.digest().hex())
                .with("askedAt", approval.askedAt().toString())
                .with("call", CallJson.write(approval.call()))
                .with(
                        "display",
                        JsonObject.empty()
                                .with("tool", shown.tool())
                                .with("where", shown.where())
                                .with("text", shown.text().text())
                                .with("hidden", shown.text().hidden()))
                .with("always", rules(approval.always()));
        JsonObject form = withTerms(asked, approval);
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> form;
            case ApprovalState.Approved approved ->
                approved.edited()
                        .map(edited -> form.with("edited", edited))
                        .orElse(form)
                        .with("answer", answer(approved.answer()))
                        .with("saved", rules(approved.saved()));
            case ApprovalState.Rejected rejected ->
                form.with("answer", answer(rejected.answer()))
                        .with("mode", rejected.mode().text());
            case ApprovalState.Expired expired ->
                form.with("endedAt", expired.at().toString());
            case ApprovalState.Cancelled cancelled ->
                form.with("endedAt", cancelled.at().toString())
                        .with("reason", cancelled.reason().text());
        };
    }

    /** Until when, by whom, and what comes behind it in the same reply. */
    private static JsonObject withTerms(JsonObject form, Approval approval) {
        JsonObject whole = form;
        if (approval.terms().deadline().isPresent()) {
            whole = whole.with("deadline", approval.terms().deadline().get().toString());
        }
        if (!approval.terms().approvers().isEmpty()) {
            whole = whole.with(
                    "approvers",
                    JsonArray.of(approval.terms().approvers().stream()
                            .sorted()
                            .map(JsonString::new)
                            .toList()));
        }
        List<Batch.Remaining> remaining =
                approval.call().context().batch().map(Batch::remaining).orElse(List.of());
        return remaining.isEmpty()
                ? whole
                : whole.with(
                        "batchRemaining",
                        JsonArray.of(remaining.stream()
                                .map(call -> JsonObject.empty()
                                        .with("tool", SafeText.oneLine(call.tool()))
                                        .with("text", SafeText.oneLine(CanonicalJson.of(call.arguments()))))
                                .toList()));
    }

    /**
     * An approval with what the judge finds now, what of that is outside of the workspace, and what is wrong with the rules
     * it finds it by.
     */
    public static JsonObject write(Approval approval, Decision decision, Policy policy, List<Fact> outside) {
        var problems = new ArrayList<JsonValue>();
        policy.fault().ifPresent(fault -> problems.add(new JsonString(fault.toString())));
        policy.problems().forEach(problem -> problems.add(new JsonString(problem.toString())));
        return write(approval)
                .with("findings", findings(decision))
                .with("outside", outside(outside))
                .with("problems", new JsonArray(problems));
    }

    static JsonArray outside(List<Fact> facts) {
        return JsonArray.of(
                facts.stream().map(Sentences::what).map(JsonString::new).toList());
    }

    /** One entry per fact: {@code {fact, what, action, because, span}}. */
    public static JsonArray findings(Decision decision) {
        return JsonArray.of(
                decision.findings().stream().map(ApprovalJson::finding).toList());
    }

    private static JsonObject finding(Finding finding) {
        return JsonObject.empty()
                .with("fact", finding.fact().getClass().getSimpleName())
                .with("what", Sentences.what(finding.fact()))
                .with("action", action(finding))
                .with("because", Sentences.because(finding))
                .with(
                        "span",
                        JsonObject.empty()
                                .with("start", finding.fact().span().start())
                                .with("end", finding.fact().span().end()));
    }

    private static String action(Finding finding) {
        return finding.action().name().toLowerCase(Locale.ROOT);
    }

    static JsonArray rules(List<RuleText> rules) {
        return JsonArray.of(rules.stream()
                .map(rule -> JsonObject.empty()
                        .with("tool", SafeText.oneLine(rule.tool()))
                        .with("pattern", SafeText.oneLine(rule.pattern())))
                .toList());
    }

    private static JsonObject answer(Answer answer) {
        return JsonObject.empty()
                .with("principal", answer.principal())
                .with("channel", answer.channel())
                .with("at", answer.at().toString())
                .with("comment", answer.comment());
    }
}
