package dev.licet.server.access;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections that have not said yet who they are: few at a time, and not for long. Thread-safe. */
public final class Introductions {
    /** Most of them at once. */
    public static final int MAX = 100;

    /** How long one may stay. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Longest message that one may begin with, in bytes. */
    public static final long MAX_MESSAGE = 16 * 1024L;

    private final AtomicInteger waiting = new AtomicInteger();

    /** One such connection. */
    public interface Guest {
        boolean isKnown();

        void turnAway();
    }

    /** Whether one more may come in. */
    public boolean hasRoom() {
        return waiting.get() < MAX;
    }

    /** Waits for {@code guest} to say who it is, and turns it away if it does not. */
    public void await(Guest guest) {
        waiting.incrementAndGet();
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                waiting.decrementAndGet();
            }
            if (!guest.isKnown()) {
                guest.turnAway();
            }
        });
    }
}
