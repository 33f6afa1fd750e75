package dev.licet.server.api;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.Batch;
import dev.licet.core.contain.Preview;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Headline;
import dev.licet.core.display.PreviewText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Agent;
import dev.licet.gate.json.CallJson;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The JSON forms of approvals and decisions. */
public final class ApprovalJson {
    private ApprovalJson() {}

    /** An approval without findings, as it is once answered. */
    public static JsonObject write(Approval approval) {
        return write(approval, shown(approval, CallText.of(approval.call())));
    }

    private static CallText shown(Approval approval, CallText call) {
        return approval.preview()
                .map(preview -> call.with(preview, approval.call()))
                .orElse(call);
    }

    private static JsonObject write(Approval approval, CallText shown) {
        JsonObject asked = JsonObject.empty()
                .with("id", approval.id().text())
                .with("state", approval.state().text())
                .with("digest", approval.digest().hex())
                .with("askedAt", approval.askedAt().toString())
                .with("call", CallJson.write(approval.call()))
                .with("display", display(shown))
                .with("headline", headline(Headline.of(approval.call())))
                .with("always", rules(approval.always()));
        JsonObject tried = approval.preview()
                .map(preview -> asked.with("preview", preview(preview)))
                .orElse(asked);
        JsonObject exact = withTerms(tried, approval);
        JsonObject form = isInexact(approval.call().arguments()) ? exact.with("inexact", true) : exact;
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> pending.agentLeft() ? form.with("agentLeft", true) : form;
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

    /** {@code {line, complete, changed, digest}}. */
    private static JsonObject preview(Preview preview) {
        return JsonObject.empty()
                .with("line", PreviewText.line(preview))
                .with("complete", preview.isComplete())
                .with("changed", preview.changed())
                .with("digest", preview.digest());
    }

    /** Whether some number in {@code value} is another one where numbers are doubles, as in browsers. */
    private static boolean isInexact(JsonValue value) {
        return switch (value) {
            case JsonNumber number ->
                !Double.isFinite(number.value().doubleValue())
                        || new BigDecimal(Double.toString(number.value().doubleValue())).compareTo(number.value()) != 0;
            case JsonObject object -> object.members().values().stream().anyMatch(ApprovalJson::isInexact);
            case JsonArray array -> array.elements().stream().anyMatch(ApprovalJson::isInexact);
            case JsonString text -> false;
            case JsonBoolean flag -> false;
            case JsonNull none -> false;
        };
    }

    /** {@code {tool, where, text, hidden, parts}}. */
    static JsonObject display(CallText shown) {
        return JsonObject.empty()
                .with("tool", shown.tool())
                .with("where", shown.where())
                .with("text", shown.text().text())
                .with("hidden", shown.text().hidden())
                .with("parts", parts(shown));
    }

    /** {@code {kind, text, added?, removed?}}. */
    static JsonObject headline(Headline headline) {
        JsonObject form =
                JsonObject.empty().with("kind", headline.kind().text()).with("text", headline.text());
        return headline.added() + headline.removed() == 0
                ? form
                : form.with("added", headline.added()).with("removed", headline.removed());
    }

    /** One entry per part: {@code {label, kind, text, hidden, asks?}}. */
    private static JsonArray parts(CallText shown) {
        return JsonArray.of(shown.parts().stream().map(ApprovalJson::part).toList());
    }

    private static JsonObject part(CallText.Part part) {
        JsonObject form = JsonObject.empty()
                .with("label", part.label())
                .with("kind", part.kind().text())
                .with("text", part.text().text())
                .with("hidden", part.text().hidden());
        return part.asks().isEmpty()
                ? form
                : form.with(
                        "asks",
                        JsonArray.of(
                                part.asks().stream().map(ApprovalJson::span).toList()));
    }

    private static JsonObject span(Span span) {
        return JsonObject.empty().with("start", span.start()).with("end", span.end());
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
     * What is known of a pending approval beside itself.
     *
     * @param policy by which {@code decision} was made
     * @param outside what it would do outside of the workspace
     * @param agents the subagents on the way to the one that asks, the outermost first
     */
    record Judged(Decision decision, Policy policy, List<Fact> outside, List<Agent> agents) {}

    /** An approval with what the judge finds now, and what is wrong with the rules it finds it by. */
    static JsonObject write(Approval approval, Judged judged) {
        var problems = new ArrayList<JsonValue>();
        judged.policy().fault().ifPresent(fault -> problems.add(new JsonString(fault.toString())));
        judged.policy().problems().forEach(problem -> problems.add(new JsonString(problem.toString())));
        JsonObject form = write(approval, shown(approval, CallText.of(approval.call(), judged.decision())))
                .with("findings", findings(judged.decision()))
                .with("outside", outside(judged.outside()))
                .with("risk", Risk.of(approval.call(), judged.decision()).form())
                .with("problems", new JsonArray(problems));
        return judged.agents().isEmpty()
                ? form
                : form.with(
                        "agents",
                        JsonArray.of(judged.agents().stream()
                                .map(agent -> JsonObject.empty()
                                        .with("id", SafeText.oneLine(agent.id().text()))
                                        .with("type", SafeText.oneLine(agent.type())))
                                .toList()));
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
        JsonObject form = JsonObject.empty()
                .with("fact", finding.fact().getClass().getSimpleName())
                .with("what", Sentences.what(finding.fact()))
                .with("action", finding.action().text())
                .with("because", Sentences.because(finding))
                .with("span", span(finding.fact().span()));
        return finding.cause()
                .decidedBy()
                .map(rule -> form.with("rule", rule(rule.text())))
                .orElse(form);
    }

    static JsonArray rules(List<RuleText> rules) {
        return JsonArray.of(rules.stream().map(ApprovalJson::rule).toList());
    }

    /** A rule to the letter, and how it is shown where that is not the same. */
    private static JsonObject rule(RuleText rule) {
        JsonObject form = JsonObject.empty().with("tool", rule.tool()).with("pattern", rule.pattern());
        String shown = SafeText.oneLine(rule.toString());
        return shown.equals(rule.toString()) ? form : form.with("shown", shown);
    }

    private static JsonObject answer(Answer answer) {
        return JsonObject.empty()
                .with("principal", answer.principal())
                .with("channel", answer.channel())
                .with("at", answer.at().toString())
                .with("comment", answer.comment());
    }
}
