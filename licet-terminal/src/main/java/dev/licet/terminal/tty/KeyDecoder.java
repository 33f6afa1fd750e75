package dev.licet.terminal.tty;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what a terminal sends into keys. A sequence that begins with Esc is taken to its end, whether its key is known or
 * not, so that no part of a function key or of a terminal's own report is taken for something that somebody typed.
 */
final class KeyDecoder {
    /** Nothing came in time. */
    static final int EXPIRED = -2;

    /** How soon the next character of a sequence follows. */
    private static final long SEQUENCE_MILLIS = 50;

    /** After a sequence that was torn, so long nothing may come before a key counts again. */
    private static final long QUIET_MILLIS = 250;

    private static final int ESC = 27;
    private static final int CTRL_C = 3;
    private static final int BEL = 7;
    private static final int MAX_PASTE = 2 * 1024 * 1024;
    private static final String PASTE_BEGINS = "[200~";
    private static final String PASTE_ENDS = "\033[201~";

    /** A button that goes down. */
    private static final Pattern MOUSE = Pattern.compile("\\[<([0-9]{1,3});([1-9][0-9]{0,4});([1-9][0-9]{0,4})M");

    private static final Map<String, Key> SEQUENCES = Map.ofEntries(
            Map.entry("[A", Key.Named.UP),
            Map.entry("OA", Key.Named.UP),
            Map.entry("[B", Key.Named.DOWN),
            Map.entry("OB", Key.Named.DOWN),
            Map.entry("[C", Key.Named.RIGHT),
            Map.entry("OC", Key.Named.RIGHT),
            Map.entry("[D", Key.Named.LEFT),
            Map.entry("OD", Key.Named.LEFT),
            Map.entry("[H", Key.Named.HOME),
            Map.entry("OH", Key.Named.HOME),
            Map.entry("[1~", Key.Named.HOME),
            Map.entry("[F", Key.Named.END),
            Map.entry("OF", Key.Named.END),
            Map.entry("[4~", Key.Named.END),
            Map.entry("[5~", Key.Named.PAGE_UP),
            Map.entry("[6~", Key.Named.PAGE_DOWN),
            Map.entry("[Z", Key.Named.BACK_TAB));

    private final Source source;

    /** Where characters come from. */
    interface Source {
        /** The next UTF-16 unit, {@link #EXPIRED} when none comes in so many milliseconds, or -1 at the end. */
        int read(long millis) throws IOException;
    }

    KeyDecoder(Source source) {
        this.source = source;
    }

    /** The key that begins with {@code first}, which was read already. */
    Key key(int first) throws IOException {
        return switch (first) {
            case -1 -> Key.Named.CLOSED;
            case ESC -> sequence();
            case '\r', '\n' -> Key.Named.ENTER;
            case '\t' -> Key.Named.TAB;
            case 127, '\b' -> Key.Named.ERASE;
            case 3 -> Key.Named.INTERRUPT;
            case 26 -> Key.Named.SUSPEND;
            default -> typed(first);
        };
    }

    private Key typed(int first) throws IOException {
        if (Character.isHighSurrogate((char) first)) {
            int second = source.read(SEQUENCE_MILLIS);
            return second >= 0 && Character.isLowSurrogate((char) second)
                    ? new Key.Typed(Character.toString(Character.toCodePoint((char) first, (char) second)))
                    : Key.Named.OTHER;
        }
        return Character.isISOControl(first) ? Key.Named.OTHER : new Key.Typed(Character.toString(first));
    }

    private Key sequence() throws IOException {
        int next = source.read(SEQUENCE_MILLIS);
        return switch (next) {
            // What follows late belongs to it as well.
            case EXPIRED -> absorb("", Key.Named.ESCAPE);
            case -1 -> Key.Named.CLOSED;
            case '[' -> control();
            case 'O' -> application();
            case ']', 'P', 'X', '^', '_' -> string();
            case ESC -> {
                sequence();
                yield Key.Named.OTHER;
            }
            default -> Key.Named.OTHER;
        };
    }

