package dev.licet.gate;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.FileView;
import dev.licet.core.policy.Policy;
import dev.licet.core.policy.RuleText;
import dev.licet.core.policy.Surroundings;
import dev.licet.core.preset.Replies;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.store.ApprovalStore;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The running gate of one data directory. Thread-safe; every method may block on the disk, and {@link #submit} on a
 * person, so call it from virtual threads.
 */
public final class Gate implements AutoCloseable {
    /** Most approvals that may be pending; further calls are denied. */
    public static final int MAX_PENDING = 10_000;

    /** Longest time that one submission waits; the approval itself stays. */
    public static final Duration MAX_WAIT = Duration.ofHours(1);

    /** So many of the newest approvals tell what a choice would have matched. */
    private static final int HISTORY = 500;

    /** How long an answer stays valid for a call that was not connected when it was given. */
    public static final Duration COLLECT_WITHIN = Duration.ofMinutes(10);

    private final DataDirectory directory;
    private final FileLock directoryLock;
    private final ApprovalStore store;
    private final InstantSource clock;
    private final Supplier<ApprovalId> ids;
    private final FileView disk = new DiskView();
    private final String home;
    private final PolicyFiles files;
    private final Memory memory;
    private final ReentrantLock answering = new ReentrantLock();
    private final Waiters waiters = new Waiters();
    private final Bell bell = new Bell();

    private Gate(
            DataDirectory directory,
            FileLock directoryLock,
            InstantSource clock,
            String home,
            PolicyFiles.Choice choice) {
        this.directory = directory;
        this.directoryLock = directoryLock;
        this.store = ApprovalStore.open(directory.database());
        this.clock = clock;
        this.ids = new RandomIds();
        this.home = home;
        this.files = new PolicyFiles(directory, home, choice);
        this.memory = new Memory(files, this::surroundings, clock);
    }

    /**
     * Opens the gate of {@code directory}; pending approvals of an earlier run wait on.
     *
     * @throws GateException when the directory is in use or cannot be used
     */
    public static Gate open(DataDirectory directory, InstantSource clock) {
        return open(directory, clock, PolicyFiles.Choice.NONE);
    }

    /** The same with a preset or a mode that goes before what the files say. */
    public static Gate open(DataDirectory directory, InstantSource clock, PolicyFiles.Choice choice) {
        return new Gate(directory, directory.lock(), clock, System.getProperty("user.home", "/"), choice);
    }

    /** The decision on {@code call} as things are now, without holding it. */
    public Decision decide(ToolCall call) {
        return memory.decide(call);
    }

    /** The rules that hold for {@code worker} in no workspace in particular, with what is wrong with their files. */
    public Policy policy(WorkerId worker) {
        return files.policy(worker, "").at(clock.instant());
    }

    /**
     * Judges {@code call} and, if a person has to be asked, waits for their answer up to {@code wait}.
     *
     * <p>The same call submitted again joins the pending approval and takes over the wait of the earlier submission,
     * which is denied: one answer releases one call.
     */
    public Outcome submit(ToolCall call, Duration wait) throws InterruptedException {
        Decision decision = decide(call);
        return switch (decision) {
            case Decision.Allow allow ->
                // A grant may have been used up or taken back in the meantime: then it is asked anew.
                memory.grants().use(call, allow) ? new Outcome.Allowed(allow, "") : submit(call, wait);
            case Decision.Deny deny -> denied(call, deny);
            case Decision.Ask ask ->
                memory.isGranted(call, ask)
                        ? new Outcome.Allowed(ask, "")
                        : hold(call, ask, wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait);
        };
    }

    private Outcome denied(ToolCall call, Decision.Deny decision) {
        return new Outcome.Denied(decision, Replies.denied(files.preset(), call.tool(), decision));
    }

    private Outcome hold(ToolCall call, Decision.Ask decision, Duration wait) throws InterruptedException {
        Waiters.Ticket place;
        Approval approval;
        answering.lock();
        try {
            Instant since = clock.instant().minus(COLLECT_WITHIN);
            Optional<Approval> open = store.open(call.digest(), since);
            if (open.isEmpty() && store.pendingCount() >= MAX_PENDING) {
                return new Outcome.Denied(
                        decision, MAX_PENDING + " approvals are pending already; answer some of them first");
            }
            approval = open.isPresent() ? open.get() : ask(call, decision);
            if (!approval.isPending()) {
                return collect(approval, decision);
            }
            if (wait.isZero()) {
                return new Outcome.Held(decision, approval);
            }
            place = waiters.join(approval.id());
        } finally {
            answering.unlock();
        }
        return switch (place.await(wait)) {
            case TIMED_OUT -> new Outcome.Held(decision, approval);
            case TAKEN_OVER ->
                new Outcome.Denied(
                        decision, "The same call was submitted again and waits there; this one was not executed.");
            case ANSWERED -> collect(store.find(approval.id()).orElse(approval), decision);
        };
    }

    private Approval ask(ToolCall call, Decision.Ask decision) {
        Approval approval = Approval.pending(ids.get(), call, memory.always(call, decision), clock.instant());
        store.add(approval);
        bell.ring();
        return approval;
    }

    /** Takes an answer for the call that waits for it. The rules are asked once more: they may have become stricter. */
    private Outcome collect(Approval approval, Decision asked) {
        if (!store.collect(approval.id())) {
            return new Outcome.Denied(
                    asked,
                    "The answer to this call released the same call already; submit it again to be asked again.");
        }
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> new Outcome.Held(asked, approval);
            case ApprovalState.Rejected rejected ->
                new Outcome.Denied(
                        asked,
                        Replies.rejected(
                                files.preset(),
                                approval.call().tool(),
                                rejected.answer().comment()));
            case ApprovalState.Approved approved -> {
                Decision now = decide(approval.call());
                yield now instanceof Decision.Deny deny
                        ? denied(approval.call(), deny)
                        : new Outcome.Allowed(now, approved.answer().comment());
            }
        };
    }

    /** Approves one call, once. */
    public Answered approveOnce(ApprovalId id, Answer answer) {
        return answer(id, approval -> new ApprovalState.Event.Approve(answer, List.of()));
    }

    /**
     * Approves a call and saves the rules that its approval shows, so that it is not asked again. Other pending calls of
     * the session that are allowed now are approved with it.
     *
     * @throws GateException when the rules cannot be saved; the approval stays pending
     */
    public Answered approveAlways(ApprovalId id, Answer answer) {
        return remembering(id, answer, memory::rememberAlways);
    }

    /** What approving {@code approval} may leave behind, the narrowest first, with what it would have matched lately. */
    public List<Offer> offers(Approval approval) {
        return memory.offers(approval, store.newest(HISTORY));
    }

    /**
     * Approves a call and remembers what {@code wanted} says; other pending calls of the session that are allowed now are
     * approved with it.
     *
     * @throws GateException when a rule cannot be saved; the approval stays pending
     */
    public Answered approve(ApprovalId id, Remember wanted, Answer answer) {
        return remembering(id, answer, (approval, given) -> memory.remember(approval, wanted, given));
    }

    private interface Remembering {
        /** The rules that are saved; an {@code IllegalArgumentException} says why none can be. */
        List<RuleText> of(Approval approval, Answer answer);
    }

    private Answered remembering(ApprovalId id, Answer answer, Remembering remembering) {
        answering.lock();
        try {
            Optional<Approval> approval = store.find(id);
            if (approval.isEmpty()) {
                return new Answered.Unknown();
            }
            if (!approval.get().isPending()) {
                return new Answered.TooLate(approval.get());
            }
            List<RuleText> saved;
            try {
                saved = remembering.of(approval.get(), answer);
            } catch (IllegalArgumentException e) {
                return new Answered.Refused(String.valueOf(e.getMessage()));
            }
            boolean waiting = waiters.isWaiting(id);
            Answered answered = answer(id, found -> new ApprovalState.Event.Approve(answer, saved));
            if (!waiting) {
                // What is remembered allows the call from now on: the answer itself must not allow it once more later.
                store.collect(id);
            }
            cascade(approval.get(), answer);
            return answered;
        } finally {
            answering.unlock();
        }
    }

    /** Every grant that holds in some session. */
    public List<Grant> grants() {
        return memory.grants().all(clock.instant());
    }

    /** Takes a grant back; says whether there was one. */
    public boolean revoke(GrantId id) {
        return memory.grants().revoke(id);
    }

    /** Rejects a call; the answer's comment is told to the model. */
    public Answered reject(ApprovalId id, Answer answer) {
        return answer(id, approval -> new ApprovalState.Event.Reject(answer));
    }

    private interface Reply {
        ApprovalState.Event to(Approval approval);
    }

    private Answered answer(ApprovalId id, Reply reply) {
        answering.lock();
        try {
            Optional<Approval> before = store.find(id);
            if (before.isEmpty()) {
                return new Answered.Unknown();
            }
            if (!before.get().isPending()) {
                return new Answered.TooLate(before.get());
            }
            Approval after = before.get().after(reply.to(before.get()));
            if (!store.answer(after)) {
                return new Answered.TooLate(store.find(id).orElse(after));
            }
            bell.ring();
            waiters.answered(id);
            return new Answered.Applied(after);
        } finally {
            answering.unlock();
        }
    }

    /** A rule saved for one call may allow others that wait in the same session. */
    private void cascade(Approval cause, Answer answer) {
        for (Approval other : store.pending()) {
            boolean sameSession = other.call().session().equals(cause.call().session())
                    && other.call().worker().equals(cause.call().worker());
            if (sameSession
                    && decide(other.call()) instanceof Decision.Allow allowed
                    && memory.grants().use(other.call(), allowed)) {
                answer(
                        other.id(),
                        approval -> new ApprovalState.Event.Approve(
                                new Answer(answer.channel(), answer.at(), ""), List.of()));
            }
        }
    }

    public Optional<Approval> approval(ApprovalId id) {
        return store.find(id);
    }

    /** Every pending approval, the oldest first. */
    public List<Approval> pending() {
        return store.pending();
    }

    /** The newest {@code limit} approvals in any state, the newest first. */
    public List<Approval> newest(int limit) {
        return store.newest(limit);
    }

    /** The id of the newest event; events are the steps in the lives of approvals. */
    public long lastEvent() {
        return store.lastEvent();
    }

    /** Events above {@code id}, waiting up to {@code wait} for the first; none when the time is up. */
    public List<ApprovalStore.Event> eventsAfter(long id, int limit, Duration wait) throws InterruptedException {
        return bell.await(wait, () -> {
                    List<ApprovalStore.Event> events = store.eventsAfter(id, limit);
                    return events.isEmpty() ? Optional.empty() : Optional.of(events);
                })
                .orElse(List.of());
    }

    /** The current time, by the gate's clock. */
    public Instant now() {
        return clock.instant();
    }

    private Surroundings surroundings(ToolCall call) {
        return new Surroundings(call.directory(), home, directory.path().toString(), disk);
    }

    /** Ends every wait: held calls get {@link Outcome.Held}, followers of events are interrupted. Approvals stay pending. */
    public void stopWaiting() {
        bell.close();
        waiters.close();
    }

    @Override
    public void close() {
        stopWaiting();
        store.close();
        try {
            directoryLock.acquiredBy().close();
        } catch (IOException e) {
            throw new GateException("the data directory cannot be released: " + e.getMessage(), e);
        }
    }
}
