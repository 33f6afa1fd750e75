package dev.licet.gate.call;

import dev.licet.core.call.ToolCall;
import java.time.Duration;

/**
 * A call on its way into the gate.
 *
 * @param patience how long it waits for a person; zero for not at all
 * @param execution how it is executed if it may run
 * @param sender who made it, and may be gone before there is an answer
 * @param putsInPlace whether what the call changed when it was tried within bounds can be put in place for who made it
 */
public record Submission(ToolCall call, Duration patience, Execution execution, Sender sender, boolean putsInPlace) {
    /** Longest time that one submission waits; the approval itself stays. */
    public static final Duration MAX_WAIT = Duration.ofHours(1);

    /** How long an answer stays valid for a call that was not connected when it was given, where licet.yaml does not say. */
    public static final Duration COLLECT_WITHIN = Duration.ofHours(1);

    /** Whoever made a call. */
    @FunctionalInterface
    public interface Sender {
        /** One who stays as long as the call waits. */
        Sender STAYING = () -> false;

        /** Whether nobody is there any more to take an answer. */
        boolean isGone();

        /** Takes an answer, and says of {@code handover} within seconds whether it arrived. */
        default void takes(Handover handover) {
            handover.arrived();
        }
    }

    /** An answer on its way to who made the call; one of its methods is to be called, once. Until then the same call waits. */
    public interface Handover {
        void arrived();

        /** It arrived at somebody who redeems what went with it before anything is executed: until then it waits for the same call. */
        default void arrivedUnused() {
            arrived();
        }

        /** It was sent, and may have been read or not: it waits for the same call only as far as what went with it is unused. */
        void doubtful();

        /** Nobody had it, and nobody will: it waits for the same call again. */
        void lost();
    }

    /** A call of somebody who runs it. */
    public Submission(ToolCall call, Duration patience, Execution execution, Sender sender) {
        this(call, patience, execution, sender, false);
    }

    /** A call of somebody who runs it, and stays. */
    public Submission(ToolCall call, Duration patience, Execution execution) {
        this(call, patience, execution, Sender.STAYING);
    }

    public Submission {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("a wait is not negative: " + patience);
        }
        patience = patience.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : patience;
    }

    /** The same of somebody for whom changes can be put in place. */
    public Submission puttingInPlace() {
        return new Submission(call, patience, execution, sender, true);
    }
}
