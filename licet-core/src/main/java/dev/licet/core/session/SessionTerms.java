package dev.licet.core.session;

import dev.licet.core.rule.Mode;
import java.util.Optional;

/**
 * What persons have chosen for a session.
 *
 * @param mode the mode, in place of the configured one
 * @param planning whether it may only read for now
 * @param pausedBy who has paused it, so that every call waits that is not denied; empty while it goes on
 * @param fullAccess what lets everything through for a while
 * @param checkpoint why full access ended by itself; empty when it did not, or a person has seen to it
 */
public record SessionTerms(
        Optional<Mode> mode, boolean planning, String pausedBy, Optional<FullAccess> fullAccess, String checkpoint) {
    /** Nobody has chosen anything. */
    public static final SessionTerms NONE = new SessionTerms(Optional.empty(), false, "", Optional.empty(), "");

    SessionTerms withMode(Optional<Mode> mode) {
        return new SessionTerms(mode, planning, pausedBy, fullAccess, checkpoint);
    }

    SessionTerms withPlanning(boolean planning) {
        return new SessionTerms(mode, planning, pausedBy, fullAccess, checkpoint);
    }

    SessionTerms withPausedBy(String person) {
        return new SessionTerms(mode, planning, person, fullAccess, checkpoint);
    }

    /** Full access that ends by itself leaves {@code why} behind as a checkpoint. */
    SessionTerms withFullAccess(Optional<FullAccess> access, String why) {
        return new SessionTerms(mode, planning, pausedBy, access, access.isPresent() ? "" : why);
    }
}
