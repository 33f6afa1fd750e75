package dev.licet.gate;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.gate.approval.ApprovalQueue;
import dev.licet.gate.approval.Rejudging;
import dev.licet.gate.approval.RememberedAnswers;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.data.GateException;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a gate does beside answering: deadlines, idle sessions, rules that changed or could not be saved at once. A failure is logged
 * once and tried again.
 */
final class Maintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

    /** How long after its deadline an approval may be told expired. */
    private static final Duration EVERY = Duration.ofMillis(250);

    private static final int TIDY_EVERY = 4;

    /** What is done a moment later needs a thread for that moment only. */
    private static final Executor AFTERWARDS =
            task -> Thread.ofVirtual().name("licet-maintenance").start(task);

    private static final Duration EVICT_EVERY = Duration.ofHours(1);

    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);

    private final Store store;
    private final InstantSource clock;
    private final Work work;
    private final int kept;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Instant evicted = Instant.MIN;
    private Instant forgotten = Instant.MIN;
    private boolean failing;
    private volatile boolean waiting;
    private final AtomicBoolean planned = new AtomicBoolean();

    /** Of whoever looks, where there is no thread that looks all the time. */
    private final ReentrantLock looking = new ReentrantLock();

    /** Whose work is done now and then. */
    record Work(
            CallJudge judge,
            ApprovalQueue queue,
            RememberedAnswers remembered,
            Rejudging rejudging,
            Sessions sessions,
            Audit audit) {}

    /** @param kept so many of the newest entries of an audit in memory stay: it must not grow for ever */
    Maintenance(Store store, InstantSource clock, Work work, int kept) {
        this.store = store;
        this.clock = clock;
        this.work = work;
        this.kept = kept;
    }

    /** @param byItself whether a thread looks all the time, else only after something was written */
    void begin(boolean byItself) {
        if (byItself) {
            Thread.ofVirtual().name("licet-maintenance").start(this::run);
        } else {
            waiting = true;
        }
    }

    /** Something was written: without a thread of its own it is looked at soon, but for what was written while looking. */
    void committed() {
        if (waiting && !looking.isHeldByCurrentThread()) {
            plan();
        }
    }

    private void plan() {
        if (closed.getCount() > 0 && planned.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(EVERY.toMillis(), TimeUnit.MILLISECONDS, AFTERWARDS)
                    .execute(this::afterwards);
        }
    }

    private void afterwards() {
        // What is written from now on is for the next round.
        planned.set(false);
        if (closed.getCount() > 0 && (!looking.tryLock() || isLeftAfterLooking())) {
            plan();
        }
    }

    private boolean isLeftAfterLooking() {
        try {
            return !look(true)
                    || !store.read(queries -> queries.overdue(Instant.MAX)).isEmpty();
        } catch (GateException e) {
            return true;
        } finally {
            looking.unlock();
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

    private void run() {
        for (int round = 0; !isClosedAfter(EVERY); round++) {
            look(round % TIDY_EVERY == 0);
        }
    }

    /** Says whether it went well. */
    private boolean look(boolean tidies) {
        try {
            round(tidies);
            failing = false;
        } catch (RuntimeException e) {
            if (!failing && closed.getCount() > 0) {
                LOG.warn("deadlines cannot be looked after at present: {}", e.getMessage());
            }
            failing = true;
        }
        return !failing;
    }

    private void round(boolean tidies) {
        Instant now = clock.instant();
        List<Approval> overdue = store.read(queries -> queries.overdue(now));
        if (!overdue.isEmpty()) {
            work.queue().end(overdue, new ApprovalState.Event.Tick(now));
        }
        if (tidies) {
            store.tidy();
            work.remembered().saveRest();
            work.rejudging().look();
        }
        if (evicted.isBefore(now.minus(EVICT_EVERY))) {
            evicted = now;
            work.sessions().evictIdle();
        }
        if (store.isInMemory()) {
            forget(now);
        }
    }

    /** What an agent in this process leaves behind that runs for months. */
    private void forget(Instant now) {
        work.audit().keepNewest(kept);
        if (forgotten.isBefore(now.minus(FORGET_EVERY))) {
            forgotten = now;
            Instant since = work.judge().keptSince();
            store.change(change -> change.removeEnded(since));
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
