package dev.licet.core.session;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Mode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One session as the gate knows it.
 *
 * @param worker on which it runs
 * @param id what identifies it on that worker
 * @param terms what persons have chosen for it
 * @param turn the turn that runs
 * @param endedTurn the turn that ended last: what still comes of it has nothing that was granted for it
 * @param stopped the batches whose rest is rejected, because a person stopped the agent; the newest last
 * @param agents the subagents that run
 * @param workspace absolute path of the folder it works in: that of its first call, changed by a person only; empty before
 * @param source the program that made its first call, and what it works at now, as it says itself
 */
public record Session(
        WorkerId worker,
        SessionId id,
        SessionTerms terms,
        Optional<TurnId> turn,
        Optional<TurnId> endedTurn,
        List<BatchId> stopped,
        List<Agent> agents,
        String workspace,
        CallSource source) {
    /** So many stopped batches are remembered; an agent does not go back to an older one. */
    private static final int MAX_STOPPED = 100;

    /** Most subagents that may run at once. */
    public static final int MAX_AGENTS = 256;

    public Session {
        stopped = List.copyOf(stopped);
        agents = List.copyOf(agents);
    }

    /** A session of which nothing is known yet. */
    public static Session fresh(WorkerId worker, SessionId id) {
        return new Session(
                worker,
                id,
                SessionTerms.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                "",
                CallSource.UNKNOWN);
    }

    /** The mode that was chosen for it, in place of the configured one. */
    public Optional<Mode> mode() {
        return terms.mode();
    }

    /** Whether it may only read for now. */
    public boolean planning() {
        return terms.planning();
    }

    /** What lets everything through for a while. */
    public Optional<FullAccess> fullAccess() {
        return terms.fullAccess();
    }

    /** Why full access ended by itself; empty when it did not, or a person has seen to it. */
    public String checkpoint() {
        return terms.checkpoint();
    }

    /** What can happen in a session. */
    public sealed interface Event {

        /** The user sends a message; another turn that ran has ended. */
        record TurnStarted(TurnId turn) implements Event {}

        /** All that the message caused is done. */
        record TurnEnded(TurnId turn) implements Event {}

        /** A person chooses a mode, or none for the configured one. */
        record ModeChosen(Optional<Mode> mode) implements Event {}

        /** From now on it may only read. */
        record PlanStarted() implements Event {}

        record PlanEnded() implements Event {}

        /** From now on every call waits that is not denied. */
        record Paused(String by) implements Event {}

        record Resumed() implements Event {}

        /** A person lets everything through, within bounds. */
        record FullAccessGiven(FullAccess access) implements Event {}

        /** A person ends full access, or has seen that it ended. */
        record FullAccessEnded() implements Event {}

        /** Full access let a call through. */
        record CallPassed() implements Event {}

        /** The time is {@code at}. */
        record Tick(Instant at) implements Event {}

        record AgentStarted(Agent agent) implements Event {}

        /** A subagent is done, and with it those that it started. */
        record AgentEnded(AgentId agent) implements Event {}

        /** A person stops the agent in the middle of a batch. */
        record Stopped(BatchId batch) implements Event {}

        /**
         * {@code source} makes a call from {@code directory}: the first one says where the session works, and for whom; each
         * may say at what.
         */
        record Entered(String directory, CallSource source) implements Event {}

        /** A person chooses the folder that it works in. */
        record WorkspaceChosen(String directory) implements Event {}
    }

    /**
     * The session after {@code event}.
     *
     * @throws IllegalArgumentException when an agent starts whose parent does not run, or whose id runs already
     */
    public Session after(Event event) {
        return switch (event) {
            case Event.TurnStarted started -> turnStarted(started.turn());
            case Event.TurnEnded ended ->
                turn.filter(ended.turn()::equals).isPresent() ? inTurn(Optional.empty()) : this;
            case Event.ModeChosen chosen -> under(terms.withMode(chosen.mode()));
            case Event.PlanStarted started -> under(terms.withPlanning(true));
            case Event.PlanEnded ended -> under(terms.withPlanning(false));
            case Event.Paused paused -> under(terms.withPausedBy(paused.by()));
            case Event.Resumed resumed -> under(terms.withPausedBy(""));
            case Event.FullAccessGiven given -> under(terms.withFullAccess(Optional.of(given.access()), ""));
            case Event.FullAccessEnded ended -> under(terms.withFullAccess(Optional.empty(), ""));
            case Event.CallPassed passed ->
                fullAccess().isEmpty()
                        ? this
                        : under(terms.withFullAccess(
                                fullAccess().flatMap(FullAccess::afterCall), "its number of calls has been used up"));
            case Event.Tick tick ->
                fullAccess().isEmpty() || fullAccess().get().holds(tick.at())
                        ? this
                        : under(terms.withFullAccess(Optional.empty(), "its time is over"));
            case Event.AgentStarted started -> agentStarted(started.agent());
            case Event.AgentEnded ended -> agentEnded(ended.agent());
            case Event.Stopped stop -> stopped(stop.batch());
            case Event.Entered entered -> entered(entered.directory(), entered.source());
            case Event.WorkspaceChosen chosen -> within(chosen.directory(), source);
        };
    }

    /** Whether a call from {@code from} says something of the session that is not known. */
    public boolean learnsFrom(CallSource from) {
        return workspace.isEmpty() || (!from.task().isEmpty() && !from.task().equals(source.task()));
    }

    private Session entered(String directory, CallSource from) {
        if (!learnsFrom(from)) {
            return this;
        }
        boolean begins = workspace.isEmpty() && source.client().isEmpty();
        var known = new CallSource(
                begins ? from.client() : source.client(), from.task().isEmpty() ? source.task() : from.task());
        return within(workspace.isEmpty() ? directory : workspace, known);
    }

    private Session under(SessionTerms terms) {
        return new Session(worker, id, terms, turn, endedTurn, stopped, agents, workspace, source);
    }

    private Session within(String directory, CallSource source) {
        return new Session(worker, id, terms, turn, endedTurn, stopped, agents, directory, source);
    }

    private Session turnStarted(TurnId next) {
        if (turn.filter(next::equals).isPresent()) {
            return this;
        }
        Session session = fullAccess().isEmpty()
                ? this
                : under(terms.withFullAccess(
                        fullAccess().flatMap(FullAccess::afterTurn), "its number of turns has been used up"));
        return session.inTurn(Optional.of(next));
    }

    private Session inTurn(Optional<TurnId> next) {
        return new Session(worker, id, terms, next, turn.or(() -> endedTurn), stopped, agents, workspace, source);
    }

    private Session stopped(BatchId batch) {
        var all = new ArrayList<>(stopped);
        all.remove(batch);
        all.add(batch);
        List<BatchId> newest = all.subList(Math.max(0, all.size() - MAX_STOPPED), all.size());
        return new Session(worker, id, terms, turn, endedTurn, newest, agents, workspace, source);
    }

    private Session agentStarted(Agent agent) {
        if (agents.size() >= MAX_AGENTS) {
            throw new IllegalArgumentException("more than " + MAX_AGENTS + " subagents run in this session");
        }
        if (agent(agent.id()).isPresent()) {
            throw new IllegalArgumentException(
                    "the subagent `" + agent.id().text() + "` runs already; give each one an id of its own");
        }
        if (agent.parent().isPresent() && agent(agent.parent().get()).isEmpty()) {
            throw new IllegalArgumentException(
                    "the parent `" + agent.parent().get().text() + "` of the subagent does not run");
        }
        var all = new ArrayList<>(agents);
        all.add(agent);
        return withAgents(all);
    }

    private Session agentEnded(AgentId ended) {
        Set<AgentId> gone = withDescendants(ended);
        return withAgents(
                agents.stream().filter(agent -> !gone.contains(agent.id())).toList());
    }

    private Session withAgents(List<Agent> agents) {
        return new Session(worker, id, terms, turn, endedTurn, stopped, agents, workspace, source);
    }

    /** The subagent {@code id} and all that it started. A parent stands before its children in {@link #agents}. */
    public Set<AgentId> withDescendants(AgentId id) {
        var all = new HashSet<>(Set.of(id));
        for (Agent agent : agents) {
            if (agent.parent().filter(all::contains).isPresent()) {
                all.add(agent.id());
            }
        }
        return all;
    }

    /** The subagent that runs under {@code id}. */
    public Optional<Agent> agent(AgentId id) {
        return agents.stream().filter(agent -> agent.id().equals(id)).findFirst();
    }

    /** The subagent {@code id} behind those that started it, the outermost first; empty when it does not run. */
    public List<Agent> path(AgentId id) {
        var path = new ArrayList<Agent>();
        Optional<Agent> at = agent(id);
        while (at.isPresent()) {
            path.addFirst(at.get());
            at = at.get().parent().flatMap(this::agent);
        }
        return path;
    }
}
