package dev.licet.core.session;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Mode {@code yolo} within bounds; vetoes, denies and the floor hold as ever.
 *
 * @param turns how many more turns it lasts, the present one not counted
 * @param calls how many more calls it lets through
 * @param until when it ends
 * @param giver who gave it
 */
public record FullAccess(OptionalInt turns, OptionalInt calls, Optional<Instant> until, String giver) {
    /** Most turns and calls that one may be given. */
    public static final int MOST = 10_000;

    public FullAccess {
        if (turns.isEmpty() && calls.isEmpty() && until.isEmpty()) {
            throw new IllegalArgumentException("full access has a bound: turns, calls or a time");
        }
        if (turns.orElse(0) < 0 || turns.orElse(0) > MOST || calls.orElse(1) < 1 || calls.orElse(1) > MOST) {
            throw new IllegalArgumentException(
                    "full access lasts at most " + MOST + " turns and 1 to " + MOST + " calls");
        }
    }

    /** Whether it lets calls through at {@code now}. */
    public boolean holds(Instant now) {
        return until.isEmpty() || until.get().isAfter(now);
    }

    /** What is left once a turn begins; empty if that was one too many. */
    Optional<FullAccess> afterTurn() {
        if (turns.isEmpty()) {
            return Optional.of(this);
        }
        return turns.getAsInt() == 0
                ? Optional.empty()
                : Optional.of(new FullAccess(OptionalInt.of(turns.getAsInt() - 1), calls, until, giver));
    }

    /** What is left once a call was let through; empty if that was the last. */
    Optional<FullAccess> afterCall() {
        if (calls.isEmpty()) {
            return Optional.of(this);
        }
        return calls.getAsInt() == 1
                ? Optional.empty()
                : Optional.of(new FullAccess(turns, OptionalInt.of(calls.getAsInt() - 1), until, giver));
    }
}
