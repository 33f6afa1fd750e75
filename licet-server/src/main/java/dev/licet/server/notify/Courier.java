package dev.licet.server.notify;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.policy.Action;
import dev.licet.core.policy.Cause;
import dev.licet.gate.Gate;
import dev.licet.server.access.Caller;
import dev.licet.server.api.Feed;
import dev.licet.server.settings.Notifications;
import dev.licet.server.settings.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one channel: one thread follows the queue, another one tells. What does not arrive is tried again, and what was told
 * is written down.
 */
final class Courier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    /** How often one thing is tried; the pauses between are doubled, up to the longest. */
    private static final int MAX_ATTEMPTS = 12;

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** Digests, delays and quiet hours are looked at this often. */
    private static final Duration TICK = Duration.ofMillis(500);

    private final Gate gate;
    private final Feed feed;
    private final Caller caller;
    private final Channel channel;
    private final Notifications settings;
    private final Book book;
    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore news = new Semaphore(0);
    private final Map<ApprovalId, Waiting> waiting = new LinkedHashMap<>();
    private final ArrayDeque<Approval> ended = new ArrayDeque<>();
    private long newest;
    private Instant lastDigest = Instant.MIN;
    private final List<Thread> threads;

    /** An approval that is to be told, and when. */
    private record Waiting(Approval approval, long event, Instant due, Duration digest) {}

    /** One thing to tell. */
    private interface Errand {
        void run() throws IOException, InterruptedException;
    }

    Courier(Gate gate, Feed feed, Caller caller, Channel channel, Notifications settings, Path directory) {
        this.gate = gate;
        this.feed = feed;
        this.caller = caller;
        this.channel = channel;
        this.settings = settings;
        this.book = new Book(directory, channel.name());
        this.newest = book.position().orElse(0);
        this.threads = List.of(
                Thread.ofVirtual().name("licet-follow-" + channel.name()).unstarted(this::follow),
                Thread.ofVirtual().name("licet-tell-" + channel.name()).unstarted(this::tell));
    }

    void start() {
        threads.forEach(Thread::start);
    }

    private void follow() {
        try {
            while (true) {
                try {
                    OptionalLong position = position();
                    if (position.isPresent()) {
                        begin(position.getAsLong());
                    }
                    feed.follow(position, caller, new Feed.Receiver() {
                        @Override
                        public void next(long id, Approval approval) {
                            take(id, approval);
                        }

                        @Override
                        public void idle() {}
                    });
                } catch (IOException | RuntimeException e) {
                    LOG.warn("{} cannot follow the queue at present: {}", channel.name(), e.getMessage());
                    Thread.sleep(RETRY);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private OptionalLong position() {
        lock.lock();
        try {
            return book.position();
        } finally {
            lock.unlock();
        }
    }

    /** What waited before, and was not told because it was not due. */
    private void begin(long position) {
        for (Approval approval : gate.pending()) {
            take(position, approval);
        }
    }

    private void take(long event, Approval approval) {
        // Decided before the lock is taken: judging reads files.
        Optional<Waiting> told =
                approval.isPending() || channel.tellsEveryEnd() ? planned(event, approval) : Optional.empty();
        lock.lock();
        try {
            newest = Math.max(newest, event);
            if (approval.isPending()) {
                if (told.isPresent() && !book.told().contains(approval.id())) {
                    waiting.putIfAbsent(approval.id(), told.get());
                }
            } else {
                waiting.remove(approval.id());
                if (told.isPresent() || book.told().contains(approval.id())) {
                    ended.add(approval);
                }
            }
            news.release();
        } finally {
            lock.unlock();
        }
    }

    private Optional<Waiting> planned(long event, Approval approval) {
        List<String> rules = gate.decide(approval.call()).findings().stream()
                .filter(finding -> finding.action() == Action.ASK)
                .flatMap(finding -> finding.cause() instanceof Cause.ByRule byRule
                        ? Stream.of(byRule.rule().value().pattern())
                        : Stream.empty())
                .toList();
        var asked = new Route.Asked(
                approval.call().tool(),
                rules,
                approval.call().worker().text(),
                approval.call().session().text());
        Route route = settings.routes().stream()
                .filter(each -> each.fits(asked))
                .findFirst()
                .orElse(Route.EVERYBODY);
        return route.leadsTo(channel.name())
                ? Optional.of(
                        new Waiting(approval, event, route.due(approval.askedAt(), settings.zone()), route.digest()))
                : Optional.empty();
    }

    private void tell() {
        try {
            while (true) {
                Optional<Errand> errand = next();
                if (errand.isPresent()) {
                    errand.get().run();
                } else if (news.tryAcquire(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                    news.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("an errand keeps its failures to itself", e);
        }
    }

    /** What is to be told now; empty when nothing is. */
    private Optional<Errand> next() {
        lock.lock();
        try {
            Approval over = ended.poll();
            if (over != null) {
                return Optional.of(() -> {
                    attempt(() -> channel.ended(over), over.id().text());
                    forget(over.id());
                });
            }
            Instant now = gate.now();
            for (Waiting each : List.copyOf(waiting.values())) {
                if (each.digest().isZero() && !each.due().isAfter(now)) {
                    return Optional.of(() -> told(List.of(each), () -> channel.asked(each.approval())));
                }
            }
            List<Waiting> together = digest(now);
            if (!together.isEmpty()) {
                lastDigest = now;
                List<Approval> approvals =
                        together.stream().map(Waiting::approval).toList();
                return Optional.of(() -> told(together, () -> channel.digest(approvals)));
            }
            advance();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Those that are told together now; none before the last digest is old enough. */
    private List<Waiting> digest(Instant now) {
        var due = new ArrayList<Waiting>();
        for (Waiting each : waiting.values()) {
            boolean old = lastDigest.equals(Instant.MIN)
                    || !lastDigest.plus(each.digest()).isAfter(now);
            boolean aged = !each.approval().askedAt().plus(each.digest()).isAfter(now);
            if (!each.digest().isZero() && !each.due().isAfter(now) && old && aged) {
                due.add(each);
            }
        }
        if (due.isEmpty()) {
            return due;
        }
        // Whoever is told of one is told of all that wait for a digest.
        return waiting.values().stream()
                .filter(each -> !each.digest().isZero() && !each.due().isAfter(now))
                .toList();
    }

    private void told(List<Waiting> which, Errand errand) throws InterruptedException {
        attempt(errand, which.getFirst().approval().id().text());
        lock.lock();
        try {
            for (Waiting each : which) {
                boolean stillWaits = waiting.remove(each.approval().id()) != null;
                if (stillWaits) {
                    book.told().add(each.approval().id());
                } else {
                    // It ended while it was told.
                    gate.approval(each.approval().id())
                            .filter(now -> !now.isPending())
                            .ifPresent(ended::add);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(ApprovalId id) {
        lock.lock();
        try {
            book.told().remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** Everything up to the newest event is told, or waits for its time; the latter is looked for again after a restart. */
    private void advance() {
        book.position(newest);
        book.save();
    }

    private void attempt(Errand errand, String what) throws InterruptedException {
        Duration pause = RETRY;
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            try {
                errand.run();
                return;
            } catch (IOException | RuntimeException e) {
                if (attempt == MAX_ATTEMPTS) {
                    LOG.warn(
                            "{} was not told about {} after {} attempts: {}", channel.name(), what, attempt, reason(e));
                    return;
                }
                if (attempt == 1) {
                    LOG.info("{} is told about {} later: {}", channel.name(), what, reason(e));
                }
            }
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private static String reason(Exception e) {
        return String.valueOf(e.getMessage());
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        channel.close();
        try {
            for (Thread thread : threads) {
                boolean gone = thread.join(Duration.ofSeconds(2));
                if (!gone) {
                    LOG.info("{} is still busy; what it was about is told again after the next start", channel.name());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lock.lock();
        try {
            book.save();
        } finally {
            lock.unlock();
        }
    }
}
