package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a dollar sign, a backquote or a double quote begins (bash manual, 3.5.3 to 3.5.6). */
final class DollarReader {
    /** Characters after a `$` that leave it a plain dollar sign, for bash's lexer and its expander alike. */
    private static final String AFTER_PLAIN_DOLLAR = " \t\n/.,:%^+=]~)}|;&<>";

    /** Behind a `$` zsh takes these for flags of an expansion. */
    private static final String ZSH_FLAGS = "~=^+";

    private static final String ZSH_MODIFIERS = "aAcefghlpPqQrstuwxWF&0123456789";

    private static final String SPECIAL_PARAMETERS = "?#$!@*-0123456789";

    /** Operators of `${…}`, the longer ones first. */
    private static final List<String> OPERATORS = List.of(
            ":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%", "/", "^",
            ",", ":");

    private final Cursor cursor;

    DollarReader(Cursor cursor) {
        this.cursor = cursor;
    }

    /** What surrounds an expansion. */
    enum Place {
        WORD,
        DOUBLE_QUOTES,
        HERE_DOCUMENT,
        ARITHMETIC
    }

    /** The double-quoted stretch at the cursor. */
    Part.DoubleQuoted doubleQuoted() throws Unreadable {
        int open = cursor.position++;
        refuseWhileHereDocumentIsPending(open, '"');
        cursor.enter();
        var pieces = new Pieces();
        while (cursor.current() != '"') {
            if (cursor.atEnd()) {
                throw cursor.unreadable("a double quote that is not closed", open);
            }
            quotedPiece(pieces, Place.DOUBLE_QUOTES);
        }
        cursor.position++;
        cursor.leave();
        return new Part.DoubleQuoted(pieces.finish());
    }

    /** A line end inside of quotes would begin the here-document's lines in bash, in the middle of the word. */
    private void refuseWhileHereDocumentIsPending(int open, char closing) throws Unreadable {
        if (cursor.pending.isEmpty()) {
            return;
        }
        int end = cursor.text.indexOf(closing, open + 1);
        if (end < 0 || cursor.text.substring(open, end).indexOf('\n') >= 0) {
            throw cursor.unreadable("a line end in quotes before a here-document", open);
        }
    }

    /** The next character or expansion where only `$`, backquote and backslash are special. */
    void quotedPiece(Pieces pieces, Place place) throws Unreadable {
        char c = cursor.current();
        switch (c) {
            case '\\' -> {
                char next = cursor.peek(1);
                boolean special = "$`\\".indexOf(next) >= 0 || (next == '"' && place == Place.DOUBLE_QUOTES);
                if (next == '\n') {
                    cursor.position += 2;
                } else if (special) {
                    cursor.position += 2;
                    pieces.add(next);
                } else {
                    cursor.position++;
                    pieces.add('\\');
                }
            }
            case '`' -> pieces.add(backquoted(place));
            case '$' -> pieces.add(dollar(place));
            default -> {
                cursor.position++;
                pieces.add(c);
                if (c == '!' && place == Place.DOUBLE_QUOTES) {
                    differsAsHistory();
                }
            }
        }
    }

    /** Behind a `!` stands what is looked up in the history of a shell that is typed into. */
    void differsAsHistory() {
        if (" \t\n=(\"\0".indexOf(cursor.current()) < 0) {
            cursor.differsTyped(
                    "a shell that is typed into expands its history", cursor.position - 1, Shell.BASH, Shell.ZSH);
        }
    }

    Part dollar(Place place) throws Unreadable {
        int start = cursor.position++;
        char next = cursor.current();
        if (next == '\\' && cursor.peek(1) == '\n') {
            throw cursor.unreadable("a line continuation after a dollar sign", start);
        }
        switch (next) {
            case Cursor.END -> {
                return new Part.Literal("$");
            }
            case '{' -> {
                return new ExpansionReader(cursor, this, place).read(start);
            }
            case '(' -> {
                return cursor.peek(1) == '(' ? arithmetic(start) : commandSubstitution(start);
            }
            case '[' -> throw cursor.unreadable("`$[` is an old form of arithmetic", start);
            case '\'' -> {
                if (place == Place.WORD) {
                    boolean apart = cursor.isReadBy("`$'` is a dollar sign before quotes in dash", Shell.DASH);
                    return apart ? new Part.Literal("$") : ansiQuoted();
                }
            }
            case '"' -> {
                if (place == Place.WORD) {
                    boolean apart = cursor.isReadBy(
                            "the dollar sign before quotes stays in dash and zsh", Shell.DASH, Shell.ZSH);
                    return apart ? new Part.Literal("$") : doubleQuoted();
                }
            }
            default -> {}
        }
        return parameter(start, next);
    }

