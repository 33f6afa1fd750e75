package dev.licet.gate.session;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Agent;
import dev.licet.core.session.FullAccess;
import dev.licet.core.session.Session;
import dev.licet.gate.approval.ApprovalQueue;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.data.RandomIds;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.permissions.AgentTypes;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What happens in sessions beside calls: turns, modes, full access, subagents, and their ends. Thread-safe; every method
 * returns once what happened stands, and may block on the disk.
 */
public final class Sessions {
    /** Most sessions that are listed. */
    public static final int MAX_LISTED = 1_000;

    /** A session in which nothing happened for so long, and nothing is pending, is forgotten with its grants. */
    public static final Duration IDLE = Duration.ofDays(30);

    private final Store store;
    private final CallJudge judge;
    private final ApprovalQueue queue;
    private final AgentTypes types;
    private final RandomIds ids = new RandomIds();

    public Sessions(Store store, CallJudge judge, ApprovalQueue queue, AgentTypes types) {
        this.store = store;
        this.judge = judge;
        this.queue = queue;
        this.types = types;
    }

    /** Which session; {@code actor} is who does something to it, for the audit. */
    public record Target(WorkerId worker, SessionId session, String actor) {}

    /** What is known of a session; a fresh one if nothing is. */
    public Session session(WorkerId worker, SessionId session) {
        return judge.sessions().of(worker, session).session().after(new Session.Event.Tick(judge.now()));
    }

    /** The sessions of which something is known, that which changed last first; at most {@link #MAX_LISTED}. */
    public List<Session> all() {
        return store.read(queries -> queries.sessions(MAX_LISTED));
    }

    /** Begins a turn; what was granted for an earlier one has ended. */
    public Session startTurn(Target target, TurnId turn) {
        return change(
                target,
                new Session.Event.TurnStarted(turn),
                "turn started",
                (change, after) ->
                        endTurnGrants(change, target, lifetime -> !lifetime.id().equals(turn)));
    }

    /** Ends a turn, and what was granted for it. */
    public Session endTurn(Target target, TurnId turn) {
        return change(
                target,
                new Session.Event.TurnEnded(turn),
                "turn ended",
                (change, after) ->
                        endTurnGrants(change, target, lifetime -> lifetime.id().equals(turn)));
    }

    private void endTurnGrants(Change change, Target target, Predicate<Lifetime.Turn> which) {
        endGrants(
                change,
                target,
                grant -> grant.lifetime() instanceof Lifetime.Turn lifetime && which.test(lifetime),
                "its turn has ended");
    }

    private void endGrants(Change change, Target target, Predicate<Grant> which, String why) {
        change.queries().grants(target.worker(), target.session()).stream()
                .filter(which)
                .forEach(grant -> {
                    audit(change, AuditStep.REVOKED, target, AuditForms.revoked(grant, why));
                    change.removeGrant(grant.id());
                });
    }

    private void audit(Change change, AuditStep step, Target target, JsonObject what) {
        change.audit(
                step,
                judge.now(),
                new AuditSubject(target.worker().text(), target.session().text(), ""),
                what.with("by", target.actor()));
    }

    /** Chooses a mode for this session alone; empty for the configured one. */
    public Session chooseMode(Target target, Optional<Mode> mode) {
        return change(
                target,
                new Session.Event.ModeChosen(mode),
                "mode " + mode.map(Mode::text).orElse("as configured"),
                (change, after) -> {});
    }

    /** Chooses the folder that the session works in: an absolute path. Calls do not change it. */
    public Session chooseWorkspace(Target target, String directory) {
        if (!directory.startsWith("/")) {
            throw new IllegalArgumentException("the folder `" + directory + "` is not an absolute path");
        }
        return change(
                target, new Session.Event.WorkspaceChosen(directory), "workspace " + directory, (change, after) -> {});
    }

    /** From now on the session may only read, until it is told otherwise. */
    public Session startPlan(Target target) {
        return change(target, new Session.Event.PlanStarted(), "plan started", (change, after) -> {});
    }

    public Session endPlan(Target target) {
        return change(target, new Session.Event.PlanEnded(), "plan ended", (change, after) -> {});
    }

