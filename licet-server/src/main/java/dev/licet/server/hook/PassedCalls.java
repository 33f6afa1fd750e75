package dev.licet.server.hook;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls that a hook let through lately. A host that asks about one of them by a second event gets the same answer, once,
 * without asking anybody again. Thread-safe.
 */
final class PassedCalls {
    static final int MAX = 10_000;
    static final Duration FOR = Duration.ofMinutes(2);

    private final Map<Key, Instant> passed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Instant> eldest) {
            return size() > MAX;
        }
    };

    /** A call, and the subagent that makes it. */
    private record Key(CallDigest digest, String requester) {
        static Key of(ToolCall call) {
            return new Key(call.digest(), call.context().requester());
        }
    }

    synchronized void add(ToolCall call, Instant now) {
        passed.put(Key.of(call), now);
    }

    /** Nobody was told that {@code call} was let through. */
    synchronized void remove(ToolCall call) {
        passed.remove(Key.of(call));
    }

    /** Whether {@code call} was let through and nobody took that yet, however long ago. */
    synchronized boolean has(ToolCall call) {
        return passed.containsKey(Key.of(call));
    }

    /** Whether {@code call} was let through just before {@code now}, and nobody took that yet. */
    synchronized boolean take(ToolCall call, Instant now) {
        Instant at = passed.remove(Key.of(call));
        return at != null && at.plus(FOR).isAfter(now) && !at.isAfter(now);
    }
}
