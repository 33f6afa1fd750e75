package dev.licet.conformance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again until something is there. */
final class Await {
    private static final Duration LONGEST = Duration.ofSeconds(40);

    /** A look may start a program: who has waited for long waits a little longer for the next. */
    private static final long SHORTEST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final int PART = 8;

    private Await() {}

    /** What {@code look} finds, as soon as it finds something. */
    static <T> T until(String what, Callable<Optional<T>> look) throws Exception {
        long begin = System.nanoTime();
        while (true) {
            Optional<T> found = look.call();
            if (found.isPresent()) {
                return found.get();
            }
            long waited = System.nanoTime() - begin;
            if (waited > LONGEST.toNanos()) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(Math.min(SHORTEST_PAUSE_NANOS + waited / PART, LONGEST_PAUSE_NANOS));
        }
    }
}
