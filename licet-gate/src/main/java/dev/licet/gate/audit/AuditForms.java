package dev.licet.gate.audit;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.InstantText;
import dev.licet.core.audit.Redaction;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.Sentences;
import dev.licet.core.grant.Grant;
import dev.licet.core.json.JsonBuilder;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.core.ticket.Ticket;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/** What entries of the audit say. Everything that agents or people wrote passes through {@link Redaction}. */
public final class AuditForms {
    /** Most findings of one decision that are recorded. */
    private static final int MAX_FINDINGS = 50;

    private AuditForms() {}

    /** A call and what was decided about it by the rules of version {@code policy}, which took {@code nanos}. */
    public static JsonObject judged(ToolCall call, Judgement judged, String policy, Execution execution, long nanos) {
        List<Finding> findings = judged.decision().findings();
        var shown = new ArrayList<JsonValue>(Math.min(findings.size(), MAX_FINDINGS));
        for (int i = 0; i < findings.size() && i < MAX_FINDINGS; i++) {
            shown.add(finding(findings.get(i)));
        }
        JsonBuilder form = new JsonBuilder();
        putCall(call, form);
        form.with("decision", judged.decision().action().text())
                .with("findings", new JsonArray(shown))
                .with("policy", policy)
                .with("micros", nanos / 1_000);
        if (findings.size() > MAX_FINDINGS) {
            form.with("findingsInAll", findings.size());
        }
        if (!judged.used().isEmpty()) {
            form.with(
                    "grants",
                    JsonArray.of(judged.used().stream()
                            .map(grant -> new JsonValue.JsonString(grant.id().text()))
                            .toList()));
        }
        if (judged.byFullAccess()) {
            form.with("fullAccess", true);
        }
        if (judged.bounds().isPresent()) {
            form.with("bounds", Redaction.of(judged.bounds().get().form()));
        }
        if (execution == Execution.ADVISORY) {
            form.with("advisory", true);
        }
        if (execution == Execution.OBSERVED) {
            form.with("observed", true);
        }
        return form.build();
    }

    private static void putCall(ToolCall call, JsonBuilder form) {
        form.with("callId", Redaction.of(call.id().text()))
                .with("digest", call.digest().hex())
                .with("arguments", Redaction.of(call.arguments()))
                .with("cwd", Redaction.of(call.directory()));
        if (!call.environment().isEmpty()) {
            form.with("env", Redaction.of(JsonObject.ofTexts(call.environment())));
        }
        CallContext context = call.context();
        if (context.agent().isPresent()) {
            form.with("agent", context.agent().get().text());
        }
        if (context.turn().isPresent()) {
            form.with("turnId", context.turn().get().text());
        }
        if (context.batch().isPresent()) {
            form.with("batchId", context.batch().get().id().text());
        }
        if (!context.words().declared().members().isEmpty()) {
            form.with("declared", Redaction.of(context.words().declared()));
        }
        if (!context.origin().isEmpty()) {
            form.with("origin", Redaction.of(context.origin()));
        }
        if (!context.requester().isEmpty()) {
            form.with("requester", Redaction.of(context.requester()));
        }
        if (!context.source().client().isEmpty()) {
            form.with("client", Redaction.of(context.source().client()));
        }
    }

    private static JsonObject finding(Finding finding) {
        JsonBuilder form = new JsonBuilder()
                .with("what", Redaction.of(Sentences.what(finding.fact())))
                .with("action", finding.action().text())
                .with("because", Redaction.of(Sentences.because(finding)));
        finding.cause().decidedBy().ifPresent(rule -> form.with("rule", rule(rule)));
        return form.build();
    }

    private static JsonObject rule(Rule rule) {
        return new JsonBuilder()
                .with("tool", Redaction.of(rule.tool().pattern()))
                .with("pattern", Redaction.of(rule.value().pattern()))
                .with("says", rule.action().text())
                .with("file", rule.origin().file())
                .build();
    }

    /** An approval that is asked from now on. */
    public static JsonObject asked(Approval approval) {
        JsonObject form = approval(approval).with("digest", approval.digest().hex());
        if (approval.terms().deadline().isPresent()) {
            form = form.with("deadline", approval.terms().deadline().get().toString());
        }
        return approval.terms().approvers().isEmpty()
                ? form
                : form.with(
                        "approvers",
                        JsonArray.of(approval.terms().approvers().stream()
                                .sorted()
                                .map(JsonValue.JsonString::new)
                                .toList()));
    }

    /** What the call of an approval did when it was tried. */
    public static JsonObject previewed(Approval approval, Preview preview) {
        return approval(approval)
                .with("status", preview.status())
                .with("changes", preview.digest())
                .with("changed", preview.changed());
    }

    private static JsonObject approval(Approval approval) {
        return JsonObject.empty().with("approvalId", approval.id().text());
    }

