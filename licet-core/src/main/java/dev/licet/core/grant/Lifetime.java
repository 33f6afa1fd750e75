package dev.licet.core.grant;

import java.time.Instant;
import java.util.Locale;

/** How long a grant holds. */
public sealed interface Lifetime {

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
            case Session session -> "session";
            case Worker worker -> "worker";
            case Until until -> "until " + until.end();
            case Uses uses -> String.format(Locale.ROOT, "%d %s", uses.left(), uses.left() == 1 ? "use" : "uses");
        };
    }
}