    /** A key in application mode: one more character (ECMA-48, 8.3.143). */
    private Key application() throws IOException {
        int next = source.read(SEQUENCE_MILLIS);
        if (next < 0) {
            return torn("", next);
        }
        return known("O" + (char) next);
    }

    private static Key known(String sequence) {
        return SEQUENCES.getOrDefault(sequence, Key.Named.OTHER);
    }

    /** A control sequence (ECMA-48, 5.4): parameters, then one character from {@code @} to {@code ~}. */
    private Key control() throws IOException {
        var text = new StringBuilder("[");
        while (true) {
            int next = source.read(SEQUENCE_MILLIS);
            if (next < 0) {
                return torn(text.toString(), next);
            }
            text.append((char) next);
            boolean linux = text.length() == 2 && next == '[';
            if (next >= '@' && next <= '~' && !linux) {
                String sequence = text.toString();
                if (sequence.startsWith("[<")) {
                    return mouse(sequence);
                }
                if (sequence.equals("[M")) {
                    // A terminal that knows only the old form reports the mouse in three bytes more, which may be any.
                    return absorb("", Key.Named.OTHER);
                }
                return sequence.equals(PASTE_BEGINS) ? pasted() : known(sequence);
            }
        }
    }

    /** What xterm's SGR mode reports: a button with what it was pressed with, the column and the row counted from 1. */
    private static Key mouse(String sequence) {
        Matcher report = MOUSE.matcher(sequence);
        if (!report.matches()) {
            return Key.Named.OTHER;
        }
        return switch (report.group(1)) {
            case "0" -> new Key.Clicked(Integer.parseInt(report.group(2)) - 1, Integer.parseInt(report.group(3)) - 1);
            case "64" -> new Key.Scrolled(-1);
            case "65" -> new Key.Scrolled(1);
            default -> Key.Named.OTHER;
        };
    }

    /** A string of the terminal's own (ECMA-48, 5.6), to its end. */
    private Key string() throws IOException {
        int before = 0;
        while (true) {
            int next = source.read(SEQUENCE_MILLIS);
            if (next < 0) {
                return torn("", next);
            }
            if (next == BEL || (before == ESC && next == '\\')) {
                return Key.Named.OTHER;
            }
            before = next;
        }
    }

    /**
     * What is pasted, to its end, however long that takes: a line that is slow must not turn the rest into keys. Where the
     * end got lost, Ctrl-C after a silence is what was typed next.
     */
    private Key pasted() throws IOException {
        var text = new StringBuilder();
        boolean whole = true;
        boolean silent = false;
        while (true) {
            int next = source.read(QUIET_MILLIS);
            if (next == -1) {
                return Key.Named.CLOSED;
            }
            if (silent && next == CTRL_C) {
                return Key.Named.INTERRUPT;
            }
            silent = next == EXPIRED;
            if (!silent) {
                text.append((char) next);
            }
            if (next == '~' && endsPaste(text)) {
                return whole ? new Key.Pasted(text.substring(0, text.length() - PASTE_ENDS.length())) : Key.Named.OTHER;
            }
            if (text.length() >= MAX_PASTE) {
                whole = false;
                text.delete(0, text.length() - PASTE_ENDS.length());
            }
        }
    }

    private static boolean endsPaste(StringBuilder text) {
        int start = text.length() - PASTE_ENDS.length();
        return start >= 0 && text.indexOf(PASTE_ENDS, start) == start;
    }

    /** What a sequence is of which no more came after {@code begun}. */
    private Key torn(String begun, int next) throws IOException {
        return next == EXPIRED ? absorb(begun, Key.Named.OTHER) : Key.Named.CLOSED;
    }

    /** Throws away what comes until nothing does: {@code key}, unless it goes on as a paste behind {@code begun}. */
    private Key absorb(String begun, Key key) throws IOException {
        var late = new StringBuilder(begun);
        int next = source.read(QUIET_MILLIS);
        while (next >= 0) {
            // It belongs to something that nobody typed.
            if (late.length() < PASTE_BEGINS.length()) {
                late.append((char) next);
                if (late.toString().equals(PASTE_BEGINS)) {
                    return pasted();
                }
            }
            next = source.read(QUIET_MILLIS);
        }
        return key;
    }
}
