package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.gate.Gate;
import dev.licet.gate.store.StoredEvent;
import dev.licet.server.access.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Approvals as they are asked and resolved, for any number of followers: one thread reads the store, and those who keep up
 * share what it read. Thread-safe.
 */
public final class Feed {
    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    /** How long a follower may hear nothing. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(10);

    private static final int AT_ONCE = 100;
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** So many of the newest events are kept at hand; who is further behind reads the store. */
    private static final int KEPT = 1_000;

    private final Gate gate;
    private final ApprovalService desk;
    private final Predicate<Caller> good;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final ArrayDeque<Item> kept = new ArrayDeque<>();

    /** Events up to here have been read, and those above {@link #complete} are kept if they concern approvals. */
    private long newest;

    private long complete;
    private boolean closed;

    private record Item(long id, StoredEvent.Kind kind, Optional<Approval> approval) {}

    /** Takes what a follower gets. */
    public interface Receiver {
        /** An approval that waits, or one that has ended; {@code id} is that of the event. */
        void next(long id, Approval approval) throws IOException;

        /** One that waits as before, whose agent is gone, or back, or of which it is known what it does. */
        default void waiting(long id, Approval approval) throws IOException {}

        /** Nothing more is known at present. */
        default void caughtUp() throws IOException {}

        /** Nothing has happened for {@link #HEARTBEAT}. */
        void idle() throws IOException;
    }

    /** A feed; whom {@code good} no longer holds for is followed no longer. */
    public Feed(Gate gate, ApprovalService desk, Predicate<Caller> good) {
        this.good = good;
        this.gate = gate;
        this.desk = desk;
        this.newest = gate.lastEvent();
        this.complete = newest;
        Thread.ofVirtual().name("licet-feed").start(this::read);
    }

    private void read() {
        try {
            while (true) {
                List<Item> items;
                try {
                    items = items(newest, HEARTBEAT);
                } catch (RuntimeException e) {
                    // The store is gone for a moment; what happens meanwhile is read later.
                    LOG.warn("approvals cannot be followed at present: {}", e.getMessage());
                    Thread.sleep(RETRY);
                    continue;
                }
                lock.lock();
                try {
                    for (Item item : items) {
                        kept.addLast(item);
                        newest = item.id();
                    }
                    while (kept.size() > KEPT) {
                        complete = kept.removeFirst().id();
                    }
                    news.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        } catch (InterruptedException e) {
            lock.lock();
            try {
                closed = true;
                news.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private List<Item> items(long after, Duration wait) throws InterruptedException {
        List<StoredEvent> events = gate.eventsAfter(after, AT_ONCE, wait);
        var items = new ArrayList<Item>();
        for (StoredEvent event : events) {
            Optional<Approval> approval = switch (event.kind()) {
                case APPROVAL, WAITING, PREVIEWED -> gate.approval(event.approval());
                case SESSION -> Optional.empty();
            };
            items.add(new Item(event.id(), event.kind(), approval));
        }
        return items;
    }

    /**
     * Hands to {@code receiver} what concerns {@code caller}, until it throws or the server ends.
     *
     * @param last the last event that the follower knows; one that knows none, or one of another database, gets every
     *     pending approval first
     * @throws InterruptedException when the server ends
     * @throws IOException when the token of {@code caller} is no longer good
     * @throws dev.licet.gate.data.GateException when the store cannot be read
     */
    public void follow(OptionalLong last, Caller caller, Receiver receiver) throws IOException, InterruptedException {
        long now = gate.lastEvent();
        boolean fresh = last.isEmpty() || last.getAsLong() > now;
        long position = fresh ? now : last.getAsLong();
        if (fresh) {
            for (Approval approval : desk.pending(caller)) {
                receiver.next(position, approval);
            }
            receiver.caughtUp();
        }
        while (true) {
            List<Item> items = after(position);
            if (!good.test(caller)) {
                throw new IOException("the token is no longer good");
            }
            if (items.isEmpty()) {
                receiver.idle();
            }
            for (Item item : items) {
                position = item.id();
                Optional<Approval> reached = item.approval().filter(each -> caller.reaches(each.call()));
                if (reached.isPresent() && item.kind() == StoredEvent.Kind.APPROVAL) {
                    receiver.next(position, reached.get());
                } else if (reached.filter(Approval::isPending).isPresent()) {
                    receiver.waiting(position, reached.get());
                }
            }
            receiver.caughtUp();
        }
    }

    /** What happened after {@code position}; none when that is nothing for a while. */
    private List<Item> after(long position) throws InterruptedException {
        lock.lock();
        try {
            long nanos = HEARTBEAT.toNanos();
            while (newest <= position && nanos > 0 && !closed) {
                nanos = news.awaitNanos(nanos);
            }
            if (closed) {
                throw new InterruptedException("the server ends");
            }
            if (position >= complete) {
                return kept.stream().filter(item -> item.id() > position).toList();
            }
        } finally {
            lock.unlock();
        }
        return items(position, Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(1)));
    }
}
