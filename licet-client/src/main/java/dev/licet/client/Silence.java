package dev.licet.client;

import java.time.Duration;

/** Notices that nothing was heard for too long. */
final class Silence implements AutoCloseable {
    private final Duration longest;
    private final Thread watch;
    private volatile long heard = System.nanoTime();

    /** Runs {@code then} once nothing was heard for {@code longest}. */
    Silence(Duration longest, Runnable then) {
        this.longest = longest;
        this.watch = Thread.startVirtualThread(() -> watch(then));
    }

    /** Something was heard. */
    void broken() {
        heard = System.nanoTime();
    }

    private void watch(Runnable then) {
        try {
            Duration left = longest;
            while (left.isPositive()) {
                Thread.sleep(left);
                left = longest.minusNanos(System.nanoTime() - heard);
            }
            then.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
