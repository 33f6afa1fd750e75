package dev.licet.terminal.box;

import java.time.Duration;
import java.time.Instant;

/** How long ago something was, in a few letters: {@code 5 s}, {@code 12 min}, {@code 3 h}, {@code 2 d}. */
public final class Ago {
    private Ago() {}

    /** The time from {@code then} to {@code now}; what is still to come, by another clock, is 0. */
    public static String text(Instant then, Instant now) {
        Duration time = Duration.between(then, now);
        if (time.isNegative()) {
            return "0 s";
        }
        if (time.toMinutes() == 0) {
            return time.toSeconds() + " s";
        }
        if (time.toHours() == 0) {
            return time.toMinutes() + " min";
        }
        return time.toDays() == 0 ? time.toHours() + " h" : time.toDays() + " d";
    }
}
