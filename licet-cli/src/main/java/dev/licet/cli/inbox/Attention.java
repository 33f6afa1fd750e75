package dev.licet.cli.inbox;

import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Tty;
import java.time.Instant;
import java.util.Optional;

/**
 * What a person has had before their eyes. For one thread.
 *
 * <p>INVARIANT (seen before answered): a key answers only what stood on the screen for a while in which no such key came;
 * it allows only what was seen to its end.
 */
final class Attention {
    private Frame frame = Frame.NONE;
    private int scroll;
    private int seen;
    private Instant quietUntil = Instant.MIN;

    /** {@code shown} is on the screen since {@code now}. */
    void drawn(Frame shown, Instant now) {
        boolean other = !shown.subject().equals(frame.subject());
        boolean otherWidth = shown.details().width() != frame.details().width();
        if (other) {
            quietUntil = now.plus(Tty.QUIET);
        }
        if (other || otherWidth) {
            seen = 0;
        }
        frame = shown;
        Frame.Details details = shown.details();
        seen = details.first() <= seen ? Math.max(seen, details.first() + details.shown()) : seen;
        scroll = details.first();
    }

    /** Whether it has been quiet; a key that comes too soon starts the wait again. */
    boolean isQuiet(Instant now) {
        if (now.isBefore(quietUntil)) {
            quietUntil = now.plus(Tty.QUIET);
            return false;
        }
        return true;
    }

    /** Whether {@code subject} is what was drawn last. */
    boolean isOn(String subject) {
        return frame.subject().equals(subject);
    }

    /** Whether everything that would run was on the screen. */
    boolean hasSeenAll() {
        return seen >= frame.details().needed();
    }

    /** What {@code click} is on. */
    Optional<Frame.Target> at(Key.Clicked click) {
        return frame.at(click);
    }

    /** How many rows a page of the list has. */
    int page() {
        return Math.max(1, frame.listRows() - 1);
    }

    /** The first line of the details that is to be shown. */
    int scroll() {
        return scroll;
    }

    /** The details from their beginning. */
    void rewind() {
        scroll = 0;
    }

    /** A page down in the details, or up. */
    void scrollPage(int direction) {
        scroll(direction * Math.max(1, frame.details().shown() - 1));
    }

    /** So many lines down in the details, as far as there are any. */
    void scroll(int lines) {
        int most = Math.max(0, frame.details().total() - frame.details().shown());
        scroll = Math.clamp(scroll + (long) lines, 0, most);
    }
}
