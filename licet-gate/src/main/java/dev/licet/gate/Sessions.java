package dev.licet.gate;

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
import dev.licet.core.rule.Mode;
import dev.licet.core.session.Agent;
import dev.licet.core.session.FullAccess;
import dev.licet.core.session.Session;
import dev.licet.gate.permissions.AgentTypes;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
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

    /** How exactly it is noted when something happened last. */
    static final Duration TOUCH_EVERY = Duration.ofDays(1);

    private final Parts parts;
    private final ApprovalQueue queue;
    private final AgentTypes types;

    Sessions(Parts parts, ApprovalQueue queue, AgentTypes types) {
        this.parts = parts;
        this.queue = queue;
        this.types = types;
    }

    /** Which session; {@code actor} is who does something to it, for the audit. */
    public record Place(WorkerId worker, SessionId session, String actor) {}

    /** What is known of a session; a fresh one if nothing is. */
    public Session session(WorkerId worker, SessionId session) {
        return parts.sessions()
                .of(worker, session)
                .session()
                .after(new Session.Event.Tick(parts.clock().instant()));
    }

    /** The sessions of which something is known, that which changed last first; at most {@link #MAX_LISTED}. */
    public List<Session> all() {
        return parts.store().read(queries -> queries.sessions(MAX_LISTED));
    }

    /** Begins a turn; what was granted for an earlier one has ended. */
    public Session startTurn(Place place, TurnId turn) {
        return change(
                place,
                new Session.Event.TurnStarted(turn),
                "turn started",
                (change, after) ->
                        endTurnGrants(change, place, lifetime -> !lifetime.id().equals(turn)));
    }

    /** Ends a turn, and what was granted for it. */
    public Session endTurn(Place place, TurnId turn) {
        return change(
                place,
                new Session.Event.TurnEnded(turn),
                "turn ended",
                (change, after) ->
                        endTurnGrants(change, place, lifetime -> lifetime.id().equals(turn)));
    }

    private void endTurnGrants(Change change, Place place, Predicate<Lifetime.Turn> which) {
        endGrants(
                change,
                place,
                grant -> grant.lifetime() instanceof Lifetime.Turn lifetime && which.test(lifetime),
                "its turn has ended");
    }

    private void endGrants(Change change, Place place, Predicate<Grant> which, String why) {
        change.queries().grants(place.worker(), place.session()).stream()
                .filter(which)
                .forEach(grant -> {
                    audit(change, AuditStep.REVOKED, place, AuditForms.revoked(grant, why));
                    change.removeGrant(grant.id());
                });
    }

    private void audit(Change change, AuditStep step, Place place, JsonObject what) {
        change.audit(
                step,
                parts.clock().instant(),
                new AuditSubject(place.worker().text(), place.session().text(), ""),
                what.with("by", place.actor()));
    }

    /** Chooses a mode for this session alone; empty for the configured one. */
    public Session chooseMode(Place place, Optional<Mode> mode) {
        return change(
                place,
                new Session.Event.ModeChosen(mode),
                "mode " + mode.map(Mode::text).orElse("as configured"),
                (change, after) -> {});
    }

    /** Chooses the folder that the session works in: an absolute path. Calls do not change it. */
    public Session chooseWorkspace(Place place, String directory) {
        if (!directory.startsWith("/")) {
            throw new IllegalArgumentException("the folder `" + directory + "` is not an absolute path");
        }
        return change(
                place, new Session.Event.WorkspaceChosen(directory), "workspace " + directory, (change, after) -> {});
    }

    /** From now on the session may only read, until it is told otherwise. */
    public Session startPlan(Place place) {
        return change(place, new Session.Event.PlanStarted(), "plan started", (change, after) -> {});
    }

    public Session endPlan(Place place) {
        return change(place, new Session.Event.PlanEnded(), "plan ended", (change, after) -> {});
    }

    /** Lets everything through that vetoes, denies and the floor leave, within bounds; ended or not, it starts anew. */
    public Session giveFullAccess(Place place, FullAccess access) {
        return change(place, new Session.Event.FullAccessGiven(access), "full access given", (change, after) -> {});
    }

    /** Ends full access, or the checkpoint that it left behind. */
    public Session endFullAccess(Place place) {
        return change(place, new Session.Event.FullAccessEnded(), "full access ended", (change, after) -> {});
    }

    /**
     * A subagent starts. From now on its calls are judged by what its type denies, too.
     *
     * @throws IllegalArgumentException when there is no such type, its parent does not run, or the id runs already
     */
    public Session startAgent(Place place, AgentStart start) {
        var agent = new Agent(start.id(), start.type(), start.parent(), types.layers(start.type(), start.workspace()));
        return change(
                place,
                new Session.Event.AgentStarted(agent),
                "agent " + start.id().text() + " (" + start.type() + ") started",
                (change, after) -> {
                    // What an earlier agent of this name was granted or answered is not for this one.
                    endGrants(
                            change,
                            place,
                            grant -> grant.scope().agent().equals(Optional.of(start.id())),
                            "another subagent has its name");
                    change.discardAnswers(place.worker(), place.session(), Set.of(start.id()));
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
    public Session endAgent(Place place, AgentId id) {
        Set<AgentId> gone = parts.store()
                .read(queries -> queries.session(place.worker(), place.session()))
                .withDescendants(id);
        Session after =
                change(place, new Session.Event.AgentEnded(id), "agent " + id.text() + " ended", (change, session) -> {
                    endGrants(
                            change,
                            place,
                            grant ->
                                    grant.scope().agent().filter(gone::contains).isPresent(),
                            "its subagent has ended");
                    change.discardAnswers(place.worker(), place.session(), gone);
                });
        cancel(
                pending(place).stream()
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

    private Session change(Place place, Session.Event event, String what, Also also) {
        Session changed = parts.store().write(change -> {
            Session before = change.queries().session(place.worker(), place.session());
            Session after = before.after(event);
            audit(change, AuditStep.SESSION, place, JsonObject.empty().with("event", what));
            change.put(after, parts.clock().instant());
            also.happen(change, after);
            return after;
        });
        parts.sessions().changed(place.worker(), place.session());
        return changed;
    }

    private List<Approval> pending(Place place) {
        return parts.store().read(queries -> queries.pending(place.worker(), place.session()));
    }

    private int cancel(List<Approval> approvals, CancelReason reason) {
        return queue.end(approvals, new ApprovalState.Event.Cancel(parts.clock().instant(), reason));
    }

    /** Withdraws everything that a session waits for, as when its user interrupts it; says how many approvals that were. */
    public int abort(Place place) {
        parts.store().change(change -> change.discardAnswers(place.worker(), place.session(), Set.of()));
        return cancel(pending(place), CancelReason.ABORTED);
    }

    /** Ends a session: what it waits for is cancelled, its grants, agents and modes are gone. Says how many approvals that were. */
    public int end(Place place) {
        parts.store().change(change -> {
            audit(change, AuditStep.SESSION, place, JsonObject.empty().with("event", "session ended"));
            change.discardAnswers(place.worker(), place.session(), Set.of());
            change.removeSession(place.worker(), place.session());
        });
        parts.sessions().changed(place.worker(), place.session());
        return cancel(pending(place), CancelReason.SESSION_ENDED);
    }

    /** A worker has connected; its sessions go on as they were. */
    public void connect(WorkerId worker, String actor) {
        parts.store().change(change -> note(change, worker, actor, "worker connected"));
    }

    /** A worker is gone: what its sessions wait for is cancelled, and their subagents are gone. Says how many approvals that were. */
    public int disconnect(WorkerId worker, String actor) {
        parts.store().change(change -> {
            note(change, worker, actor, "worker disconnected");
            change.discardAnswers(worker);
        });
        for (Session session : parts.store().read(queries -> queries.sessions(worker))) {
            for (Agent agent : session.agents()) {
                if (agent.parent().isEmpty()) {
                    endAgent(new Place(worker, session.id(), actor), agent.id());
                }
            }
        }
        return cancel(parts.store().read(queries -> queries.pending(worker)), CancelReason.WORKER_GONE);
    }

    private void note(Change change, WorkerId worker, String actor, String event) {
        change.audit(
                AuditStep.SESSION,
                parts.clock().instant(),
                new AuditSubject(worker.text(), "", ""),
                JsonObject.empty().with("event", event).with("by", actor));
    }

    /** Forgets sessions that have been idle for {@link #IDLE}; says how many. */
    int evictIdle() {
        Instant before = parts.clock().instant().minus(IDLE);
        List<Session> idle = parts.store().read(queries -> queries.idleSessions(before, MAX_LISTED));
        idle.forEach(session -> end(new Place(session.worker(), session.id(), "gate")));
        return idle.size();
    }

    /** Every grant that holds in some session, the oldest first. */
    public List<Grant> grants() {
        Instant now = parts.clock().instant();
        return parts.store().read(queries -> queries.grants()).stream()
                .filter(grant -> !grant.hasEnded(now))
                .toList();
    }

    /** Takes a grant back; says whether there was one. */
    public boolean revoke(GrantId id, String actor) {
        Optional<Grant> revoked = parts.store().write(change -> {
            Optional<Grant> grant = change.queries().grants().stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst();
            grant.ifPresent(each -> {
                var place = new Place(each.scope().worker(), each.scope().session(), actor);
                audit(change, AuditStep.REVOKED, place, AuditForms.revoked(each, "taken back"));
                change.removeGrant(id);
            });
            return grant;
        });
        revoked.ifPresent(grant ->
                parts.sessions().changed(grant.scope().worker(), grant.scope().session()));
        return revoked.isPresent();
    }
}
