package dev.licet.server.hook;

import dev.licet.core.call.CallDigest;
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

    private final Map<CallDigest, Instant> passed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CallDigest, Instant> eldest) {
            return size() > MAX;
        }
    };

    synchronized void add(CallDigest digest, Instant now) {
        passed.put(digest, now);
    }

    /** Whether the call with {@code digest} was let through just before {@code now}, and nobody took that yet. */
    synchronized boolean take(CallDigest digest, Instant now) {
        Instant at = passed.remove(digest);
        return at != null && at.plus(FOR).isAfter(now) && !at.isAfter(now);
    }
}
