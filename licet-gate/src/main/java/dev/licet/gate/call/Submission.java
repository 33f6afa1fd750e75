package dev.licet.gate.call;

import dev.licet.core.call.ToolCall;
import java.time.Duration;

/**
 * A call on its way into the gate.
 *
 * @param patience how long it waits for a person; zero for not at all
 * @param execution how it is executed if it may run
 */
public record Submission(ToolCall call, Duration patience, Execution execution) {
    /** Longest time that one submission waits; the approval itself stays. */
    public static final Duration MAX_WAIT = Duration.ofHours(1);

    /** How long an answer stays valid for a call that was not connected when it was given. */
    public static final Duration COLLECT_WITHIN = Duration.ofMinutes(10);

    public Submission {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("a wait is not negative: " + patience);
        }
        patience = patience.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : patience;
    }
}