    /** From now on every call of the session waits that is not denied, whatever rules and grants allow. */
    public Session pause(Target target) {
        return change(target, new Session.Event.Paused(target.actor()), "paused", (change, after) -> {});
    }

    /** The session goes on: what waits only for that is judged as ever. */
    public Session resume(Target target) {
        return change(target, new Session.Event.Resumed(), "resumed", (change, after) -> {});
    }

    /** Lets everything through that vetoes, denies and the floor leave, within bounds; ended or not, it starts anew. */
    public Session giveFullAccess(Target target, FullAccess access) {
        return change(target, new Session.Event.FullAccessGiven(access), "full access given", (change, after) -> {});
    }

    /**
     * Lets everything through that {@code rules} name and neither a deny nor the floor stops, until {@link #endAllowed}: for
     * modes of other systems, which are more than one of Licet's.
     *
     * @param channel which of them
     */
    public void allow(Target target, List<RuleText> rules, String channel) {
        var grant = new Grant(
                new GrantId(ids.text()),
                GrantKind.TOOL,
                rules,
                Optional.empty(),
                new Grant.Scope(target.worker(), target.session(), Optional.empty()),
                new Lifetime.Session(),
                judge.now(),
                new Grant.Giver(target.actor(), channel));
        store.change(change -> {
            audit(change, AuditStep.GRANTED, target, AuditForms.granted(grant));
            change.add(grant);
        });
        judge.sessions().changed(target.worker(), target.session());
    }

    /** Takes back what was allowed by {@link #allow} for {@code channel}. */
    public void endAllowed(Target target, String channel) {
        store.change(change ->
                endGrants(change, target, grant -> grant.giver().channel().equals(channel), "its mode has ended"));
        judge.sessions().changed(target.worker(), target.session());
    }

    /** Ends full access, or the checkpoint that it left behind. */
    public Session endFullAccess(Target target) {
        return change(target, new Session.Event.FullAccessEnded(), "full access ended", (change, after) -> {});
    }

    /**
     * A subagent starts. From now on its calls are judged by what its type denies, too.
     *
     * @throws IllegalArgumentException when there is no such type, its parent does not run, or the id runs already
     */
    public Session startAgent(Target target, AgentStart start) {
        var agent = new Agent(start.id(), start.type(), start.parent(), types.layers(start.type(), start.workspace()));
        return change(
                target,
                new Session.Event.AgentStarted(agent),
                "agent " + start.id().text() + " (" + start.type() + ") started",
                (change, after) -> {
                    // What an earlier agent of this name was granted or answered is not for this one.
                    endGrants(
                            change,
                            target,
                            grant -> grant.scope().agent().equals(Optional.of(start.id())),
                            "another subagent has its name");
                    change.discardAnswers(target.worker(), target.session(), Set.of(start.id()));
                });
    }

    /**
     * A subagent that starts.
     *
     * @param type {@code explore}, {@code general}, or what {@code workspace} defines
     * @param workspace absolute path of the folder whose definitions of types count; empty for none
     */
    public record AgentStart(AgentId id, String type, Optional<AgentId> parent, String workspace) {}

    /** A subagent is done, and with it those that it started: what they wait for is cancelled, what was granted in them ends. */
    public Session endAgent(Target target, AgentId id) {
        Set<AgentId> gone = store.read(queries -> queries.session(target.worker(), target.session()))
                .withDescendants(id);
        Session after =
                change(target, new Session.Event.AgentEnded(id), "agent " + id.text() + " ended", (change, session) -> {
                    endGrants(
                            change,
                            target,
                            grant ->
                                    grant.scope().agent().filter(gone::contains).isPresent(),
                            "its subagent has ended");
                    change.discardAnswers(target.worker(), target.session(), gone);
                });
        cancel(
                pending(target).stream()
                        .filter(approval -> approval.call()
                                .context()
                                .agent()
                                .filter(gone::contains)
                                .isPresent())
                        .toList(),
                CancelReason.AGENT_ENDED);
        return after;
    }

