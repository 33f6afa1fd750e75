package dev.licet.core.approval;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where an approval stands. Every approval begins as {@link Pending} and ends in exactly one of the others. */
public sealed interface ApprovalState {

    /**
     * Nobody has answered.
     *
     * @param agentLeft whether the agent that waited is gone: the answer will wait for the same call
     */
    record Pending(boolean agentLeft) implements ApprovalState {
        /** As somebody asks, and mostly waits. */
        public Pending() {
            this(false);
        }
    }

    /**
     * The call may run once.
     *
     * @param saved the rules that the answer put into the policy; none for "once"
     * @param edited the arguments it may run with, where the person changed them
     */
    record Approved(Answer answer, List<RuleText> saved, Optional<JsonObject> edited) implements ApprovalState {
        public Approved {
            saved = List.copyOf(saved);
        }
    }

    /** The call must not run. */
    record Rejected(Answer answer, RejectMode mode) implements ApprovalState {}

    /** Nobody answered in time, and the call must not run. */
    record Expired(Instant at) implements ApprovalState {}

    /** Whoever asked does not wait any more, and the call must not run. */
    record Cancelled(Instant at, CancelReason reason) implements ApprovalState {}

    /** What can happen to an approval. */
    sealed interface Event {

        /** A person approves, with what {@link Approved} keeps. */
        record Approve(Answer answer, List<RuleText> saved, Optional<JsonObject> edited) implements Event {
            public Approve {
                saved = List.copyOf(saved);
            }

            /** Approves the call as it is, once. */
            public static Approve once(Answer answer) {
                return new Approve(answer, List.of(), Optional.empty());
            }
        }

        /** A person rejects. */
        record Reject(Answer answer, RejectMode mode) implements Event {}

        /** The time is {@code at}. */
        record Tick(Instant at) implements Event {}

        /** The call is withdrawn. */
        record Cancel(Instant at, CancelReason reason) implements Event {}
    }

    /**
     * The state after {@code event}, under {@code terms}. The first valid answer wins: what has ended does not change any
     * more, who is not entitled changes nothing, and an answer that comes after the deadline only finds it expired.
     */
    default ApprovalState after(Event event, AnswerTerms terms) {
        return switch (this) {
            case Pending pending ->
                switch (event) {
                    case Event.Approve approve ->
                        answered(
                                approve.answer(),
                                terms,
                                new Approved(approve.answer(), approve.saved(), approve.edited()));
                    case Event.Reject reject ->
                        answered(reject.answer(), terms, new Rejected(reject.answer(), reject.mode()));
                    case Event.Tick tick -> terms.isOver(tick.at()) ? new Expired(tick.at()) : pending;
                    case Event.Cancel cancel -> new Cancelled(cancel.at(), cancel.reason());
                };
            case Approved approved -> approved;
            case Rejected rejected -> rejected;
            case Expired expired -> expired;
            case Cancelled cancelled -> cancelled;
        };
    }

    private ApprovalState answered(Answer answer, AnswerTerms terms, ApprovalState answered) {
        if (!terms.entitle(answer.principal())) {
            return this;
        }
        return terms.isOver(answer.at()) ? new Expired(answer.at()) : answered;
    }

    /** The name that stores and clients use: {@code pending}. */
    default String text() {
        return switch (this) {
            case Pending pending -> "pending";
            case Approved approved -> "approved";
            case Rejected rejected -> "rejected";
            case Expired expired -> "expired";
            case Cancelled cancelled -> "cancelled";
        };
    }
}
