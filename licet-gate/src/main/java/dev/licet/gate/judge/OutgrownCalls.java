package dev.licet.gate.judge;

import dev.licet.core.call.CallDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Calls that could not do their work within bounds, as far as they are remembered. Thread-safe. */
final class OutgrownCalls {
    private static final Duration KEPT = Duration.ofHours(1);
    private static final int MOST = 1_000;

    private final Map<CallDigest, Instant> noted = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CallDigest, Instant> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(CallDigest call, Instant now) {
        noted.put(call, now);
    }

    synchronized boolean has(CallDigest call, Instant now) {
        Instant at = noted.get(call);
        return at != null && at.plus(KEPT).isAfter(now);
    }
}