    /** An approval that has ended at {@code now}. */
    public static JsonObject ended(Approval approval, Instant now) {
        JsonObject form = approval(approval)
                .with("digest", approval.digest().hex())
                .with("state", approval.state().text())
                .with("waitedMillis", Duration.between(approval.askedAt(), now).toMillis());
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> form;
            case ApprovalState.Approved approved -> {
                JsonObject answered = answered(form, approved.answer());
                answered = approved.saved().isEmpty() ? answered : answered.with("saved", rules(approved.saved()));
                yield approved.edited().isEmpty()
                        ? answered
                        : answered.with(
                                        "edited",
                                        difference(
                                                approval.call().arguments(),
                                                approved.edited().get()))
                                .with(
                                        "editedDigest",
                                        approval.approvedCall().digest().hex());
            }
            case ApprovalState.Rejected rejected ->
                answered(form, rejected.answer()).with("mode", rejected.mode().text());
            case ApprovalState.Expired expired -> form;
            case ApprovalState.Cancelled cancelled ->
                form.with("reason", cancelled.reason().text());
        };
    }

    private static JsonObject answered(JsonObject form, Answer answer) {
        JsonObject answered = form.with("approver", answer.principal()).with("channel", answer.channel());
        return answer.comment().isEmpty() ? answered : answered.with("comment", Redaction.of(answer.comment()));
    }

    private static JsonArray rules(List<RuleText> rules) {
        return JsonArray.of(rules.stream()
                .map(rule -> JsonObject.empty()
                        .with("tool", Redaction.of(rule.tool()))
                        .with("pattern", Redaction.of(rule.pattern())))
                .toList());
    }

    /** The members that differ, as {@code {name: {before, after}}}; null stands for a member that is not there. */
    static JsonObject difference(JsonObject unsafeBefore, JsonObject unsafeAfter) {
        JsonObject before = Redaction.of(unsafeBefore);
        JsonObject after = Redaction.of(unsafeAfter);
        var names = new LinkedHashSet<>(before.members().keySet());
        names.addAll(after.members().keySet());
        var difference = new LinkedHashMap<String, JsonValue>();
        for (String name : names) {
            JsonValue old = before.get(name).orElseGet(JsonNull::new);
            JsonValue now = after.get(name).orElseGet(JsonNull::new);
            if (!old.equals(now)) {
                difference.put(name, JsonObject.empty().with("before", old).with("after", now));
            }
        }
        return new JsonObject(difference);
    }

    /** The answer of an approval that was handed over; {@code decision} is what the rules say now. */
    public static JsonObject released(Approval approval, Decision decision) {
        return approval(approval)
                .with("digest", approval.approvedCall().digest().hex())
                .with("state", approval.state().text())
                .with("decision", decision.action().text());
    }

    public static JsonObject returned(Approval approval) {
        return approval(approval).with("state", approval.state().text());
    }

    public static JsonObject ticket(Ticket ticket) {
        return new JsonBuilder()
                .with("ticket", ticket.id())
                .with("digest", ticket.digest().hex())
                .with("expires", InstantText.of(ticket.expires()))
                .build();
    }

    public static JsonObject ticketRefused(CallDigest digest, String why) {
        return JsonObject.empty().with("digest", digest.hex()).with("why", why);
    }

    /** What of the changes that {@code call} made within its bounds stays out. */
    public static JsonObject bounded(ToolCall call, List<RefusedChange> refused) {
        return some(call, "refused", refused.stream().map(RefusedChange::form).toList());
    }

    /** Which hosts {@code call} had to do with within its bounds: those that it reached, or those that it did not. */
    public static JsonObject hosts(ToolCall call, List<HostUse> uses) {
        return some(call, "hosts", uses.stream().map(HostUse::form).toList());
    }

    /** {@code all} under {@code name}; of too many the first, and how many there are. */
    private static JsonObject some(ToolCall call, String name, List<JsonObject> all) {
        JsonObject form = outgrew(call.digest())
                .with(
                        name,
                        JsonArray.of(all.stream()
                                .limit(MAX_FINDINGS)
                                .map(Redaction::of)
                                .toList()));
        return all.size() > MAX_FINDINGS ? form.with(name + "InAll", all.size()) : form;
    }

    /** That {@code call} could not do its work within its bounds. */
    public static JsonObject outgrew(CallDigest call) {
        return JsonObject.empty().with("digest", call.hex());
    }

    public static JsonObject outcome(Ticket ticket, boolean succeeded, String note) {
        JsonBuilder form = new JsonBuilder()
                .with("ticket", ticket.id())
                .with("digest", ticket.digest().hex())
                .with("succeeded", succeeded);
        if (!note.isEmpty()) {
            form.with("note", Redaction.of(note));
        }
        return form.build();
    }

    public static JsonObject granted(Grant grant) {
        JsonObject form = JsonObject.empty()
                .with("grant", grant.id().text())
                .with("kind", grant.kind().text())
                .with("rules", rules(grant.rules()))
                .with("lifetime", grant.lifetime().text())
                .with("giver", grant.giver().principal())
                .with("channel", grant.giver().channel());
        form = grant.scope().agent().isEmpty()
                ? form
                : form.with("agent", grant.scope().agent().get().text());
        return grant.call().isEmpty()
                ? form
                : form.with("digest", grant.call().get().hex());
    }

    public static JsonObject revoked(Grant grant, String why) {
        return JsonObject.empty().with("grant", grant.id().text()).with("why", why);
    }
}
