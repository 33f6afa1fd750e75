package dev.licet.gate;

import dev.licet.core.approval.ApprovalId;
import dev.licet.gate.approval.Waiters;
import dev.licet.gate.judge.SessionCache;
import dev.licet.gate.store.Store;
import dev.licet.gate.store.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows what other gates write to a shared database. A failure is logged once and tried again. */
final class OtherGates implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OtherGates.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int AT_ONCE = 1_000;

    private final Store store;
    private final SessionCache sessions;
    private final Waiters waiters;
    private final ChangeSignal signal;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long position;
    private boolean lost;

    OtherGates(Store store, SessionCache sessions, Waiters waiters, ChangeSignal signal) {
        this.store = store;
        this.sessions = sessions;
        this.waiters = waiters;
        this.signal = signal;
        if (store.isShared()) {
            this.position = store.read(queries -> queries.lastEvent());
            // Not a virtual thread: it waits inside the driver most of the time.
            Thread.ofPlatform().daemon().name("licet-other-gates").start(this::run);
        }
    }

    private void run() {
        try {
            while (closed.getCount() > 0) {
                try {
                    store.awaitOthers(LONGEST_WAIT);
                    follow();
                } catch (RuntimeException e) {
                    if (!lost && closed.getCount() > 0) {
                        LOG.warn("the shared database cannot be reached at present: {}", e.getMessage());
                    }
                    lost = true;
                    closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        List<StoredEvent> events = store.read(queries -> queries.eventsAfter(position, AT_ONCE));
        if (lost) {
            sessions.changed();
            waiters.all().forEach(this::wakeIfEnded);
            lost = false;
        }
        for (StoredEvent event : events) {
            switch (event.kind()) {
                case APPROVAL -> wakeIfEnded(event.approval());
                case WAITING, PREVIEWED -> {}
                case SESSION -> sessions.changed(event.worker(), event.session());
            }
            position = event.id();
        }
        if (!events.isEmpty()) {
            signal.ring();
        }
    }

    private void wakeIfEnded(ApprovalId id) {
        if (waiters.isWaiting(id)
                && store.read(queries -> queries.find(id))
                        .filter(approval -> !approval.isPending())
                        .isPresent()) {
            waiters.answered(id);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
