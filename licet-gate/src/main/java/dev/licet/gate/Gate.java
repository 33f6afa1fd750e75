package dev.licet.gate;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.Recording;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Outside;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Policy;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.approval.ApprovalQueue;
import dev.licet.gate.approval.Rejudging;
import dev.licet.gate.approval.RememberedAnswers;
import dev.licet.gate.approval.Waiters;
import dev.licet.gate.audit.Audit;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.disk.DiskView;
import dev.licet.gate.grant.GrantMaker;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.gate.grant.GrantPreview;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.grant.Proposals;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.judge.SessionCache;
import dev.licet.gate.outbox.ChannelRecord;
import dev.licet.gate.outbox.Deliveries;
import dev.licet.gate.path.AnswerCollector;
import dev.licet.gate.path.Batches;
import dev.licet.gate.path.Calls;
import dev.licet.gate.path.HeldCalls;
import dev.licet.gate.permissions.AgentTypes;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.session.Skills;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Store;
import dev.licet.gate.store.StoredEvent;
import dev.licet.gate.ticket.LocalTickets;
import dev.licet.gate.ticket.TicketIssuer;
import dev.licet.gate.ticket.Tickets;
import dev.licet.shell.Fact;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The running gate of one data directory. Thread-safe; every method may block on the disk, and {@link #submit} on a
 * person, so call it from virtual threads.
 */
public final class Gate implements AutoCloseable {
    /** So long the files of rules are taken as they were seen, by a gate in memory. */
    private static final Duration BURST = Duration.ofMillis(1);

    /** So many of the newest approvals tell what a choice would have matched. */
    private static final int HISTORY = 500;

    private final DataDirectory directory;
    private final Optional<FileLock> directoryLock;
    private final String home;
    private final InstantSource clock;
    private final FileView disk = new DiskView();
    private final ChangeSignal signal = new ChangeSignal();
    private final Store store;
    private final CallJudge judge;
    private final GrantMaker grants;
    private final Tickets tickets;
    private final LocalTickets localTickets;
    private final Waiters waiters;
    private final ApprovalQueue queue;
    private final RememberedAnswers remembered;
    private final Calls calls;
    private final Sessions sessions;
    private final Skills skills;
    private final Rules rules;
    private final Deliveries deliveries;
    private final Audit audit;
    private final Maintenance maintenance;
    private final OtherGates others;

    /** What a gate is made of before anything is put together. */
    private record Parts(
            DataDirectory directory,
            Optional<FileLock> lock,
            Store store,
            PolicyFiles files,
            TicketKey key,
            Recording recording) {}

    private Gate(Parts parts, InstantSource clock) {
        this.directory = parts.directory();
        this.directoryLock = parts.lock();
        this.clock = clock;
        this.home = home();
        this.store = parts.store();
        try {
            TicketKey key = parts.key();
            PolicyFiles files = parts.files();
            files.worker(WorkerId.STANDARD).seed();
            this.judge = new CallJudge(files, new SessionCache(store), this::context, clock);
            var proposals = new Proposals(judge);
            this.grants = new GrantMaker(proposals);
            this.tickets = new Tickets(store, key, clock);
            this.localTickets = new LocalTickets(store, clock);
            this.waiters = new Waiters();
            this.queue = new ApprovalQueue(store, judge.sessions(), waiters, clock);
            var rejudging = new Rejudging(store, queue, judge);
            this.remembered = new RememberedAnswers(store, queue, judge, rejudging, key.id());
            var issuer = new TicketIssuer(tickets, localTickets, clock);
            var collector = new AnswerCollector(store, judge, issuer);
            this.calls =
                    new Calls(store, judge, issuer, new HeldCalls(store, proposals, waiters, collector, remembered));
            this.sessions = new Sessions(store, judge, queue, new AgentTypes(home));
            this.skills = new Skills(store, judge, calls);
            this.rules = new Rules(store, proposals);
            this.deliveries = new Deliveries(store, clock);
            // An audit in memory ends with the gate, and needs nothing that tells whether its end was cut off.
            this.audit = new Audit(store, key, store.isInMemory() ? Optional.empty() : Optional.of(directory), clock);
            audit.begin();
            this.maintenance = new Maintenance(
                    store,
                    clock,
                    new Maintenance.Work(judge, queue, remembered, rejudging, sessions, audit),
                    parts.recording() instanceof Recording.Newest newest ? newest.entries() : 1);
            store.onCommit(() -> {
                signal.ring();
                audit.committed();
                maintenance.committed();
            });
            remembered.saveRest();
            maintenance.begin(directoryLock.isPresent());
            this.others = new OtherGates(store, judge.sessions(), waiters, signal);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static Store store(DataDirectory directory, GateOptions.Storage storage) {
        return switch (storage) {
            case GateOptions.Storage.Memory memory -> Store.memory(Recording.STANDARD);
            case GateOptions.Storage.File file -> Store.sqlite(directory.database());
            case GateOptions.Storage.Postgres postgres -> Store.postgres(postgres.url());
        };
    }

    /** A gate that writes nothing to the disk is fast enough for looking at files to be what takes the time. */
    private static Duration burst(GateOptions.Storage storage) {
        return storage instanceof GateOptions.Storage.Memory ? BURST : Duration.ZERO;
    }

    private static String home() {
        return System.getProperty("user.home", "/");
    }

    /**
     * A gate in memory, with {@code rules} for every worker: no file, no thread of its own, and nothing that has to be
     * closed. What it knows is gone with it.
     *
     * @param rules a {@code permissions.jsonc}
     */
    public static Gate inMemory(String rules, Recording recording, InstantSource clock) {
        DataDirectory nowhere = DataDirectory.nowhere();
        var files = PolicyFiles.given(nowhere, rules, home(), BURST);
        return new Gate(
                new Parts(nowhere, Optional.empty(), Store.memory(recording), files, DataDirectory.newKey(), recording),
                clock);
    }

    /**
     * Opens the gate of {@code directory}; pending approvals of an earlier run wait on.
     *
     * @throws GateException when the directory is in use or cannot be used
     */
    public static Gate open(DataDirectory directory, InstantSource clock) {
        return open(directory, clock, GateOptions.STANDARD);
    }

    /** The same with {@code options}. */
    public static Gate open(DataDirectory directory, InstantSource clock, GateOptions options) {
        FileLock lock = directory.lock();
        try {
            var files = new PolicyFiles(directory, home(), options.choice(), burst(options.storage()));
            Store store = store(directory, options.storage());
            return new Gate(
                    new Parts(directory, Optional.of(lock), store, files, directory.key(), Recording.STANDARD), clock);
        } catch (RuntimeException e) {
            release(lock);
            throw e;
        }
    }

    private static void release(FileLock lock) {
        try {
            lock.acquiredBy().close();
        } catch (IOException e) {
            throw new GateException("the data directory cannot be released: " + e.getMessage(), e);
        }
    }

    /** The decision on {@code call} as things are now, without holding it and without a trace. */
    public Decision decide(ToolCall call) {
        return judge.decide(call);
    }

    /** Whether hooks of agents are only to be observed, as the owner says in {@code licet.yaml}: nothing they ask is held. */
    public boolean observesHooks() {
        return judge.files().observesHooks();
    }

    /** The decision on {@code call}, which is put on record as one that has no effect. */
    public Decision observe(ToolCall call) {
        return calls.observe(call);
    }

    /** What {@code call}, on which the decision is {@code decision}, would do to files outside of its workspace. */
    public List<Fact> outside(ToolCall call, Decision decision) {
        return Outside.of(decision, context(call));
    }

    /** Which of {@code changes}, made by {@code call} within its bounds, may not be put in place, and why. */
    public List<RefusedChange> refused(ToolCall call, List<FileChange> changes) {
        return judge.refused(call, changes);
    }

    /** Whether the call of {@code approval} may be run within bounds before it is answered, to see what it changes. */
    public PreviewTerms previewTerms(Approval approval) {
        return approval.isPending() ? judge.preview(approval.call()) : new PreviewTerms.Not("it is answered");
    }

    /** Notes what the call of {@code approval} did when it was tried; says whether it still waits, and may be tried. */
    public boolean previewed(Approval approval, Preview preview) {
        return judge.previewObstacle(approval.call()).isEmpty() && queue.previewed(approval.id(), preview);
    }

    /** Records that {@code refused}, of what {@code call} has changed within its bounds, stay as they are. */
    public void keptOut(ToolCall call, List<RefusedChange> refused) {
        if (!refused.isEmpty()) {
            store.change(change ->
                    change.audit(AuditStep.BOUNDED, now(), AuditSubject.of(call), AuditForms.bounded(call, refused)));
        }
    }

    /** Records which hosts {@code call} reached within its bounds, and which it did not. */
    public void connected(ToolCall call, List<HostUse> uses) {
        // Where there are too many for one entry those are kept to which most was sent.
        Map<Boolean, List<HostUse>> byReach = uses.stream()
                .sorted(Comparator.comparingLong(HostUse::sent).reversed())
                .collect(Collectors.partitioningBy(HostUse::isReached));
        byReach.forEach((reached, some) -> {
            AuditStep step = reached ? AuditStep.CONNECTED : AuditStep.BOUNDED;
            if (!some.isEmpty()) {
                store.change(change -> change.audit(step, now(), AuditSubject.of(call), AuditForms.hosts(call, some)));
            }
        });
    }

    /** Notes that {@code call} could not do its work within its bounds: made again within an hour, it is asked. */
    public void outgrew(CallDigest call) {
        judge.outgrew(call);
        store.change(change -> change.audit(AuditStep.BOUNDED, now(), AuditSubject.GATE, AuditForms.outgrew(call)));
    }

    /** The rules that hold for {@code worker} in no workspace in particular, with what is wrong with their files. */
    public Policy policy(WorkerId worker) {
        return judge.files().policy(worker, "").at(now());
    }

    /** The preset that holds now. */
    public Preset preset() {
        return judge.files().preset();
    }

    /** The same as {@link #submit(Submission)}, to be executed with a ticket. */
    public Outcome submit(ToolCall call, Duration wait) throws InterruptedException {
        return submit(new Submission(call, wait, Execution.TICKET));
    }

    /**
     * Judges a call and, if a person has to be asked, waits for their answer.
     *
     * <p>The same call submitted again joins the pending approval and takes over the wait of the earlier submission,
     * which is denied: one answer releases one call.
     *
     * @throws GateException when it cannot be recorded; the call must not be executed then
     */
    public Outcome submit(Submission submission) throws InterruptedException {
        return calls.submit(submission);
    }

    /** Submits the calls of one reply of a model; what it gives is in their order. */
    public List<Outcome> submit(List<Submission> batch, Presentation presentation) throws InterruptedException {
        return Batches.submit(batch, presentation, calls);
    }

    /** Approves one call, once. */
    public Answered approveOnce(ApprovalId id, Answer answer) {
        return queue.approve(id, answer, Optional.empty());
    }

    /** Approves one call, once, to be run, whatever it did when it was tried within bounds. */
    public Answered approveRun(ApprovalId id, Answer answer) {
        return queue.approveRun(id, answer);
    }

    /**
     * Approves a call with other arguments, once. What it becomes is judged like any call: where a rule denies it, the
     * answer is refused and nothing changes.
     */
    public Answered approveEdited(ApprovalId id, JsonObject arguments, Answer answer) {
        Optional<Approval> approval = approval(id);
        if (approval.isPresent()
                && decide(approval.get().call().withArguments(arguments)) instanceof Decision.Deny deny) {
            return new Answered.Refused(
                    "with these arguments it is denied: " + dev.licet.core.display.Sentences.denied(deny));
        }
        return queue.approve(id, answer, Optional.of(arguments));
    }

    /**
     * Approves a call and remembers the rules that its approval shows, so that it is not asked again. Other pending calls
     * of the session that are allowed now are approved with it.
     *
     * @throws GateException when the rules cannot be saved; the approval stays pending
     */
    public Answered approveAlways(ApprovalId id, Answer answer) {
        return remembered.approve(id, answer, approval -> grants.always(approval, answer));
    }

    /**
     * Approves a call and remembers what {@code wanted} says; other pending calls of the session that are allowed now are
     * approved with it.
     *
     * @throws GateException when a rule cannot be saved; the approval stays pending
     */
    public Answered approve(ApprovalId id, GrantRequest wanted, Answer answer) {
        return remembered.approve(id, answer, approval -> grants.remembered(approval, wanted, answer));
    }

    /** What approving {@code approval} may leave behind, the narrowest first, with what it would have matched lately. */
    public List<GrantOffer> offers(Approval approval) {
        return grants.offers(approval, newest(HISTORY));
    }

    /** What {@code rules} would allow that a person wrote for {@code approval}, and would have allowed lately. */
    public GrantPreview preview(Approval approval, GrantRequest.Wanted.Written rules) {
        return grants.preview(approval, rules, newest(HISTORY));
    }

    /** Rejects a call; the answer's comment is told to the model. */
    public Answered reject(ApprovalId id, RejectMode mode, Answer answer) {
        return queue.reject(id, answer, mode);
    }

    /** Withdraws one call that waits; says whether it still did. */
    public boolean cancel(ApprovalId id) {
        return queue.end(approval(id).stream().toList(), new ApprovalState.Event.Cancel(now(), CancelReason.ABORTED))
                == 1;
    }

    /** What happens in sessions beside calls. */
    public Sessions sessions() {
        return sessions;
    }

    /** What skills bring for a turn. */
    public Skills skills() {
        return skills;
    }

    /** The rules of workers. */
    public Rules rules() {
        return rules;
    }

    /** Permissions to execute. */
    public Tickets tickets() {
        return tickets;
    }

    /** Permissions to execute in this process. */
    public LocalTickets localTickets() {
        return localTickets;
    }

    /** Who is told when approvals end. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** What is known of the channel called {@code name}, here and by other gates on the same database. */
    public ChannelRecord channel(String name) {
        return new ChannelRecord(store, clock, tickets.keyId(), name);
    }

    /** The record of what happened. */
    public Audit audit() {
        return audit;
    }

    public Optional<Approval> approval(ApprovalId id) {
        return store.read(queries -> queries.find(id));
    }

    /** Every pending approval, the oldest first. */
    public List<Approval> pending() {
        return store.read(queries -> queries.pending());
    }

    /** How many approvals are pending. */
    public int pendingCount() {
        return store.read(queries -> queries.pendingCount());
    }

    /** The newest {@code limit} approvals in any state, the newest first. */
    public List<Approval> newest(int limit) {
        return store.read(queries -> queries.newest(limit));
    }

    /** The id of the newest event. */
    public long lastEvent() {
        return store.read(queries -> queries.lastEvent());
    }

    /** Events above {@code id}, waiting up to {@code wait} for the first; none when the time is up. */
    public List<StoredEvent> eventsAfter(long id, int limit, Duration wait) throws InterruptedException {
        return signal.await(wait, () -> {
                    List<StoredEvent> events = store.read(queries -> queries.eventsAfter(id, limit));
                    return events.isEmpty() ? Optional.empty() : Optional.of(events);
                })
                .orElse(List.of());
    }

    /** The current time, by the gate's clock. */
    public Instant now() {
        return clock.instant();
    }

    private JudgeContext context(ToolCall call) {
        return new JudgeContext(call.directory(), home, directory.path().toString(), disk);
    }

    /** Ends every wait: held calls get {@link Outcome.Held}, followers of events are interrupted. Approvals stay pending. */
    public void stopWaiting() {
        signal.close();
        waiters.close();
    }

    @Override
    public void close() {
        stopWaiting();
        maintenance.close();
        others.close();
        audit.close();
        store.close();
        directoryLock.ifPresent(Gate::release);
    }
}
