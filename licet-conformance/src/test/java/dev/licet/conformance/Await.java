package dev.licet.conformance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again until something is there. */
final class Await {
    private static final Duration LONGEST = Duration.ofSeconds(40);
    private static final long PAUSE_NANOS = Duration.ofMillis(30).toNanos();

    private Await() {}

    /** What {@code look} finds, as soon as it finds something. */
    static <T> T until(String what, Callable<Optional<T>> look) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            Optional<T> found = look.call();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
