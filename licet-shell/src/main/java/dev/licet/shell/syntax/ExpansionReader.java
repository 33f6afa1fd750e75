package dev.licet.shell.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code ${…}} (bash manual, 3.5.3). */
final class ExpansionReader {
    private static final String SPECIAL_PARAMETERS = "?#$!@*-";
    private static final String TRANSFORMATIONS = "UuLQEPAKak";

    private final Cursor cursor;
    private final DollarReader dollars;
    private final DollarReader.Place place;

    ExpansionReader(Cursor cursor, DollarReader dollars, DollarReader.Place place) {
        this.cursor = cursor;
        this.dollars = dollars;
        this.place = place;
    }

    /** The expansion whose dollar sign stands at {@code start}; the cursor is at its brace. */
    Part read(int start) throws Unreadable {
        cursor.enter();
        cursor.position++;
        String prefix = prefix();
        String name = name(start);
        Optional<Part.Arithmetic> subscript = subscript();
        Part part = rest(start, prefix, name, subscript);
        cursor.leave();
        return part;
    }

    private String prefix() {
        char c = cursor.current();
        boolean more = cursor.peek(1) != '}' && "-=?+:#%@/".indexOf(cursor.peek(1)) < 0;
        boolean special = cursor.peek(2) == '}' && "@*#?-$!".indexOf(cursor.peek(1)) >= 0;
        if ((c == '#' || c == '!') && (more || special)) {
            cursor.position++;
            return String.valueOf(c);
        }
        return "";
    }

    private String name(int start) throws Unreadable {
        int from = cursor.position;
        int end = cursor.nameEnd(from);
        if (end == from) {
            while (Cursor.isDigit(cursor.peek(end - from))) {
                end++;
            }
        }
        if (end == from && SPECIAL_PARAMETERS.indexOf(cursor.current()) >= 0) {
            end++;
        }
        if (end == from) {
            throw cursor.unreadable("a parameter without a name", start);
        }
        cursor.position = end;
        return cursor.text.substring(from, end);
    }

    private Optional<Part.Arithmetic> subscript() throws Unreadable {
        if (cursor.current() != '[') {
            return Optional.empty();
        }
        int start = cursor.position++;
        return Optional.of(dollars.expression(start, "]"));
    }

    private Part rest(int start, String prefix, String name, Optional<Part.Arithmetic> subscript) throws Unreadable {
        if (cursor.take("}")) {
            boolean plain = prefix.isEmpty() && subscript.isEmpty();
            return plain
                    ? new Part.Parameter(name)
                    : new Part.Expansion(prefix, name, subscript, "", List.of(), cursor.spanFrom(start));
        }
        if (prefix.equals("#")) {
            throw cursor.unreadable("a length with an operator", start);
        }
        if (cursor.current() == '@' || (prefix.equals("!") && cursor.lookingAt("*}"))) {
            return transformation(start, prefix, name, subscript);
        }
        String operator =
                dollars.operator().orElseThrow(() -> cursor.unreadable("this parameter expansion is not read", start));
        if (operator.equals(":") && cursor.lookingAt(":=")) {
            throw cursor.unreadable("`::=` assigns in zsh", start);
        }
        var operands = new ArrayList<Word>();
        operands.add(operand(operator));
        boolean second = (operator.startsWith("/") && cursor.current() == '/')
                || (operator.equals(":") && cursor.current() == ':');
        if (second) {
            cursor.position++;
            operands.add(operand(operator.equals(":") ? ":" : "replacement"));
        }
        if (!cursor.take("}")) {
            throw cursor.unreadable("a parameter expansion that is not closed", start);
        }
        return new Part.Expansion(prefix, name, subscript, operator, operands, cursor.spanFrom(start));
    }

    private Part transformation(int start, String prefix, String name, Optional<Part.Arithmetic> subscript)
            throws Unreadable {
        int from = cursor.position++;
        if (TRANSFORMATIONS.indexOf(cursor.current()) >= 0 && cursor.current() != '}') {
            cursor.position++;
        }
        String operator = cursor.text.substring(from, cursor.position);
        if (!cursor.take("}")) {
            throw cursor.unreadable("this parameter expansion is not read", start);
        }
        return new Part.Expansion(prefix, name, subscript, operator, List.of(), cursor.spanFrom(start));
    }

    /** An operand ends at the brace; of `/` and `:` at the next such character, too. Quotes in it are the hard part. */
    private Word operand(String operator) throws Unreadable {
        int start = cursor.position;
        boolean pattern = operator.startsWith("/");
        boolean offset = operator.equals(":");
        var pieces = new Pieces();
        while (cursor.current() != '}') {
            char c = cursor.current();
            boolean ends = (pattern && c == '/' && cursor.position > start) || (offset && c == ':');
            if (ends) {
                break;
            }
            operandPiece(pieces, start);
        }
        return new Word(pieces.finish(), cursor.spanFrom(start));
    }

    private void operandPiece(Pieces pieces, int start) throws Unreadable {
        char c = cursor.current();
        switch (c) {
            case Cursor.END -> throw cursor.unreadable("a parameter expansion that is not closed", start);
            case '\'', '~', '{', '\n' ->
                throw cursor.unreadable("`" + (c == '\n' ? "⏎" : c) + "` inside `${…}`", cursor.position);
            case '"' -> {
                if (place != DollarReader.Place.WORD) {
                    throw cursor.unreadable("quotes inside `${…}` inside quotes", cursor.position);
                }
                pieces.add(dollars.doubleQuoted());
            }
            case '\\' -> {
                char next = cursor.peek(1);
                if (next == '\n' || next == Cursor.END || Character.isLetterOrDigit(next)) {
                    throw cursor.unreadable("a backslash inside `${…}`", cursor.position);
                }
                cursor.position += 2;
                pieces.add(new Part.DoubleQuoted(List.of(new Part.Literal(String.valueOf(next)))));
            }
            case '$' -> pieces.add(inner());
            case '`' -> {
                if (place != DollarReader.Place.WORD) {
                    throw cursor.unreadable("backquotes inside `${…}` inside quotes", cursor.position);
                }
                pieces.add(dollars.backquoted(place));
            }
            case '*', '?', '[' -> {
                cursor.position++;
                pieces.add(new Part.Glob(c));
            }
            case '<', '>' -> {
                if (cursor.peek(1) == '(') {
                    throw cursor.unreadable("process substitution inside `${…}`", cursor.position);
                }
                cursor.position++;
                pieces.add(c);
            }
            default -> {
                cursor.position++;
                pieces.add(c);
            }
        }
    }

    private Part inner() throws Unreadable {
        boolean quoteFollows = cursor.peek(1) == '\'' || cursor.peek(1) == '"';
        if (quoteFollows) {
            throw cursor.unreadable("quotes inside `${…}`", cursor.position);
        }
        return dollars.dollar(place);
    }
}
