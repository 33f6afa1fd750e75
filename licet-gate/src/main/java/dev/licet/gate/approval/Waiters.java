package dev.licet.gate.approval;

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
public final class Waiters {
    private final Map<ApprovalId, Waiter> waiting = new ConcurrentHashMap<>();
    private final AtomicLong orders = new AtomicLong();
    private volatile boolean closed;

    public enum End {
        ANSWERED,
        TAKEN_OVER,
        TIMED_OUT
    }

    /** One waiting submission. */
    public final class Waiter {
        private final ApprovalId id;
        private final long order;
        private final CompletableFuture<End> end = new CompletableFuture<>();

        private Waiter(ApprovalId id, long order) {
            this.id = id;
            this.order = order;
        }

        /** Blocks until there is an answer, the same call comes again, or the time is up; it may wait again then. */
        public End await(Duration wait) throws InterruptedException {
            try {
                return end.get(wait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return end.getNow(End.TIMED_OUT);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a wait never fails", e);
            }
        }

        /** Waits no longer; to be called in the end. */
        public void leave() {
            waiting.remove(id, this);
        }
    }

    /** Where a submission stands among those that are stored; grows with each. */
    public long nextOrder() {
        return orders.incrementAndGet();
    }

    /** Waits for {@code id} as the submission that was stored at {@code order}; of several the newest goes on waiting. */
    public Waiter join(ApprovalId id, long order) {
        var waiter = new Waiter(id, order);
        waiting.compute(id, (same, earlier) -> {
            boolean isNewest = earlier == null || earlier.order < order;
            Waiter outdone = isNewest ? earlier : waiter;
            if (outdone != null) {
                outdone.end.complete(End.TAKEN_OVER);
            }
            return isNewest ? waiter : earlier;
        });
        if (closed) {
            waiter.end.complete(End.TIMED_OUT);
        }
        return waiter;
    }

    public void answered(ApprovalId id) {
        Waiter waiter = waiting.remove(id);
        if (waiter != null) {
            waiter.end.complete(End.ANSWERED);
        }
    }

    public boolean isWaiting(ApprovalId id) {
        return waiting.containsKey(id);
    }

    /** Those for which somebody waits here. */
    public Set<ApprovalId> all() {
        return Set.copyOf(waiting.keySet());
    }

    /** Ends every wait, also of those who come later; the approvals stay pending. */
    public void close() {
        closed = true;
        waiting.values().forEach(waiter -> waiter.end.complete(End.TIMED_OUT));
    }
}
