package dev.licet.server.notify;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.rule.Action;
import dev.licet.gate.Gate;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.gate.path.HeldCalls;
import dev.licet.server.access.Caller;
import dev.licet.server.api.Feed;
import dev.licet.server.settings.Notifications;
import dev.licet.server.settings.Route;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one channel: one thread follows the queue, another one tells. What does not arrive is tried again, and what was told
 * is written down.
 */
final class ChannelDispatcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelDispatcher.class);

    /** How often one thing is tried; the pauses between are doubled, up to the longest. */
    private static final int MAX_ATTEMPTS = 12;

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How often the lease is looked after. */
    private static final Duration KEEP = Duration.ofSeconds(3);

    /** Digests, delays and quiet hours are looked at this often. */
    private static final Duration TICK = Duration.ofMillis(500);

    /** What is being told at the end has so long to arrive, and is told again after the next start if it does not. */
    private static final Duration LAST = Duration.ofSeconds(3);

    private final Gate gate;
    private final Feed feed;
    private final Caller caller;
    private final Channel channel;
    private final Notifications settings;
    private final ChannelRecord record;
    private final DeliveryLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore news = new Semaphore(0);
    private final Map<ApprovalId, Waiting> waiting = new LinkedHashMap<>();
    private final Map<ApprovalId, Ended> ended = new LinkedHashMap<>();

    /** Of these it became known what they do after they were told. */
    private final Map<ApprovalId, Approval> previewed = new LinkedHashMap<>();

    /** Of these this channel was not told, as the rules were when they were asked. */
    private final Set<ApprovalId> others = new LinkedHashSet<>();

    private volatile boolean closed;

    /** Whether this server is the one that tells. */
    private volatile boolean holding;

    private long newest;
    private Instant lastDigest = Instant.MIN;
    private final Thread following;
    private final Thread telling;
    private final Thread keeping;

    /** An approval that is to be told, and when. */
    private record Waiting(Approval approval, Instant due, Duration digest, int attempts) {
        Waiting of(Approval known) {
            return new Waiting(known, due, digest, attempts);
        }

        Waiting later(Instant time) {
            return new Waiting(approval, time, digest, attempts + 1);
        }
    }

    /** An end that is to be told, and when. */
    private record Ended(Approval approval, Instant due, int attempts) {
        Ended later(Instant time) {
            return new Ended(approval, time, attempts + 1);
        }
    }

    /** Something to do now. */
    private interface Errand {
        void run() throws InterruptedException;
    }

    /** One try to tell. */
    private interface Attempt {
        void run() throws IOException, InterruptedException;
    }

    ChannelDispatcher(Gate gate, Feed feed, Caller caller, Channel channel, Notifications settings) {
        this.gate = gate;
        this.feed = feed;
        this.caller = caller;
        this.channel = channel;
        this.settings = settings;
        String name = channel.name();
        this.record = gate.channel(
                channel.isShared() ? name : name + "@" + gate.tickets().keyId());
        this.log = new DeliveryLog(record);
        this.following =
                Thread.ofVirtual().name("licet-follow-" + channel.name()).unstarted(this::follow);
        this.telling = Thread.ofVirtual().name("licet-tell-" + channel.name()).unstarted(this::tell);
        this.keeping = Thread.ofVirtual().name("licet-keep-" + channel.name()).unstarted(this::keep);
    }

    void start() {
        following.start();
        telling.start();
        keeping.start();
    }

    private void follow() {
        try {
            while (true) {
                try {
                    if (!record.hold()) {
                        Thread.sleep(KEEP);
                        continue;
                    }
                    OptionalLong position = begin();
                    if (position.isPresent()) {
                        resume(position.getAsLong());
                    }
                    feed.follow(position, caller, new Feed.Receiver() {
                        @Override
                        public void next(long id, Approval approval) throws IOException {
                            requireHeld();
                            take(id, approval);
                        }

                        @Override
                        public void waiting(long id, Approval approval) throws IOException {
                            requireHeld();
                            takePreview(approval);
                        }

                        @Override
                        public void idle() throws IOException {
                            requireHeld();
                        }
                    });
                } catch (NotHeld e) {
                    LOG.debug("{} waits for the lease", channel.name());
                } catch (IOException | RuntimeException e) {
                    LOG.warn("{} cannot follow the queue at present: {}", channel.name(), e.getMessage());
                    Thread.sleep(RETRY);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** This server is the one that tells: it goes on where it, or another one, stopped. */
    private OptionalLong begin() {
        lock.lock();
        try {
            if (!holding) {
                waiting.clear();
                ended.clear();
                previewed.clear();
                others.clear();
                log.load();
                newest = log.position().orElse(0);
                channel.begin();
                holding = true;
            }
            return log.position();
        } finally {
            lock.unlock();
        }
    }

    private void requireHeld() throws IOException {
        if (!holding) {
            throw new NotHeld();
        }
    }

    /** Another server tells. */
    private static final class NotHeld extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Keeps the lease however long one telling takes; once it is lost, or too old to count, another server goes on. */
    private void keep() {
        try {
            while (!closed) {
                Thread.sleep(KEEP);
                if (holding && !isKept()) {
                    pause();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isKept() {
        try {
            return record.hold();
        } catch (RuntimeException e) {
            LOG.debug("{} cannot keep its lease at present: {}", channel.name(), e.getMessage());
            return record.isHeld();
        }
    }

    private void pause() {
        lock.lock();
        try {
            if (holding) {
                holding = false;
                LOG.info("{} is told by another server", channel.name());
                channel.pause();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What waited before, and was not told because it was not due. */
    private void resume(long position) {
        for (Approval approval : gate.pending()) {
            take(position, approval);
        }
        for (ApprovalId id : List.copyOf(log.late())) {
            gate.approval(id).filter(approval -> !approval.isPending()).ifPresent(this::later);
        }
    }

    /** An end that waited for its time before a restart. */
    private void later(Approval approval) {
        Instant due = route(approval)
                .map(each -> each.endDue(gate.now(), settings.zone()))
                .orElse(gate.now());
        lock.lock();
        try {
            ended.putIfAbsent(approval.id(), new Ended(approval, due, 0));
            news.release();
        } finally {
            lock.unlock();
        }
    }

    private void take(long event, Approval approval) {
        if (!channel.hasAnybody()) {
            return;
        }
        // Decided before the lock is taken: judging reads files.
        Optional<Route> route = approval.isPending() || channel.tellsEveryEnd() ? route(approval) : Optional.empty();
        lock.lock();
        try {
            newest = Math.max(newest, event);
            ApprovalId id = approval.id();
            if (approval.isPending()) {
                if (route.isEmpty()) {
                    pass(id);
                } else if (!log.told().contains(id)) {
                    Instant due = route.get().due(approval.askedAt(), settings.zone());
                    waiting.putIfAbsent(
                            id, new Waiting(approval, due, route.get().digest(), 0));
                }
            } else {
                boolean waited = waiting.remove(id) != null;
                // One that was answered before it was routed is routed as the rules are now.
                boolean every = channel.tellsEveryEnd() && (waited || (!others.remove(id) && route.isPresent()));
                if (every || log.told().contains(id)) {
                    // What only changes a message that is there already disturbs nobody.
                    Instant due = route.map(each -> each.endDue(gate.now(), settings.zone()))
                            .orElse(gate.now());
                    ended.putIfAbsent(id, new Ended(approval, due, 0));
                }
            }
            news.release();
        } finally {
            lock.unlock();
        }
    }

    /** What it did when it was tried goes with the question, or after it. */
    private void takePreview(Approval approval) {
        if (approval.preview().isEmpty()) {
            return;
        }
        lock.lock();
        try {
            ApprovalId id = approval.id();
            boolean later = waiting.computeIfPresent(id, (known, before) -> before.of(approval)) == null;
            if (later && log.told().contains(id)) {
                previewed.put(id, approval);
                news.release();
            }
        } finally {
            lock.unlock();
        }
    }

    private void pass(ApprovalId id) {
        others.add(id);
        if (others.size() > HeldCalls.MAX_PENDING) {
            others.remove(others.iterator().next());
        }
    }

    /** The route of {@code approval}, if it leads here. */
    private Optional<Route> route(Approval approval) {
        List<String> rules = gate.decide(approval.call()).findings().stream()
                .filter(finding -> finding.action() == Action.ASK)
                .flatMap(finding -> finding.cause().decidedBy().stream())
                .map(rule -> rule.value().pattern())
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
        return Optional.of(route).filter(each -> each.leadsTo(channel.name()));
    }

    private void tell() {
        try {
            while (!closed) {
                try {
                    Optional<Errand> errand = holding ? next() : Optional.empty();
                    if (errand.isPresent()) {
                        errand.get().run();
                    } else if (news.tryAcquire(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                        news.drainPermits();
                    }
                } catch (RuntimeException e) {
                    // The store is gone for a moment, say: the channel goes on.
                    LOG.warn("{} has to wait: {}", channel.name(), e.getMessage());
                    Thread.sleep(RETRY);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is to be told now; empty when nothing is. */
    private Optional<Errand> next() {
        lock.lock();
        try {
            Instant now = gate.now();
            for (Ended each : ended.values()) {
                if (!each.due().isAfter(now)) {
                    return Optional.of(() -> tellEnd(each));
                }
            }
            for (Waiting each : waiting.values()) {
                if (each.digest().isZero() && !each.due().isAfter(now)) {
                    return Optional.of(() -> tell(List.of(each), () -> channel.asked(each.approval())));
                }
            }
            if (!previewed.isEmpty()) {
                Approval tried = previewed.values().iterator().next();
                return Optional.of(() -> tellPreview(tried));
            }
            List<Waiting> together = digest(now);
            if (!together.isEmpty()) {
                List<Approval> approvals =
                        together.stream().map(Waiting::approval).toList();
                return Optional.of(() -> tell(together, () -> {
                    channel.digest(approvals);
                    digested();
                }));
            }
            advance();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Not before it has arrived: one that fails is tried again soon. */
    private void digested() {
        lock.lock();
        try {
            lastDigest = gate.now();
        } finally {
            lock.unlock();
        }
    }

    /** Those that are told together now; none before the last digest is old enough. */
    private List<Waiting> digest(Instant now) {
        List<Waiting> due = waiting.values().stream()
                .filter(each -> !each.digest().isZero() && !each.due().isAfter(now))
                .toList();
        boolean old = due.stream()
                .anyMatch(each -> lastDigest.equals(Instant.MIN)
                        || !lastDigest.plus(each.digest()).isAfter(now));
        return old ? due : List.of();
    }

    private void tell(List<Waiting> which, Attempt attempt) throws InterruptedException {
        boolean again = isToTryAgain(
                attempt, which.getFirst().attempts(), which.getFirst().approval());
        lock.lock();
        try {
            for (Waiting each : which) {
                ApprovalId id = each.approval().id();
                if (again) {
                    waiting.computeIfPresent(id, (known, before) -> before.later(later(before.attempts())));
                    continue;
                }
                Waiting now = waiting.remove(id);
                if (now != null) {
                    log.told().add(id);
                    if (!now.approval().preview().equals(each.approval().preview())) {
                        // It was tried while it was told.
                        previewed.put(id, now.approval());
                    }
                } else {
                    // It ended while it was told.
                    gate.approval(id)
                            .filter(found -> !found.isPending())
                            .ifPresent(found -> ended.putIfAbsent(id, new Ended(found, gate.now(), 0)));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Once: what is asked was told, and can be answered without it. */
    private void tellPreview(Approval approval) throws InterruptedException {
        lock.lock();
        try {
            previewed.remove(approval.id());
            if (ended.containsKey(approval.id())) {
                return;
            }
        } finally {
            lock.unlock();
        }
        try {
            channel.previewed(approval);
        } catch (IOException e) {
            LOG.info(
                    "{} is not told what {} did: {}",
                    channel.name(),
                    approval.id().text(),
                    e.getMessage());
        }
    }

    private void tellEnd(Ended each) throws InterruptedException {
        boolean again = isToTryAgain(() -> channel.ended(each.approval()), each.attempts(), each.approval());
        lock.lock();
        try {
            ApprovalId id = each.approval().id();
            if (again) {
                ended.put(id, each.later(later(each.attempts())));
            } else {
                ended.remove(id);
                log.told().remove(id);
            }
        } finally {
            lock.unlock();
        }
    }

    private Instant later(int attempts) {
        Duration pause = RETRY.multipliedBy(1L << Math.min(attempts, 20));
        return gate.now().plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    }

    /** Everything up to the newest event is told, or waits for its time: what does is looked for again after a restart. */
    private void advance() {
        if (newest > 0 && channel.hasAnybody()) {
            log.late().clear();
            log.late().addAll(ended.keySet());
            log.position(newest);
            log.save();
        }
    }

    /** Tries once; others are told meanwhile. */
    private boolean isToTryAgain(Attempt attempt, int before, Approval about) throws InterruptedException {
        try {
            attempt.run();
            return false;
        } catch (IOException | RuntimeException e) {
            String id = about.id().text();
            if (before + 1 >= MAX_ATTEMPTS) {
                LOG.warn(
                        "{} was not told about {} after {} attempts: {}",
                        channel.name(),
                        id,
                        before + 1,
                        e.getMessage());
                return false;
            }
            if (before == 0) {
                LOG.info("{} is told about {} later: {}", channel.name(), id, e.getMessage());
            }
            return true;
        }
    }

    @Override
    public void close() {
        closed = true;
        news.release();
        following.interrupt();
        keeping.interrupt();
        try {
            boolean arrived = telling.join(LAST);
            telling.interrupt();
            channel.close();
            if (!arrived && !telling.join(LAST)) {
                LOG.info("{} is still busy; what it was about is told again after the next start", channel.name());
            }
            following.join(LAST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            leave();
        } catch (RuntimeException e) {
            LOG.info("{} could not write down what it has told: {}", channel.name(), e.getMessage());
        }
    }

    /** Writes down what was told, and lets another server go on at once. */
    private void leave() {
        lock.lock();
        try {
            if (holding) {
                advance();
                log.save();
            }
        } finally {
            lock.unlock();
        }
        record.release();
    }
}