    private Part parameter(int start, char next) throws Unreadable {
        int end = cursor.nameEnd(cursor.position);
        if (end > cursor.position) {
            String name = cursor.text.substring(cursor.position, end);
            cursor.position = end;
            if (cursor.current() == '\\' && cursor.peek(1) == '\n') {
                throw cursor.unreadable("a line continuation behind a name", start);
            }
            if (cursor.atForeignLetter()) {
                cursor.differs("zsh takes more characters for the name", start, Shell.ZSH);
            }
            differsBehind(start);
            return new Part.Parameter(name);
        }
        if (SPECIAL_PARAMETERS.indexOf(next) >= 0) {
            cursor.position++;
            if (next == '$' && "({[".indexOf(cursor.current()) >= 0) {
                throw cursor.unreadable("`$$` before a bracket", start);
            }
            if (next == '$' && cursor.current() == '\'') {
                cursor.differs("zsh takes `$$'` for a dollar sign and the quote `$'`", start, Shell.ZSH);
            }
            boolean longer = Character.isDigit(next) && Cursor.isDigit(cursor.current());
            boolean named = cursor.nameEnd(cursor.position) > cursor.position || cursor.atForeignLetter();
            boolean counts = next == '#' && (named || isSpecial());
            if (longer || counts) {
                cursor.differs("zsh takes more characters for the name", start, Shell.ZSH);
            }
            differsBehind(start);
            return new Part.Parameter(String.valueOf(next));
        }
        if (next != Cursor.END && ZSH_FLAGS.indexOf(next) >= 0) {
            cursor.differs("zsh expands this in a way of its own", start, Shell.ZSH);
        }
        if (AFTER_PLAIN_DOLLAR.indexOf(next) >= 0 || next == '"' || next == '\'' || next == '\\') {
            return new Part.Literal("$");
        }
        throw cursor.unreadable("a dollar sign before `" + next + "`", start);
    }

    private boolean isSpecial() {
        return !cursor.atEnd() && SPECIAL_PARAMETERS.indexOf(cursor.current()) >= 0;
    }

    /** `$x[1]` is an element or a character in zsh and fish, `$x:t` the last part of a path in zsh, also inside of quotes. */
    private void differsBehind(int start) {
        if (cursor.current() == '[') {
            cursor.differs("zsh and fish take this for a part of the variable", start, Shell.ZSH, Shell.FISH);
        } else if (cursor.current() == ':' && !cursor.atEnd() && ZSH_MODIFIERS.indexOf(cursor.peek(1)) >= 0) {
            cursor.differs("zsh changes the value as it is told behind the colon", start, Shell.ZSH);
        }
    }

    private Part ansiQuoted() throws Unreadable {
        int open = cursor.position;
        var quoted = new AnsiQuoted(cursor, open + 1);
        if (!cursor.pending.isEmpty()
                && cursor.text.substring(open, quoted.end()).indexOf('\n') >= 0) {
            throw cursor.unreadable("a line end in quotes before a here-document", open);
        }
        cursor.position = quoted.end();
        return quoted.value().isEmpty() ? new Part.DoubleQuoted(List.of()) : new Part.Literal(quoted.value());
    }

    private Part commandSubstitution(int start) throws Unreadable {
        cursor.position++;
        cursor.endOperator();
        Script script = new ShellParser(cursor).nested(")");
        cursor.position++;
        return new Part.CommandSubstitution(script, cursor.spanFrom(start));
    }

    Part processSubstitution() throws Unreadable {
        int start = cursor.position;
        char direction = cursor.current();
        cursor.position += 2;
        cursor.endOperator();
        if (cursor.current() == '(') {
            throw cursor.unreadable("two brackets that may be arithmetic", start);
        }
        int documents = cursor.hereDocuments;
        Script script = new ShellParser(cursor).nested(")");
        if (cursor.hereDocuments > documents) {
            // Bash 5.2 loses its place in some of these.
            throw cursor.unreadable("a here-document inside a process substitution", start);
        }
        if (script.statements().isEmpty()) {
            // Bash puts nothing in its place, zsh the name of a file.
            throw cursor.unreadable("a process substitution without a command", start);
        }
        cursor.position++;
        return new Part.ProcessSubstitution(direction, script, cursor.spanFrom(start));
    }

