package dev.licet.server.preview;

import dev.licet.contain.Container;
import dev.licet.contain.NotPreviewed;
import dev.licet.contain.PreviewRun;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Recent;
import dev.licet.gate.data.GateException;
import dev.licet.gate.ticket.Tickets;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.api.Feed;
import dev.licet.server.api.KeptChanges;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries commands of coding agents within bounds as soon as they are asked about, and keeps what they changed until that is put
 * in place or not wanted. Thread-safe.
 */
public final class AgentPreviews implements KeptChanges, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentPreviews.class);

    /** So many are tried at a time; the others wait. */
    private static final int AT_ONCE = 2;

    /** What more calls than these changed is thrown away, and made anew if it is approved. */
    private static final int MAX_KEPT = 50;

    /** An agent that was told to put something in place does so soon. */
    private static final Duration KEPT_ONCE_APPROVED = Duration.ofMinutes(10);

    private static final int MAX_EXPECTED = 1_000;
    private static final Duration EXPECTED_FOR = Duration.ofMinutes(5);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Gate gate;
    private final Optional<Container> container;

    /** What agents are about to ask for, with the path that they find programs on; empty where they did not say. */
    private final Recent<CallDigest, String> expected = new Recent<>(MAX_EXPECTED, EXPECTED_FOR);

    private final Semaphore free = new Semaphore(AT_ONCE);
    private final ReentrantLock lock = new ReentrantLock();

    /** The oldest first; under {@link #lock}. */
    private final Map<CallDigest, Kept> kept = new LinkedHashMap<>();

    private boolean closed;

    /** @param unwanted when it is thrown away, once it is answered; empty while it waits */
    private record Kept(PreviewRun run, Optional<Instant> unwanted) {}

    private AgentPreviews(Gate gate, Optional<Container> container) {
        this.gate = gate;
        this.container = container;
    }

    /** Follows what is asked; nothing is tried where {@code container} is empty. */
    public static AgentPreviews start(Gate gate, Feed feed, Optional<Container> container) {
        var previews = new AgentPreviews(gate, container);
        if (container.isPresent()) {
            News news = previews.new News(gate.lastEvent());
            Thread.ofVirtual().name("licet-previews").start(() -> previews.follow(feed, news));
        }
        return previews;
    }

    /**
     * Has {@code call} tried as soon as it is asked about.
     *
     * @param path where its agent finds programs; empty if that is not known
     */
    public void expect(ToolCall call, String path) {
        if (container.isPresent()) {
            expected.add(call.digest(), path, gate.now());
        }
    }

    private void follow(Feed feed, News news) {
        var caller = new Caller(Principal.OWNER, "previews", Caller.OWNER);
        try {
            while (isOpen()) {
                try {
                    feed.follow(OptionalLong.of(news.newest), caller, news);
                } catch (IOException | RuntimeException e) {
                    LOG.warn("what is asked cannot be followed at present, and is not tried: {}", e.getMessage());
                    Thread.sleep(RETRY);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For the thread that follows. */
    private final class News implements Feed.Receiver {
        private long newest;

        News(long newest) {
            this.newest = newest;
        }

        @Override
        public void next(long id, Approval approval) {
            newest = id;
            if (approval.isPending()) {
                expected.take(approval.digest(), gate.now())
                        .ifPresent(path -> Thread.ofVirtual()
                                .name("licet-preview-" + approval.id().text())
                                .start(() -> tryOut(approval, path)));
            } else {
                ended(approval);
            }
        }

        @Override
        public void idle() {
            throwAwayUnwanted();
        }
    }

    private void tryOut(Approval approval, String path) {
        try {
            free.acquire();
            try {
                if (gate.approval(approval.id()).filter(Approval::isPending).isPresent()
                        && gate.previewTerms(approval) instanceof PreviewTerms.Within within
                        && isOurs(within.bounds())) {
                    keep(approval, run(approval.call(), within.bounds(), path));
                }
            } finally {
                free.release();
            }
        } catch (NotPreviewed | GateException | IOException e) {
            LOG.debug("there is no preview of {}: {}", approval.id().text(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("a preview failed", e);
        }
    }

    /** INVARIANT (rights): what another user's agent wants is not tried with the rights of this one. */
    private static boolean isOurs(Bounds bounds) throws IOException {
        Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        return self.equals(Files.getAttribute(Path.of(bounds.workspace()), "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }

    private PreviewRun run(ToolCall call, Bounds bounds, String path) throws NotPreviewed, InterruptedException {
        var environment = new HashMap<>(System.getenv());
        if (!path.isEmpty()) {
            environment.put("PATH", path);
        }
        String line = ToolTable.commandLine(call.arguments())
                .orElseThrow(() -> new GateException("a call of " + call.tool() + " has no command"));
        return PreviewRun.of(
                container.orElseThrow(),
                bounds,
                Path.of(ToolTable.directory(call)
                        .orElseThrow(() -> new GateException("it is not known where it runs"))),
                environment,
                Container.bash(line),
                changes -> gate.refused(call, changes));
    }

    private void keep(Approval approval, PreviewRun run) {
        boolean known = false;
        try {
            known = put(approval.digest(), run) && gate.previewed(approval, run.preview());
        } finally {
            if (!known) {
                throwAway(all -> all.values().removeIf(there -> there.run() == run));
                run.close();
            }
        }
    }

    /** Whether {@code run} is kept from now on: not once this is closed. */
    private boolean put(CallDigest digest, PreviewRun run) {
        throwAway(all -> all.remove(digest));
        lock.lock();
        try {
            if (!closed) {
                kept.put(digest, new Kept(run, Optional.empty()));
            }
        } finally {
            lock.unlock();
        }
        throwAway(all -> {
            while (all.size() > MAX_KEPT) {
                all.remove(all.keySet().iterator().next());
            }
        });
        return isKept(digest);
    }

    private boolean isOpen() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private boolean isKept(CallDigest digest) {
        lock.lock();
        try {
            return kept.containsKey(digest);
        } finally {
            lock.unlock();
        }
    }

    /** Takes away what {@code removal} removes, and then, without the lock, the files of it. */
    private void throwAway(Consumer<Map<CallDigest, Kept>> removal) {
        var gone = new ArrayList<Kept>();
        lock.lock();
        try {
            gone.addAll(kept.values());
            removal.accept(kept);
            gone.removeAll(kept.values());
        } finally {
            lock.unlock();
        }
        gone.forEach(one -> one.run().close());
    }

    /** What is approved is kept for a while; the rest nobody wants. */
    private void ended(Approval approval) {
        boolean approved = approval.state() instanceof ApprovalState.Approved
                && approval.putInPlace().isPresent();
        if (!approved) {
            throwAway(all -> all.remove(approval.digest()));
            return;
        }
        lock.lock();
        try {
            kept.computeIfPresent(
                    approval.digest(),
                    (digest, there) ->
                            new Kept(there.run(), Optional.of(gate.now().plus(KEPT_ONCE_APPROVED))));
        } finally {
            lock.unlock();
        }
    }

    private void throwAwayUnwanted() {
        Instant now = gate.now();
        throwAway(all -> all.values()
                .removeIf(one -> one.unwanted().filter(at -> !now.isBefore(at)).isPresent()));
    }

    @Override
    public Optional<JsonObject> put(Outcome.Allowed allowed) throws InterruptedException {
        Optional<PreviewRun> run = take(allowed);
        if (run.isEmpty()) {
            return Optional.empty();
        }
        try (PreviewRun tried = run.get()) {
            Tickets.Redeemed redeemed =
                    gate.tickets().redeem(allowed.ticket(), allowed.call().digest());
            if (redeemed instanceof Tickets.Redeemed.Refused refused) {
                throw new GateException("the ticket is refused: " + refused.why());
            }
            return Optional.of(put(allowed, tried).form());
        }
    }

    private PutInPlace put(Outcome.Allowed allowed, PreviewRun tried) throws InterruptedException {
        ToolCall call = allowed.call();
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var notes = new ArrayList<String>();
        int status = tried.put(changes -> gate.refused(call, changes), out, err, notes::add);
        try {
            var result = new Tickets.Result(status == 0, "exit status " + status);
            gate.tickets().finished(allowed.ticket(), call.digest(), result);
        } catch (GateException e) {
            // It is in place all the same.
            notes.add("the outcome is not on record: " + e.getMessage());
        }
        return new PutInPlace(
                status,
                Base64.getEncoder().encodeToString(out.toByteArray()),
                Base64.getEncoder().encodeToString(err.toByteArray()),
                notes);
    }

    private Optional<PreviewRun> take(Outcome.Allowed allowed) {
        lock.lock();
        try {
            Optional<PreviewRun> found = found(allowed);
            found.ifPresent(run -> kept.remove(allowed.call().digest()));
            return found;
        } finally {
            lock.unlock();
        }
    }

    private Optional<PreviewRun> found(Outcome.Allowed allowed) {
        return Optional.ofNullable(kept.get(allowed.call().digest()))
                .map(Kept::run)
                .filter(run ->
                        allowed.preview().equals(Optional.of(run.preview().digest())));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        throwAway(Map::clear);
    }
}
