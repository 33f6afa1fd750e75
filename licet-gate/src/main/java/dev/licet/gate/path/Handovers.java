package dev.licet.gate.path;

import dev.licet.core.call.CallDigest;
import dev.licet.gate.call.Submission;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Which answers are on their way: the same call waits until it is known whether they arrived. Thread-safe. */
final class Handovers {
    /** Longer than anybody takes to find out; who has waited so long is judged as if it had arrived. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final Map<CallDigest, Set<Underway>> underway = new ConcurrentHashMap<>();

    /** One of them. Who gets it does not wait for it: its reply may hold the answer to another call. */
    private record Underway(Submission.Sender sender, CountDownLatch ended) {}

    /** An answer to the call with {@code digest} is handed over to {@code sender}, until what is returned runs. */
    Runnable begin(CallDigest digest, Submission.Sender sender) {
        var begun = new Underway(sender, new CountDownLatch(1));
        underway.compute(digest, (same, all) -> {
            Set<Underway> more = all == null ? ConcurrentHashMap.newKeySet() : all;
            more.add(begun);
            return more;
        });
        return () -> {
            underway.computeIfPresent(digest, (same, all) -> all.remove(begun) && all.isEmpty() ? null : all);
            begun.ended().countDown();
        };
    }

    private Set<Underway> to(CallDigest digest) {
        return underway.getOrDefault(digest, Set.of());
    }

    /** Whether it is not known yet if an answer to that call has arrived which somebody else than {@code sender} is to get. */
    boolean isUnderway(CallDigest digest, Submission.Sender sender) {
        return to(digest).stream().anyMatch(each -> !each.sender().equals(sender));
    }

    /** Waits until that is known; whether it is. */
    boolean await(CallDigest digest, Submission.Sender sender) throws InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        for (Underway each : to(digest)) {
            if (!each.sender().equals(sender) && !each.ended().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }
}