    /** `$((`: an expression; where it could also be a subshell in a substitution it is not read. */
    private Part arithmetic(int start) throws Unreadable {
        cursor.position += 2;
        return expression(start, "))");
    }

    /**
     * The text of an arithmetic expression up to {@code closing}, which is consumed. Where its brackets do not match, bash
     * fails and zsh runs it as commands.
     */
    Part.Arithmetic expression(int start, String closing) throws Unreadable {
        cursor.enter();
        var pieces = new Pieces();
        var open = new StringBuilder();
        while (!open.isEmpty() || !cursor.lookingAt(closing)) {
            char c = cursor.current();
            switch (c) {
                case Cursor.END -> throw cursor.unreadable("an arithmetic expression that is not closed", start);
                case '\n' -> throw cursor.unreadable("an arithmetic expression over several lines", start);
                case '\'', '"', '\\', '#' -> {
                    boolean base = c == '#' && Cursor.isDigit(before());
                    if (!base) {
                        throw cursor.unreadable("quotes in an arithmetic expression", cursor.position);
                    }
                    cursor.position++;
                    pieces.add(c);
                }
                case '`' -> pieces.add(backquoted(Place.ARITHMETIC));
                case '$' -> pieces.add(dollar(Place.ARITHMETIC));
                default -> {
                    boolean odd = ";{}".indexOf(c) >= 0 && !closing.equals("))");
                    if (odd || !matches(c, open)) {
                        throw cursor.unreadable("an arithmetic expression that is not balanced", cursor.position);
                    }
                    cursor.position++;
                    pieces.add(c);
                }
            }
        }
        cursor.position += closing.length();
        cursor.leave();
        return new Part.Arithmetic(pieces.finish(), cursor.spanFrom(start));
    }

    /** Whether {@code c} closes the last bracket of {@code open}, opens one, or is no bracket. */
    private static boolean matches(char c, StringBuilder open) {
        int last = open.length() - 1;
        switch (c) {
            case '(', '[' -> open.append(c);
            case ')', ']' -> {
                if (last < 0 || open.charAt(last) != (c == ')' ? '(' : '[')) {
                    return false;
                }
                open.setLength(last);
            }
            default -> {}
        }
        return true;
    }

    private char before() {
        return cursor.text.charAt(cursor.position - 1);
    }

    /** Backquotes: their text is unescaped first and then read like a command line of its own. */
    Part backquoted(Place place) throws Unreadable {
        int start = cursor.position++;
        var inside = new StringBuilder();
        var origins = new ArrayList<Integer>();
        while (cursor.current() != '`') {
            char c = cursor.current();
            if (c == Cursor.END) {
                throw cursor.unreadable("a backquote that is not closed", start);
            }
            boolean escaped = c == '\\'
                    && ("$`\\".indexOf(cursor.peek(1)) >= 0 || (cursor.peek(1) == '"' && place == Place.DOUBLE_QUOTES));
            if (c == '\\' && cursor.peek(1) == '\n') {
                throw cursor.unreadable("a line continuation inside backquotes", cursor.position);
            }
            if (escaped) {
                cursor.position++;
            }
            origins.add(cursor.origin(cursor.position));
            inside.append(cursor.current());
            cursor.position++;
        }
        if (!cursor.pending.isEmpty() && inside.indexOf("\n") >= 0) {
            throw cursor.unreadable("a line end in backquotes before a here-document", start);
        }
        origins.add(cursor.origin(cursor.position));
        cursor.position++;
        var inner = new Cursor(
                inside.toString(), origins.stream().mapToInt(Integer::intValue).toArray(), cursor);
        Script script = new ShellParser(inner).nested("");
        cursor.hereDocuments += inner.hereDocuments;
        return new Part.CommandSubstitution(script, cursor.spanFrom(start));
    }

    /** The operator behind a name in `${…}`, or empty. */
    Optional<String> operator() {
        return OPERATORS.stream().filter(cursor::take).findFirst();
    }
}
