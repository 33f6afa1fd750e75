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
        return Math.max(0, WCWidth.wcwidth(codePoint));
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

    /** The same as {@link #wrap}, with lines that continue another one narrower by {@code indent}. */
    public static List<Piece> pieces(String text, int width, int indent) {
        int room = Math.max(NARROWEST, width);
        var pieces = new ArrayList<Piece>();
        int start = 0;
        for (String paragraph : text.split("\n", -1)) {
            String rest = paragraph;
            boolean continues = false;
            while (of(rest) > room(room, indent, continues)) {
                String line = firstLine(rest, room(room, indent, continues));
                pieces.add(new Piece(start, line, continues));
                start += line.length();
                rest = rest.substring(line.length());
                continues = true;
            }
            pieces.add(new Piece(start, rest, continues));
            start += rest.length() + 1;
        }
        return pieces;
    }

    private static int room(int room, int indent, boolean continues) {
        return continues ? Math.max(NARROWEST, room - indent) : room;
    }

    private static String firstLine(String text, int room) {
        String head = head(text, room);
        int blank = head.lastIndexOf(' ') + 1;
        String line = blank > head.length() / 2 ? head.substring(0, blank) : head;
        // A character that is wider than the line has to go somewhere.
        return line.isEmpty() ? text.substring(0, text.offsetByCodePoints(0, 1)) : line;
    }
}
