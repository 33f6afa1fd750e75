package dev.licet.core.approval;

import dev.licet.core.policy.RuleText;
import java.util.List;

/** Where an approval stands. Every approval begins as {@link Pending} and ends in exactly one of the others. */
public sealed interface ApprovalState {

    /** Nobody has answered. */
    record Pending() implements ApprovalState {}

    /** The call may run once; {@code saved} are the rules that the answer put into the policy, none for "once". */
    record Approved(Answer answer, List<RuleText> saved) implements ApprovalState {
        public Approved {
            saved = List.copyOf(saved);
        }
    }

    /** The call must not run. */
    record Rejected(Answer answer) implements ApprovalState {}

    /** What can happen to an approval. */
    sealed interface Event {

        /** A person approves; {@code saved} are the rules to remember. */
        record Approve(Answer answer, List<RuleText> saved) implements Event {
            public Approve {
                saved = List.copyOf(saved);
            }
        }

        /** A person rejects. */
        record Reject(Answer answer) implements Event {}
    }

    /** The state after {@code event}. The first answer wins: once answered, nothing changes any more. */
    default ApprovalState after(Event event) {
        return switch (this) {
            case Pending pending ->
                switch (event) {
                    case Event.Approve approve -> new Approved(approve.answer(), approve.saved());
                    case Event.Reject reject -> new Rejected(reject.answer());
                };
            case Approved approved -> approved;
            case Rejected rejected -> rejected;
        };
    }
}
