package dev.licet.gate;

import dev.licet.core.grant.Lifetime;
import dev.licet.core.policy.GrantKind;

/**
 * What an approval is to leave behind.
 *
 * @param kind how much of what was asked
 * @param lifetime how long; a batch or turn is always that of the call itself
 * @param reach for whom, where a subagent asked
 */
public record Remember(GrantKind kind, Lifetime lifetime, Reach reach) {

    /** For whom something is remembered. */
    public enum Reach {
        /** For the subagent that asked alone. */
        AGENT,
        /** For the whole session. */
        SESSION
    }

    public Remember {
        if (kind == GrantKind.CALL && lifetime instanceof Lifetime.Worker) {
            throw new IllegalArgumentException("one call is remembered for its session only");
        }
    }

    /** The same for the subagent that asked alone. */
    public Remember(GrantKind kind, Lifetime lifetime) {
        this(kind, lifetime, Reach.AGENT);
    }
}
