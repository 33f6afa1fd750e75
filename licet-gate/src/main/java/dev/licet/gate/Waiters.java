package dev.licet.gate;

import dev.licet.core.approval.ApprovalId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Who waits for which approval: one submission each, the newest. Thread-safe. */
final class Waiters {
    private final Map<ApprovalId, Place> waiting = new ConcurrentHashMap<>();
    private final AtomicLong orders = new AtomicLong();
    private volatile boolean closed;

    enum End {
        ANSWERED,
        TAKEN_OVER,
        TIMED_OUT
    }

    /** One waiting submission. */
    final class Place {
        private final ApprovalId id;
        private final long order;
        private final CompletableFuture<End> end = new CompletableFuture<>();

        private Place(ApprovalId id, long order) {
            this.id = id;
            this.order = order;
        }

        /** Blocks until there is an answer, the same call comes again, or the time is up; it may wait again then. */
        End await(Duration wait) throws InterruptedException {
            try {
                return end.get(wait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return end.getNow(End.TIMED_OUT);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a wait never fails", e);
            }
        }

        /** Waits no longer; to be called in the end. */
        void leave() {
            waiting.remove(id, this);
        }
    }

    /** Where a submission stands among those that are stored; grows with each. */
    long nextOrder() {
        return orders.incrementAndGet();
    }

    /** Waits for {@code id} as the submission that was stored at {@code order}; of several the newest goes on waiting. */
    Place join(ApprovalId id, long order) {
        var place = new Place(id, order);
        waiting.compute(id, (same, earlier) -> {
            boolean isNewest = earlier == null || earlier.order < order;
            Place replaced = isNewest ? earlier : place;
            if (replaced != null) {
                replaced.end.complete(End.TAKEN_OVER);
            }
            return isNewest ? place : earlier;
        });
        if (closed) {
            place.end.complete(End.TIMED_OUT);
        }
        return place;
    }

    void answered(ApprovalId id) {
        Place place = waiting.remove(id);
        if (place != null) {
            place.end.complete(End.ANSWERED);
        }
    }

    boolean isWaiting(ApprovalId id) {
        return waiting.containsKey(id);
    }

    /** Those for which somebody waits here. */
    Set<ApprovalId> all() {
        return Set.copyOf(waiting.keySet());
    }

    /** Ends every wait, also of those who come later; the approvals stay pending. */
    void close() {
        closed = true;
        waiting.values().forEach(place -> place.end.complete(End.TIMED_OUT));
    }
}
