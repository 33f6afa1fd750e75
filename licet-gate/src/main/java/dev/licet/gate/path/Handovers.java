package dev.licet.gate.path;

import dev.licet.core.call.CallDigest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Which answers are on their way: the same call waits until it is known whether they arrived. Thread-safe. */
final class Handovers {
    /** Longer than anybody takes to find out; who comes then is judged as if it had arrived. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final Map<CallDigest, CountDownLatch> underway = new ConcurrentHashMap<>();

    /** An answer to the call with {@code digest} is handed over. Of several to the same call the last one counts. */
    Runnable begin(CallDigest digest) {
        var ended = new CountDownLatch(1);
        underway.put(digest, ended);
        return () -> {
            underway.remove(digest, ended);
            ended.countDown();
        };
    }

    /** Waits until it is known whether the answer to that call arrived which is on its way, if one is. */
    void await(CallDigest digest) throws InterruptedException {
        CountDownLatch ended = underway.get(digest);
        if (ended != null) {
            ended.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
