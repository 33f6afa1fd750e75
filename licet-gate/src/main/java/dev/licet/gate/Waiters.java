package dev.licet.gate;

import dev.licet.core.approval.ApprovalId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who waits for which approval: one submission each, the newest. Thread-safe. */
final class Waiters {
    private final Map<ApprovalId, Ticket> waiting = new ConcurrentHashMap<>();

    enum End {
        ANSWERED,
        TAKEN_OVER,
        TIMED_OUT
    }

    /** One waiting submission. */
    final class Ticket {
        private final ApprovalId id;
        private final CompletableFuture<End> end = new CompletableFuture<>();

        private Ticket(ApprovalId id) {
            this.id = id;
        }

        /** Blocks until there is an answer, the same call comes again, or the time is up. */
        End await(Duration wait) throws InterruptedException {
            try {
                return end.get(wait.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return end.getNow(End.TIMED_OUT);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a wait never fails", e);
            } finally {
                waiting.remove(id, this);
            }
        }
    }

    Ticket join(ApprovalId id) {
        var ticket = new Ticket(id);
        Ticket earlier = waiting.put(id, ticket);
        if (earlier != null) {
            earlier.end.complete(End.TAKEN_OVER);
        }
        return ticket;
    }

    boolean isWaiting(ApprovalId id) {
        return waiting.containsKey(id);
    }

    void answered(ApprovalId id) {
        Ticket ticket = waiting.remove(id);
        if (ticket != null) {
            ticket.end.complete(End.ANSWERED);
        }
    }

    /** Ends every wait; the approvals stay pending. */
    void close() {
        waiting.values().forEach(ticket -> ticket.end.complete(End.TIMED_OUT));
    }
}
