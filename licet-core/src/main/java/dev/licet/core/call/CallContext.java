package dev.licet.core.call;

import dev.licet.shell.Shells;
import java.util.Optional;

/**
 * Where in a session a call belongs. It is no part of the digest: the same call is the same whoever makes it, but the
 * layers that judge it depend on its agent.
 *
 * @param agent the subagent that makes the call; empty for the session's own agent
 * @param turn the turn it belongs to, where the caller tells turns apart
 * @param batch the reply it belongs to, where the caller tells replies apart
 * @param origin where the tool comes from, such as {@code mcp:files}; empty when it is the agent's own
 * @param requester on whose behalf the agent works, as the caller says; empty when nothing is said
 * @param words what the tool says of itself
 * @param shells which shells may run its command line, where the caller says so
 * @param source who asks, as they say themselves
 * @param containable whether who executes it holds it in the bounds that are decided
 */
public record CallContext(
        Optional<AgentId> agent,
        Optional<TurnId> turn,
        Optional<Batch> batch,
        String origin,
        String requester,
        ToolWords words,
        Shells shells,
        CallSource source,
        boolean containable) {
    /** A call of the session's own agent, of which nothing else is known. */
    public static final CallContext NONE =
            new CallContext(Optional.empty(), Optional.empty(), Optional.empty(), "", "");

    private static final int MAX_TEXT = 256;

    /** The same of a tool that says nothing of itself. */
    public CallContext(
            Optional<AgentId> agent, Optional<TurnId> turn, Optional<Batch> batch, String origin, String requester) {
        this(agent, turn, batch, origin, requester, ToolWords.NONE);
    }

    /** The same where nothing is said of the shell. */
    public CallContext(
            Optional<AgentId> agent,
            Optional<TurnId> turn,
            Optional<Batch> batch,
            String origin,
            String requester,
            ToolWords words) {
        this(agent, turn, batch, origin, requester, words, Shells.UNKNOWN, CallSource.UNKNOWN, false);
    }

    public CallContext {
        if (origin.length() > MAX_TEXT || requester.length() > MAX_TEXT) {
            throw new IllegalArgumentException("an origin and a requester have at most " + MAX_TEXT + " characters");
        }
        if (Controls.areIn(origin) || Controls.areIn(requester)) {
            throw new IllegalArgumentException("a control character in the origin or the requester");
        }
    }

    public CallContext withAgent(AgentId agent) {
        return new CallContext(Optional.of(agent), turn, batch, origin, requester, words, shells, source, containable);
    }

    public CallContext withTurn(TurnId turn) {
        return new CallContext(agent, Optional.of(turn), batch, origin, requester, words, shells, source, containable);
    }

    public CallContext withBatch(Batch batch) {
        return new CallContext(agent, turn, Optional.of(batch), origin, requester, words, shells, source, containable);
    }

    public CallContext withOrigin(String origin) {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, containable);
    }

    public CallContext withRequester(String requester) {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, containable);
    }

    public CallContext withWords(ToolWords words) {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, containable);
    }

    /** The same of a command line that one of {@code shells} runs. */
    public CallContext withShells(Shells shells) {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, containable);
    }

    /** The same of a call that {@code source} makes. */
    public CallContext from(CallSource source) {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, containable);
    }

    /** The same of a call that is executed within the bounds that are decided, if it is decided so. */
    public CallContext contained() {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, true);
    }

    /** The same of a call that nobody holds in bounds. */
    public CallContext uncontained() {
        return new CallContext(agent, turn, batch, origin, requester, words, shells, source, false);
    }
}
