package dev.licet.shell.syntax;

import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A place in a text that all readers of one parse share: what stands there, and which here-documents are still to come. */
final class Cursor {
    /** How deep substitutions and compound commands may nest. */
    static final int MAX_DEPTH = 40;

    /** What stands for the end of the text; the text itself never contains it. */
    static final char END = '\0';

    /** Types of characters beyond letters and digits that a C library may count as letters. */
    private static final Set<Byte> FOREIGN = Set.of(
            Character.NON_SPACING_MARK,
            Character.COMBINING_SPACING_MARK,
            Character.ENCLOSING_MARK,
            Character.LETTER_NUMBER,
            Character.OTHER_NUMBER);

    final String text;
    final List<Redirection.HereDocument> pending = new ArrayList<>();
    int position;

    /** What other shells read otherwise, in the order it was found. */
    final List<Difference> differences;

    /** How many here-documents have been begun so far. */
    int hereDocuments;

    private final boolean comments;

    /** The shell whose quotes are read. */
    private final Shell reader;

    /** For text that was unescaped first: the index in the command line of each of its characters. */
    private final int @Nullable [] origins;

    private int depth;

    Cursor(String text) {
        this(text, true, Shell.BASH);
    }

    /** A cursor over text in which `#` begins a comment, or stands for itself, with quotes as {@code reader} knows them. */
    Cursor(String text, boolean comments, Shell reader) {
        this.text = text;
        this.comments = comments;
        this.reader = reader;
        this.origins = null;
        this.differences = new ArrayList<>();
    }

    /** A cursor over text from inside of backquotes, or of a here-document, that {@code outer} is at. */
    Cursor(String text, int[] origins, Cursor outer) {
        this.text = text;
        this.origins = origins;
        this.comments = outer.comments;
        this.reader = outer.reader;
        this.depth = outer.depth;
        this.differences = outer.differences;
    }

    /** Whether it is over text from inside of backquotes or of a here-document. */
    boolean isUnescaped() {
        return origins != null;
    }

    /** Notes that {@code shells} read what stands from {@code start} up to here in another way than bash. */
    void differs(String why, int start, Shell... shells) {
        differences.add(new Difference(Set.of(shells), Difference.Where.ALWAYS, why, spanFrom(start)));
    }

    /** Whether the text is read as one of {@code shells} does; notes that these read it in another way than bash. */
    boolean isReadBy(String why, Shell... shells) {
        differences.add(new Difference(Set.of(shells), Difference.Where.READABLE, why, new Span(0, 0)));
        return Set.of(shells).contains(reader);
    }

    /** Notes that {@code shells} do so where the line is typed into them. */
    void differsTyped(String why, int start, Shell... shells) {
        differences.add(new Difference(Set.of(shells), Difference.Where.TYPED, why, spanFrom(start)));
    }

    char current() {
        return position < text.length() ? text.charAt(position) : END;
    }

    char peek(int ahead) {
        int index = position + ahead;
        return index < text.length() ? text.charAt(index) : END;
    }

    boolean atEnd() {
        return position >= text.length();
    }

    boolean lookingAt(String expected) {
        return text.startsWith(expected, position);
    }

    boolean take(String expected) {
        if (!lookingAt(expected)) {
            return false;
        }
        position += expected.length();
        return true;
    }

    Span span(int start, int end) {
        return new Span(origin(start), origin(end));
    }

    Span spanFrom(int start) {
        return span(start, position);
    }

    int origin(int index) {
        return origins == null ? index : origins[Math.min(index, origins.length - 1)];
    }

    Unreadable unreadable(String why, int index) {
        return new Unreadable(new OpaqueReason.Unread(why), origin(index));
    }

    Unreadable tooMuch(int index) {
        return new Unreadable(new OpaqueReason.TooMuch(), origin(index));
    }

    int depth() {
        return depth;
    }

    void enter() throws Unreadable {
        if (++depth > MAX_DEPTH) {
            throw unreadable("nested more than " + MAX_DEPTH + " levels deep", position);
        }
    }

    void leave() {
        depth--;
    }

    /** Skips blanks, line continuations between words, and a comment. */
    void skipBlanks() {
        while (true) {
            char c = current();
            if (c == ' ' || c == '\t') {
                position++;
            } else if (c == '\\' && peek(1) == '\n') {
                position += 2;
            } else if (c == '#' && comments) {
                int start = position;
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end;
                differences.add(new Difference(
                        Set.of(Shell.ZSH),
                        Difference.Where.COMMENT,
                        "zsh knows no comments where it is typed into",
                        spanFrom(start)));
            } else {
                return;
            }
        }
    }

    /** An operator must not be torn apart by a line continuation: bash joins `&\⏎&`, this parser does not read it. */
    void endOperator() throws Unreadable {
        if (current() == '\\' && peek(1) == '\n' && "&|;<>(".indexOf(peek(2)) >= 0) {
            throw unreadable("a line continuation inside an operator", position);
        }
    }

    /** Whether a letter beyond ASCII stands here: zsh takes it for a part of a name. */
    boolean atForeignLetter() {
        return isForeignLetter(position);
    }

    private boolean isForeignLetter(int index) {
        if (index >= text.length() || text.charAt(index) < 0x80) {
            return false;
        }
        int letter = text.codePointAt(index);
        return Character.isLetterOrDigit(letter)
                || Character.isAlphabetic(letter)
                || FOREIGN.contains((byte) Character.getType(letter));
    }

    /** The end of what zsh takes for a name, or {@code start} if every shell does. */
    int foreignNameEnd(int start) {
        int end = nameEnd(start);
        if (!isForeignLetter(end)) {
            return start;
        }
        while (end < text.length() && (isNameCharacter(text.charAt(end), false) || isForeignLetter(end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        return end;
    }

    int nameEnd(int start) {
        int end = start;
        while (end < text.length() && isNameCharacter(text.charAt(end), end == start)) {
            end++;
        }
        return end;
    }

    private static boolean isNameCharacter(char c, boolean first) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        return letter || (!first && isDigit(c));
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** Whether {@code c} ends a word: a blank, an operator character or the end of the text. */
    static boolean isMetacharacter(char c) {
        return switch (c) {
            case ' ', '\t', '\n', '|', '&', ';', '(', ')', '<', '>', END -> true;
            default -> false;
        };
    }
}
