package dev.licet.core.approval;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
 * @param preview what the call did when it was tried within bounds, if it was
 */
public record Approval(
        ApprovalId id,
        ToolCall call,
        CallDigest digest,
        List<RuleText> always,
        Instant askedAt,
        AnswerTerms terms,
        ApprovalState state,
        Optional<Preview> preview) {
    public Approval {
        always = List.copyOf(always);
    }

    /** A new approval that waits for its first answer. */
    public static Approval pending(
            ApprovalId id, ToolCall call, List<RuleText> always, Instant askedAt, AnswerTerms terms) {
        return new Approval(
                id, call, call.digest(), always, askedAt, terms, new ApprovalState.Pending(), Optional.empty());
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
        return in(state.after(event, terms));
    }

    /** This approval as it stands by {@code other}. */
    public Approval in(ApprovalState other) {
        return new Approval(id, call, digest, always, askedAt, terms, other, preview);
    }

    /** This approval with other terms. */
    public Approval under(AnswerTerms other) {
        return new Approval(id, call, digest, always, askedAt, other, state, preview);
    }

    /** This approval with what its call did when it was tried; none if that counts no more. */
    public Approval with(Optional<Preview> tried) {
        return new Approval(id, call, digest, always, askedAt, terms, state, tried);
    }

    /**
     * The preview that approving has put in place, instead of running the call: a complete one, and of the arguments that may
     * be used.
     */
    public Optional<Preview> putInPlace() {
        boolean edited = state instanceof ApprovalState.Approved approved
                && approved.edited().isPresent();
        return preview.filter(tried -> tried.isComplete() && !edited);
    }

    /** The call that may run once this is approved: with the arguments as the person left them. */
    public ToolCall approvedCall() {
        return state instanceof ApprovalState.Approved approved
                ? approved.edited().map(call::withArguments).orElse(call)
                : call;
    }
}
