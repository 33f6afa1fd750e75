package dev.licet.gate;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.gate.store.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a gate does beside answering: deadlines, idle sessions, and news from other gates that share its database. A failure
 * is logged once and tried again.
 */
final class Chores implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

    /** How long after its deadline an approval may be told expired. */
    private static final Duration EVERY = Duration.ofMillis(250);

    private static final int TIDY_EVERY = 4;
    private static final Duration EVICT_EVERY = Duration.ofHours(1);
    private static final int AT_ONCE = 1_000;

    /** What is kept in memory must not grow for ever: so many of the newest entries of such an audit stay. */
    static final int KEPT_IN_MEMORY = 10_000;

    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);

    private final Parts parts;
    private final ApprovalQueue queue;
    private final Sessions sessions;
    private final Audit audit;
    private final Bell bell;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Instant evicted = Instant.MIN;
    private Instant forgotten = Instant.MIN;
    private boolean failing;
    private long position;

    Chores(Parts parts, ApprovalQueue queue, Sessions sessions, Audit audit, Bell bell) {
        this.parts = parts;
        this.audit = audit;
        this.queue = queue;
        this.sessions = sessions;
        this.bell = bell;
        Thread.ofVirtual().name("licet-deadlines").start(this::keepDeadlines);
        if (parts.store().isShared()) {
            this.position = parts.store().read(queries -> queries.lastEvent());
            // Not a virtual thread: it waits inside the driver most of the time.
            Thread.ofPlatform().daemon().name("licet-news").start(this::followOthers);
        }
    }

    private boolean isClosedAfter(Duration wait) {
        try {
            return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void keepDeadlines() {
        for (int round = 0; !isClosedAfter(EVERY); round++) {
            try {
                if (round % TIDY_EVERY == 0) {
                    parts.store().tidy();
                }
                Instant now = parts.clock().instant();
                List<Approval> overdue = parts.store().read(queries -> queries.overdue(now));
                if (!overdue.isEmpty()) {
                    queue.end(overdue, new ApprovalState.Event.Tick(now));
                }
                if (evicted.isBefore(now.minus(EVICT_EVERY))) {
                    evicted = now;
                    sessions.evictIdle();
                }
                if (parts.store().isInMemory()) {
                    forget(now);
                }
                failing = false;
            } catch (RuntimeException e) {
                if (!failing && closed.getCount() > 0) {
                    LOG.warn("deadlines cannot be looked after at present: {}", e.getMessage());
                }
                failing = true;
            }
        }
    }

    /** What an agent in this process leaves behind that runs for months. */
    private void forget(Instant now) {
        audit.keepNewest(KEPT_IN_MEMORY);
        if (forgotten.isBefore(now.minus(FORGET_EVERY))) {
            forgotten = now;
            parts.store().change(change -> change.removeEnded(now.minus(Gate.COLLECT_WITHIN)));
        }
    }

    private void followOthers() {
        boolean lost = false;
        while (closed.getCount() > 0) {
            try {
                parts.store().awaitOthers(EVERY.multipliedBy(4));
                List<StoredEvent> events = parts.store().read(queries -> queries.eventsAfter(position, AT_ONCE));
                if (lost) {
                    parts.sessions().changed();
                    parts.waiters().all().forEach(this::wakeIfEnded);
                    lost = false;
                }
                for (StoredEvent event : events) {
                    switch (event.kind()) {
                        case APPROVAL -> wakeIfEnded(event.approval());
                        case SESSION -> parts.sessions().changed(event.worker(), event.session());
                    }
                    position = event.id();
                }
                if (!events.isEmpty()) {
                    bell.ring();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                if (!lost && closed.getCount() > 0) {
                    LOG.warn("the shared database cannot be reached at present: {}", e.getMessage());
                }
                lost = true;
                isClosedAfter(EVERY);
            }
        }
    }

    private void wakeIfEnded(ApprovalId id) {
        if (parts.waiters().isWaiting(id)
                && parts.store()
                        .read(queries -> queries.find(id))
                        .filter(approval -> !approval.isPending())
                        .isPresent()) {
            parts.waiters().answered(id);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
