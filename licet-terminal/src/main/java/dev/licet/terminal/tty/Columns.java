package dev.licet.terminal.tty;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** How wide texts are on a terminal, in columns: a Chinese character has two, an accent that stands on another none. */
public final class Columns {
    /** The narrowest lines that texts are broken into. */
    private static final int NARROWEST = 5;

    private Columns() {}

    /** The width of {@code text}, which has no control characters. */
    public static int of(String text) {
        return text.codePoints().map(Columns::of).sum();
    }

    private static int of(int codePoint) {
        boolean ascii = codePoint >= ' ' && codePoint < 0x7f;
        return ascii ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /** {@code text} with blanks behind it up to {@code width}. */
    public static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** {@code text} in the middle of {@code width}. */
    public static String centre(String text, int width) {
        int before = Math.max(0, (width - of(text)) / 2);
        return pad(" ".repeat(before) + text, width);
    }

    /** The beginning of {@code text} that is at most {@code width} wide. */
    public static String head(String text, int width) {
        int end = 0;
        int used = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            used += of(codePoint);
            if (used > width) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end);
    }

    /** {@code text} on one line of at most {@code width}; where something is cut off, an ellipsis stands for it. */
    public static String cut(String text, int width) {
        if (width <= 0) {
            return "";
        }
        return of(text) <= width ? text : head(text, width - 1) + "…";
    }

    /**
     * A line of a text that was broken.
     *
     * @param start where in the text it begins
     * @param continues whether it goes on with the line before it, which was too long
     */
    public record Piece(int start, String text, boolean continues) {}

    /**
     * {@code text} in lines of at most {@code width} (at least {@value #NARROWEST}): broken behind the last blank in the
     * second half of a line, else in the middle of a word. Nothing is left out, and a line that is full was broken where there
     * is no blank.
     */
    public static List<String> wrap(String text, int width) {
        return pieces(text, width, 0).stream().map(Piece::text).toList();
    }

    /** The same as {@link #wrap}, with lines that continue another one narrower by {@code indent}. One pass. */
    public static List<Piece> pieces(String text, int width, int indent) {
        int room = Math.max(NARROWEST, width);
        int narrower = Math.max(NARROWEST, room - indent);
        var pieces = new ArrayList<Piece>();
        int start = 0;
        while (start <= text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            paragraph(text, start, end, room, narrower, pieces);
            start = end + 1;
        }
        return pieces;
    }

    private static void paragraph(String text, int from, int to, int room, int narrower, List<Piece> pieces) {
        int start = from;
        boolean continues = false;
        while (true) {
            int fits = fitting(text, start, to, continues ? narrower : room);
            if (fits == to) {
                pieces.add(new Piece(start, text.substring(start, to), continues));
                return;
            }
            int blank = fits;
            while (blank > start && text.charAt(blank - 1) != ' ') {
                blank--;
            }
            int end = blank - start > (fits - start) / 2 ? blank : fits;
            // A character that is wider than the line has to go somewhere.
            end = end == start ? text.offsetByCodePoints(start, 1) : end;
            pieces.add(new Piece(start, text.substring(start, end), continues));
            start = end;
            continues = true;
        }
    }

    /** Where what begins at {@code start} and is no wider than {@code room} ends, at {@code to} at the latest. */
    private static int fitting(String text, int start, int to, int room) {
        int used = 0;
        int at = start;
        while (at < to) {
            int codePoint = text.codePointAt(at);
            used += of(codePoint);
            if (used > room) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return to;
    }
}
