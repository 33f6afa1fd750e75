package dev.licet.core.grant;

import dev.licet.core.call.BatchId;
import dev.licet.core.call.TurnId;
import java.time.Instant;
import java.util.Locale;

/** How long a grant holds. */
public sealed interface Lifetime {

    /** For the calls of one reply of the model. */
    record Batch(BatchId id) implements Lifetime {}

    /** For one message of the user and all it causes. */
    record Turn(TurnId id) implements Lifetime {}

    /** As long as its session. */
    record Session() implements Lifetime {}

    /** For every session of the worker, in its file. */
    record Worker() implements Lifetime {}

    /** In its session, up to a time. */
    record Until(Instant end) implements Lifetime {}

    /** In its session, for so many calls. */
    record Uses(int left) implements Lifetime {
        public Uses {
            if (left < 1) {
                throw new IllegalArgumentException("a grant is for at least one call, not " + left);
            }
        }
    }

    /** What it is, in a few words. */
    default String text() {
        return switch (this) {
            case Batch batch -> "batch";
            case Turn turn -> "turn";
            case Session session -> "session";
            case Worker worker -> "worker";
            case Until until -> "until " + until.end();
            case Uses uses -> String.format(Locale.ROOT, "%d %s", uses.left(), uses.left() == 1 ? "use" : "uses");
        };
    }
}
