package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads one word at a time: quoting, expansions, globs, tildes and braces (bash manual, 3.1.2 and 3.5). */
final class WordReader {
    /** In place of where the word begins: what stands in braces ends up in words of its own. */
    private static final int INSIDE_BRACES = -1;

    /** Letters and digits that a backslash gives another meaning in fish. */
    private static final String FISH_ESCAPES = "abcefnrtuvxUX01234567";

    /** What is quoted, with no expansion in it. */
    private static final Pattern QUOTED = Pattern.compile("(?s)\\\\.|'[^']*'|\"(?:[^\"\\\\$`]|\\\\.)*\"");

    /** Where braces may be of a text inside of the word. */
    private static final Pattern DOUBTFUL = Pattern.compile("[`(]|\\$'|\".*\\$.*\"", Pattern.DOTALL);

    private final Cursor cursor;
    private final DollarReader dollars;
    private boolean quoted;
    private boolean continued;
    private boolean escapedOperator;

    /** How many braces have been tried: one inside of another that does not expand would be tried again and again. */
    private int attempts;

    /** How many of them stand for themselves. Inside of others it is not certain which bracket then closes which. */
    private int failures;

    WordReader(Cursor cursor, DollarReader dollars) {
        this.cursor = cursor;
        this.dollars = dollars;
    }

    /** Where a word stands, which decides what is special in it. */
    enum Kind {
        /** An argument: braces and globs are expanded. */
        ARGUMENT,
        /** The value of an assignment: neither, but a tilde also after a colon. */
        VALUE,
        /** An operand between `[[` and `]]`, or a pattern of `case`: no braces. */
        OPERAND
    }

    Word read(Kind kind) throws Unreadable {
        return read(kind, kind == Kind.VALUE);
    }

    /** An argument of `export` or one of its relatives: zsh reads what looks like an assignment as one. */
    Word declared() throws Unreadable {
        return read(Kind.ARGUMENT, looksLikeAssignment(cursor.position));
    }

    private Word read(Kind kind, boolean assigned) throws Unreadable {
        quoted = false;
        continued = false;
        escapedOperator = false;
        int start = cursor.position;
        boolean command = cursor.current() == '=' && kind != Kind.OPERAND && cursor.peek(1) != '=';
        if (command && !Cursor.isMetacharacter(cursor.peek(1))) {
            cursor.differs("zsh looks a program up behind `=`", start, Shell.ZSH);
        }
        while (isPlain(cursor.current())) {
            cursor.position++;
        }
        if (cursor.position > start && Cursor.isMetacharacter(cursor.current()) && !atProcessSubstitution()) {
            String text = cursor.text.substring(start, cursor.position);
            return new Word(List.of(new Part.Literal(text)), cursor.spanFrom(start));
        }
        cursor.position = start;
        var pieces = new Pieces();
        boolean begins = kind != Kind.OPERAND;
        while (!Cursor.isMetacharacter(cursor.current()) || atProcessSubstitution()) {
            char c = cursor.current();
            int at = cursor.position;
            // Behind a colon bash expands a tilde, too.
            boolean alike = c == '~' && at > start && cursor.text.charAt(at - 1) == ':';
            if (begins && at > start && !alike && (c == '=' || c == '~')) {
                cursor.differs("zsh expands `=` and `~` wherever nothing stands before them", at, Shell.ZSH);
            }
            boolean anew = assigned && (c == ':' || (c == '=' && kind == Kind.ARGUMENT && isFirstEquals(start, at)));
            begins = anew || (begins && mayBeNothing(at));
            piece(pieces, kind, start);
        }
        var word = new Word(pieces.finish(), cursor.spanFrom(start));
        if (endsGroup(word, cursor.text.substring(start, cursor.position))) {
            cursor.differs("zsh ends a group at the brace behind this word", start, Shell.ZSH);
        }
        return word;
    }

    /** Whether a brace ends {@code word} that none in it opens. Where that is doubtful it does. */
    private static boolean endsGroup(Word word, String written) {
        String joined = written.replace("\\\n", "");
        boolean ends = joined.length() > 1
                && joined.endsWith("}")
                && word.parts().getLast() instanceof Part.Literal literal
                && literal.text().endsWith("}");
        if (!ends) {
            return false;
        }
        String unquoted = QUOTED.matcher(joined).replaceAll("");
        int open = 0;
        boolean closes = false;
        for (int i = 0; i < unquoted.length(); i++) {
            char c = unquoted.charAt(i);
            closes = c != '}' || open > 0;
            open = Math.max(0, open + (c == '{' ? 1 : 0) - (c == '}' ? 1 : 0));
        }
        return !unquoted.isEmpty() && (!closes || DOUBTFUL.matcher(joined).find());
    }

