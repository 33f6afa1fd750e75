package dev.licet.server.hook;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.gate.call.Recent;
import java.time.Duration;
import java.time.Instant;

/**
 * Calls that a hook let through lately. A host that asks about one of them by a second event gets the same answer, once,
 * without asking anybody again. Thread-safe.
 */
final class PassedCalls {
    private static final int MAX = 10_000;
    private static final Duration FOR = Duration.ofMinutes(2);

    private final Recent<Key, Boolean> passed = new Recent<>(MAX, FOR);

    /** A call, and the subagent that makes it. */
    private record Key(CallDigest digest, String requester) {
        static Key of(ToolCall call) {
            return new Key(call.digest(), call.context().requester());
        }
    }

    void add(ToolCall call, Instant now) {
        passed.add(Key.of(call), true, now);
    }

    /** Nobody was told that {@code call} was let through. */
    void remove(ToolCall call) {
        passed.remove(Key.of(call));
    }

    /** Whether {@code call} was let through and nobody took that yet, however long ago. */
    boolean has(ToolCall call) {
        return passed.has(Key.of(call));
    }

    /** Whether {@code call} was let through just before {@code now}, and nobody took that yet. */
    boolean take(ToolCall call, Instant now) {
        return passed.take(Key.of(call), now).isPresent();
    }
}
