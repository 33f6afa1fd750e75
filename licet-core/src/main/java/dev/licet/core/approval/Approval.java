package dev.licet.core.approval;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;

/**
 * The durable record of one asked call.
 *
 * @param id what identifies it
 * @param call the call that waits
 * @param digest the digest of {@code call}: what an answer is bound to
 * @param always the rules that "always" would save; none when no rule can allow this call
 * @param askedAt when it was stored
 * @param terms who may answer, and until when
 * @param state where it stands
 */
public record Approval(
        ApprovalId id,
        ToolCall call,
        CallDigest digest,
        List<RuleText> always,
        Instant askedAt,
        AnswerTerms terms,
        ApprovalState state) {
    public Approval {
        always = List.copyOf(always);
    }

    /** A new approval that waits for its first answer. */
    public static Approval pending(
            ApprovalId id, ToolCall call, List<RuleText> always, Instant askedAt, AnswerTerms terms) {
        return new Approval(id, call, call.digest(), always, askedAt, terms, new ApprovalState.Pending());
    }

    /** Whether nobody has answered. */
    public boolean isPending() {
        return state instanceof ApprovalState.Pending;
    }

    /** Whether nobody has answered, and the agent that waited is gone. */
    public boolean isDeserted() {
        return state instanceof ApprovalState.Pending pending && pending.agentLeft();
    }

    /** This approval after {@code event}. */
    public Approval after(ApprovalState.Event event) {
        return new Approval(id, call, digest, always, askedAt, terms, state.after(event, terms));
    }

    /** The call that may run once this is approved: with the arguments as the person left them. */
    public ToolCall approvedCall() {
        return state instanceof ApprovalState.Approved approved
                ? approved.edited().map(call::withArguments).orElse(call)
                : call;
    }
}