    /** A character that is never special in a word. */
    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '+' && c <= ':')
                || c == '_'
                || c == '@'
                || c == '%';
    }

    /** Whether some character of the last word was quoted: then it is no reserved word. */
    boolean wasQuoted() {
        return quoted;
    }

    /** Whether a backslash stood before an operator, a quote or a dollar in the last word. */
    boolean hadEscapedOperator() {
        return escapedOperator;
    }

    /** Whether the last word was continued on another line. */
    boolean wasContinued() {
        return continued;
    }

    private boolean atProcessSubstitution() {
        char c = cursor.current();
        return (c == '<' || c == '>') && cursor.peek(1) == '(';
    }

    private void piece(Pieces pieces, Kind kind, int start) throws Unreadable {
        char c = cursor.current();
        switch (c) {
            case '\\' -> escaped(pieces);
            case '\'' -> {
                String inside = singleQuoted();
                // Even without a character in them quotes make a word.
                pieces.add(inside.isEmpty() ? new Part.DoubleQuoted(List.of()) : new Part.Literal(inside));
            }
            case '"' -> {
                quoted = true;
                pieces.add(dollars.doubleQuoted());
            }
            case '$' -> {
                quoted = quoted || cursor.peek(1) == '\'' || cursor.peek(1) == '"';
                pieces.add(dollars.dollar(DollarReader.Place.WORD));
            }
            case '`' -> pieces.add(dollars.backquoted(DollarReader.Place.WORD));
            case '<', '>' -> pieces.add(dollars.processSubstitution());
            case '*', '?', '[' -> glob(pieces, kind, start);
            case '~' -> tilde(pieces, kind, start);
            case '{' -> brace(pieces, kind);
            case '!' -> {
                cursor.position++;
                pieces.add(c);
                dollars.differsAsHistory();
            }
            default -> {
                cursor.position++;
                pieces.add(c);
            }
        }
    }

    private void escaped(Pieces pieces) throws Unreadable {
        char next = cursor.peek(1);
        if (next == Cursor.END) {
            throw cursor.unreadable("a backslash at the end", cursor.position);
        }
        cursor.position += 2;
        if (next == '\n') {
            continued = true;
        } else {
            if (FISH_ESCAPES.indexOf(next) >= 0) {
                cursor.differs("fish takes this for another character", cursor.position - 2, Shell.FISH);
            }
            quoted = true;
            escapedOperator = escapedOperator || ";&|()<>\"'`$".indexOf(next) >= 0;
            pieces.add(next);
        }
    }

    private String singleQuoted() throws Unreadable {
        int start = cursor.position;
        int end = cursor.text.indexOf('\'', start + 1);
        if (end < 0) {
            throw cursor.unreadable("a single quote that is not closed", start);
        }
        if (!cursor.pending.isEmpty() && cursor.text.substring(start, end).indexOf('\n') >= 0) {
            throw cursor.unreadable("a line end in quotes before a here-document", start);
        }
        quoted = true;
        cursor.position = end + 1;
        String inside = cursor.text.substring(start + 1, end);
        if (inside.endsWith("\\") || inside.contains("\\\\")) {
            cursor.differs("a backslash quotes inside of single quotes in fish", start, Shell.FISH);
        }
        return inside;
    }

    private void glob(Pieces pieces, Kind kind, int start) {
        char c = cursor.current();
        cursor.position++;
        boolean isTest = c == '[' && cursor.position == start + 1 && Cursor.isMetacharacter(cursor.current());
        if (isTest || kind == Kind.VALUE) {
            pieces.add(c);
        } else {
            pieces.add(new Part.Glob(c));
        }
    }

    /** At the start of a word, and in what looks like an assignment after its `=` and every `:`. */
    private void tilde(Pieces pieces, Kind kind, int start) throws Unreadable {
        if (start == INSIDE_BRACES) {
            throw cursor.unreadable("a tilde inside braces", cursor.position);
        }
        boolean begins = cursor.position == start;
        char before = begins ? ' ' : cursor.text.charAt(cursor.position - 1);
        boolean value = kind == Kind.VALUE || looksLikeAssignment(start);
        boolean behindName = kind != Kind.VALUE && before == '=' && value && isFirstEquals(start, cursor.position - 1);
        boolean expands = begins || behindName || (value && before == ':');
        if (!expands) {
            boolean unclear = kind == Kind.OPERAND && (before == ':' || before == '=');
            if (unclear || (value && continued)) {
                throw cursor.unreadable("a tilde inside a word", cursor.position);
            }
            cursor.position++;
            pieces.add('~');
            return;
        }
        int from = cursor.position;
        while (!Cursor.isMetacharacter(cursor.current()) && "/:\\'\"$`{".indexOf(cursor.current()) < 0) {
            cursor.position++;
        }
        char after = cursor.current();
        boolean ends = Cursor.isMetacharacter(after) || after == '/' || (after == ':' && value);
        if (!ends) {
            throw cursor.unreadable("a tilde inside a word", from);
        }
        pieces.add(new Part.Tilde(cursor.text.substring(from, cursor.position)));
    }

    private boolean looksLikeAssignment(int start) {
        int end = cursor.nameEnd(start);
        return end > start && end < cursor.text.length() && cursor.text.charAt(end) == '=';
    }

    /** Whether what begins at {@code at} may become no text: an expansion, braces, empty quotes. */
    private boolean mayBeNothing(int at) {
        char next = at + 1 < cursor.text.length() ? cursor.text.charAt(at + 1) : Cursor.END;
        return switch (cursor.text.charAt(at)) {
            case '$' -> Character.isLetterOrDigit(next) || "_{(@*#?-$!\"'".indexOf(next) >= 0;
            case '`', '{' -> true;
            case '"' -> "\"$`".indexOf(next) >= 0;
            case '\'' -> next == '\'';
            case '\\' -> next == '\n';
            default -> false;
        };
    }

    private boolean isFirstEquals(int start, int at) {
        return cursor.text.indexOf('=', start) == at;
    }

    private void brace(Pieces pieces, Kind kind) throws Unreadable {
        Optional<Part> braces = kind == Kind.ARGUMENT ? braces() : Optional.empty();
        if (braces.isPresent()) {
            pieces.add(braces.get());
        } else {
            cursor.position++;
            pieces.add('{');
        }
    }

    /** A brace expression at the cursor, or empty, and then the cursor has not moved. */
    private Optional<Part> braces() throws Unreadable {
        int start = cursor.position;
        boolean wasQuoted = quoted;
        int before = ++attempts;
        int failed = failures;
        cursor.enter();
        cursor.position++;
        var alternatives = new ArrayList<List<Part>>();
        var pieces = new Pieces();
        boolean innerQuoted = false;
        while (cursor.current() != '}') {
            if (Cursor.isMetacharacter(cursor.current()) && !atProcessSubstitution()) {
                cursor.leave();
                boolean range = cursor.text.substring(start, cursor.position).contains("..");
                return noBraces(start, !alternatives.isEmpty() || range || attempts > before);
            }
            if (cursor.current() == ',') {
                cursor.position++;
                alternatives.add(pieces.finish());
                pieces = new Pieces();
            } else {
                if (cursor.current() == '$' && ",}".indexOf(cursor.peek(1)) >= 0) {
                    // With what comes behind the braces it may become a variable.
                    throw cursor.unreadable("a dollar sign before the end of a word in braces", cursor.position);
                }
                quoted = false;
                piece(pieces, Kind.ARGUMENT, INSIDE_BRACES);
                innerQuoted = innerQuoted || quoted;
            }
        }
        String inside = cursor.text.substring(start + 1, cursor.position);
        if (inside.contains("\\\n")) {
            throw cursor.unreadable("a line continuation inside braces", start);
        }
        cursor.position++;
        cursor.leave();
        quoted = wasQuoted || innerQuoted;
        alternatives.add(pieces.finish());
        if (alternatives.size() > 1 && failures > failed) {
            throw cursor.unreadable("braces that may or may not expand", start);
        }
        if (alternatives.size() > 1) {
            return Optional.of(new Part.Braces(alternatives, cursor.text.substring(start, cursor.position)));
        }
        Optional<List<List<Part>>> range = innerQuoted ? Optional.empty() : Ranges.expand(inside);
        if (range.isPresent()) {
            return Optional.of(new Part.Braces(range.get(), cursor.text.substring(start, cursor.position)));
        }
        return noBraces(start, inside.contains("..") || attempts > before || mayCloseLater());
    }

    /** Whether a comma and a brace follow in this word: in `a{b}c,d}` bash takes the last brace for the one that closes. */
    private boolean mayCloseLater() {
        boolean comma = false;
        int depth = 0;
        char quote = 0;
        for (int i = cursor.position; i < cursor.text.length(); i++) {
            char c = cursor.text.charAt(i);
            if (quote == 0 && depth <= 0 && (Cursor.isBlank(c) || c == '\n')) {
                return false;
            } else if (c == '\\') {
                i++;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"' || c == '`') {
                quote = c;
            } else if (c == '(' || c == ')') {
                depth += c == '(' ? 1 : -1;
            } else if (c == '}' && comma) {
                return true;
            }
            comma = comma || c == ',';
        }
        return false;
    }

    /** The brace stands for itself; where its inside makes that doubtful, the word is not read. */
    private Optional<Part> noBraces(int start, boolean doubtful) throws Unreadable {
        if (doubtful) {
            throw cursor.unreadable("braces that may or may not expand", start);
        }
        cursor.position = start;
        failures++;
        return Optional.empty();
    }
}
