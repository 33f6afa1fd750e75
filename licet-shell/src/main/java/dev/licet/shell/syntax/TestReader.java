package dev.licet.shell.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads what stands between `[[` and `]]` (bash manual, 3.2.5.2). */
final class TestReader {
    private static final Set<String> UNARY = Set.of(
            "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-p", "-r", "-s", "-t", "-u", "-w", "-x", "-G", "-L",
            "-N", "-O", "-S", "-o", "-v", "-R", "-z", "-n");

    private static final Set<String> BINARY =
            Set.of("==", "=", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef");

    private final Cursor cursor;
    private final WordReader words;
    private final DollarReader dollars;
    private final List<Command.Piece> pieces = new ArrayList<>();

    TestReader(Cursor cursor, WordReader words, DollarReader dollars) {
        this.cursor = cursor;
        this.words = words;
        this.dollars = dollars;
    }

    Command read(int start) throws Unreadable {
        or();
        skip();
        if (!word().equals("]]")) {
            throw cursor.unreadable("`]]` is missing", cursor.position);
        }
        cursor.position += 2;
        return new Command.Test(pieces, cursor.spanFrom(start));
    }

    private void or() throws Unreadable {
        and();
        while (takeSymbol("||")) {
            and();
        }
    }

    private void and() throws Unreadable {
        term();
        while (takeSymbol("&&")) {
            term();
        }
    }

    private void term() throws Unreadable {
        skip();
        if (word().equals("!")) {
            cursor.position++;
            symbol("!");
            term();
        } else if (takeSymbol("(")) {
            cursor.enter();
            or();
            if (!takeSymbol(")")) {
                throw cursor.unreadable("`)` is missing", cursor.position);
            }
            cursor.leave();
        } else if (UNARY.contains(word())) {
            symbol(word());
            cursor.position += 2;
            operand();
        } else {
            operand();
            binary();
        }
    }

    private void binary() throws Unreadable {
        cursor.skipBlanks();
        String operator =
                cursor.current() == '<' || cursor.current() == '>' ? String.valueOf(cursor.current()) : word();
        boolean compares = operator.equals("<") || operator.equals(">");
        if (!compares && !BINARY.contains(operator)) {
            return;
        }
        cursor.position += operator.length();
        symbol(operator);
        if (operator.equals("=~")) {
            cursor.skipBlanks();
            pieces.add(new Command.Piece.Operand(expression()));
        } else {
            operand();
        }
    }

    private void operand() throws Unreadable {
        cursor.skipBlanks();
        if (Cursor.isMetacharacter(cursor.current()) || word().equals("]]")) {
            throw cursor.unreadable("an operand of `[[` is missing", cursor.position);
        }
        pieces.add(new Command.Piece.Operand(words.read(WordReader.Kind.OPERAND)));
    }

    /** A regular expression: parentheses and bars belong to it, blanks only inside of parentheses or quotes. */
    private Word expression() throws Unreadable {
        int start = cursor.position;
        var parts = new Pieces();
        int depth = 0;
        while (depth > 0 || !endsExpression()) {
            char c = cursor.current();
            switch (c) {
                case Cursor.END, '\n', '\'', '`', '<', '>', ';', '&' ->
                    throw cursor.unreadable("this regular expression", start);
                case '\\' -> {
                    if (cursor.peek(1) == '\n' || cursor.peek(1) == Cursor.END) {
                        throw cursor.unreadable("this regular expression", start);
                    }
                    parts.add(new Part.DoubleQuoted(List.of(new Part.Literal(String.valueOf(cursor.peek(1))))));
                    cursor.position += 2;
                }
                case '"' -> parts.add(dollars.doubleQuoted());
                case '$' -> {
                    boolean anchor = ")| \t\n".indexOf(cursor.peek(1)) >= 0;
                    if (anchor) {
                        cursor.position++;
                        parts.add('$');
                    } else {
                        parts.add(dollars.dollar(DollarReader.Place.WORD));
                    }
                }
                default -> {
                    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                    cursor.position++;
                    parts.add(c);
                }
            }
        }
        if (cursor.position == start) {
            throw cursor.unreadable("an operand of `[[` is missing", start);
        }
        return new Word(parts.finish(), cursor.spanFrom(start));
    }

    private boolean endsExpression() {
        char c = cursor.current();
        return c == ' ' || c == '\t' || c == '\n' || c == ')' || c == Cursor.END;
    }

    private boolean takeSymbol(String text) throws Unreadable {
        skip();
        if (!cursor.take(text)) {
            return false;
        }
        cursor.endOperator();
        symbol(text);
        return true;
    }

    private void symbol(String text) {
        pieces.add(new Command.Piece.Symbol(text));
    }

    /** Blanks and line ends; a here-document cannot begin in here, so none of its lines can follow. */
    private void skip() throws Unreadable {
        cursor.skipBlanks();
        while (cursor.current() == '\n') {
            if (!cursor.pending.isEmpty()) {
                throw cursor.unreadable("a line end before the lines of a here-document", cursor.position);
            }
            cursor.position++;
            cursor.skipBlanks();
        }
    }

    private String word() {
        int end = cursor.position;
        while (end < cursor.text.length()
                && end - cursor.position < 4
                && !Cursor.isMetacharacter(cursor.text.charAt(end))) {
            end++;
        }
        return cursor.text.substring(cursor.position, end);
    }
}
