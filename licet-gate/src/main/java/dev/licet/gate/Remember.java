package dev.licet.gate;

import dev.licet.core.grant.Lifetime;
import dev.licet.core.policy.GrantKind;

/**
 * What an approval is to leave behind.
 *
 * @param kind how much of what was asked
 * @param lifetime how long
 */
public record Remember(GrantKind kind, Lifetime lifetime) {
    public Remember {
        if (kind == GrantKind.CALL && lifetime instanceof Lifetime.Worker) {
            throw new IllegalArgumentException("one call is remembered for its session only");
        }
    }
}