    /** What else happens in the same transaction. */
    private interface Also {
        void happen(Change change, Session after);
    }

    private Session change(Target target, Session.Event event, String what, Also also) {
        Session changed = store.write(change -> {
            Session before = change.queries().session(target.worker(), target.session());
            Session after = before.after(event);
            audit(change, AuditStep.SESSION, target, JsonObject.empty().with("event", what));
            change.put(after, judge.now());
            also.happen(change, after);
            return after;
        });
        judge.sessions().changed(target.worker(), target.session());
        return changed;
    }

    private List<Approval> pending(Target target) {
        return store.read(queries -> queries.pending(target.worker(), target.session()));
    }

    private int cancel(List<Approval> approvals, CancelReason reason) {
        return queue.end(approvals, new ApprovalState.Event.Cancel(judge.now(), reason));
    }

    /** Withdraws everything that a session waits for, as when its user interrupts it; says how many approvals that were. */
    public int abort(Target target) {
        int cancelled = cancel(pending(target), CancelReason.ABORTED);
        // What was answered until then releases nothing either.
        store.change(change -> change.discardAnswers(target.worker(), target.session(), Set.of()));
        return cancelled;
    }

    /** Ends a session: what it waits for is cancelled, its grants, agents and modes are gone. Says how many approvals that were. */
    public int end(Target target) {
        store.change(change -> {
            audit(change, AuditStep.SESSION, target, JsonObject.empty().with("event", "session ended"));
            change.removeSession(target.worker(), target.session());
        });
        judge.sessions().changed(target.worker(), target.session());
        int cancelled = cancel(pending(target), CancelReason.SESSION_ENDED);
        store.change(change -> change.discardAnswers(target.worker(), target.session(), Set.of()));
        return cancelled;
    }

    /** A worker has connected; its sessions go on as they were. */
    public void connect(WorkerId worker, String actor) {
        store.change(change -> note(change, worker, actor, "worker connected"));
    }

    /** A worker is gone: what its sessions wait for is cancelled, and their subagents are gone. Says how many approvals that were. */
    public int disconnect(WorkerId worker, String actor) {
        store.change(change -> note(change, worker, actor, "worker disconnected"));
        for (Session session : store.read(queries -> queries.sessions(worker))) {
            for (Agent agent : session.agents()) {
                if (agent.parent().isEmpty()) {
                    endAgent(new Target(worker, session.id(), actor), agent.id());
                }
            }
        }
        int cancelled = cancel(store.read(queries -> queries.pending(worker)), CancelReason.WORKER_GONE);
        store.change(change -> change.discardAnswers(worker));
        return cancelled;
    }

    private void note(Change change, WorkerId worker, String actor, String event) {
        change.audit(
                AuditStep.SESSION,
                judge.now(),
                new AuditSubject(worker.text(), "", ""),
                JsonObject.empty().with("event", event).with("by", actor));
    }

    /** Forgets sessions that have been idle for {@link #IDLE}; says how many. */
    public int evictIdle() {
        Instant before = judge.now().minus(IDLE);
        List<Session> idle = store.read(queries -> queries.idleSessions(before, MAX_LISTED));
        idle.forEach(session -> end(new Target(session.worker(), session.id(), "gate")));
        return idle.size();
    }

    /** Every grant that holds in some session, the oldest first. */
    public List<Grant> grants() {
        Instant now = judge.now();
        return store.read(queries -> queries.grants()).stream()
                .filter(grant -> !grant.hasEnded(now))
                .toList();
    }

    /** Takes a grant back; says whether there was one. */
    public boolean revoke(GrantId id, String actor) {
        Optional<Grant> revoked = store.write(change -> {
            Optional<Grant> grant = change.queries().grants().stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst();
            grant.ifPresent(each -> {
                var target = new Target(each.scope().worker(), each.scope().session(), actor);
                audit(change, AuditStep.REVOKED, target, AuditForms.revoked(each, "taken back"));
                change.removeGrant(id);
            });
            return grant;
        });
        revoked.ifPresent(grant ->
                judge.sessions().changed(grant.scope().worker(), grant.scope().session()));
        return revoked.isPresent();
    }
}
