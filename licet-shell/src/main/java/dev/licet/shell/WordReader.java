package dev.licet.shell;

import java.util.ArrayList;
import java.util.List;

/** Reads one word at a time: quoting, simple parameters, globs and tildes (bash manual, 3.1.2 and 3.5). */
final class WordReader {
    /** Characters after a `$` that leave it a plain dollar sign, for bash's lexer and its expander alike. */
    private static final String AFTER_PLAIN_DOLLAR = " \t\n/.,:%^+=]~";

    private static final String SPECIAL_PARAMETERS = "?#$!@*-0123456789";

    private final String text;
    private int position;

    WordReader(String text) {
        this.text = text;
    }

    Word read(int start) throws Unreadable {
        return read(start, Kind.PLAIN);
    }

    Word readAssignmentValue(int start) throws Unreadable {
        return read(start, Kind.ASSIGNMENT_VALUE);
    }

    /** The index after {@code NAME} if {@code NAME=} or {@code NAME+=} begins at {@code start}, else -1. */
    int assignmentNameEnd(int start) {
        int end = nameEnd(start);
        if (end == start || end >= text.length()) {
            return -1;
        }
        if (text.charAt(end) == '=' || text.startsWith("+=", end)) {
            return end;
        }
        return -1;
    }

    /** Whether {@code NAME[} begins at {@code start}, which bash may read as an array element. */
    boolean isSubscripted(int start) {
        int end = nameEnd(start);
        return end > start && end < text.length() && text.charAt(end) == '[';
    }

    private enum Kind {
        PLAIN,
        ASSIGNMENT_VALUE
    }

    private Word read(int start, Kind kind) throws Unreadable {
        position = start;
        var parts = new Pieces();
        boolean opensBrace = false;
        while (position < text.length() && !isMetacharacter(text.charAt(position))) {
            char c = text.charAt(position);
            switch (c) {
                case '\\' -> parts.add(escaped());
                case '\'' -> parts.add(singleQuoted());
                case '"' -> parts.addQuoted(doubleQuoted());
                case '$' -> parts.addPart(dollar(false));
                case '`' -> throw new Unreadable("command substitution is not read yet", position);
                case '*', '?', '[' -> {
                    position++;
                    boolean isTest = c == '[' && position == start + 1 && atWordEnd();
                    if (isTest || kind == Kind.ASSIGNMENT_VALUE) {
                        parts.add(String.valueOf(c));
                    } else {
                        parts.addPart(new Part.Glob(c));
                    }
                }
                case '~' -> {
                    if (beginsTilde(start, kind)) {
                        parts.addPart(tilde(kind));
                    } else {
                        position++;
                        parts.add("~");
                    }
                }
                default -> {
                    opensBrace = opensBrace || c == '{';
                    position++;
                    parts.add(String.valueOf(c));
                }
            }
        }
        if (position < text.length() && text.charAt(position) == '(') {
            throw new Unreadable("parentheses are not read yet", position);
        }
        String written = text.substring(start, position);
        if (opensBrace && mayExpandBraces(written)) {
            throw new Unreadable("brace expansion is not read yet", start);
        }
        return new Word(parts.finish(), new Span(start, position));
    }

    /** `{fd}>file` is a redirection; `{a,b}` and `{1..3}` become several words. `{}` and `HEAD@{1}` stand for themselves. */
    private boolean mayExpandBraces(String written) {
        boolean beforeRedirection = position < text.length() && "<>".indexOf(text.charAt(position)) >= 0;
        return beforeRedirection || written.contains(",") || written.contains("..");
    }

    /** Bash also expands a tilde after `=` and `:` in words that look like assignments: those are not read. */
    private boolean beginsTilde(int start, Kind kind) throws Unreadable {
        if (position == start) {
            return true;
        }
        char before = text.charAt(position - 1);
        if (before == '=' || before == ':') {
            if (kind == Kind.ASSIGNMENT_VALUE) {
                return true;
            }
            throw new Unreadable("a tilde inside a word is not read yet", position);
        }
        return false;
    }

    /** A tilde prefix ends at a slash or with the word; a quote in it would mean that it is none. */
    private Part tilde(Kind kind) throws Unreadable {
        int start = position;
        while (position < text.length()
                && !isMetacharacter(text.charAt(position))
                && "/:\\'\"$`".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        boolean ends = atWordEnd()
                || text.charAt(position) == '/'
                || (text.charAt(position) == ':' && kind == Kind.ASSIGNMENT_VALUE);
        if (!ends) {
            throw new Unreadable("a tilde inside a word is not read yet", start);
        }
        return new Part.Tilde(text.substring(start, position));
    }

    private String escaped() throws Unreadable {
        if (position + 1 >= text.length()) {
            throw new Unreadable("a backslash at the end", position);
        }
        char next = text.charAt(position + 1);
        if (next == '\n') {
            throw new Unreadable("a line continuation inside a word", position);
        }
        position += 2;
        return String.valueOf(next);
    }

    private String singleQuoted() throws Unreadable {
        int end = text.indexOf('\'', position + 1);
        if (end < 0) {
            throw new Unreadable("a single quote that is not closed", position);
        }
        String inside = text.substring(position + 1, end);
        position = end + 1;
        return inside;
    }

    private Part.DoubleQuoted doubleQuoted() throws Unreadable {
        int open = position;
        position++;
        var parts = new Pieces();
        while (position < text.length() && text.charAt(position) != '"') {
            char c = text.charAt(position);
            switch (c) {
                case '\\' -> parts.add(escapedInDoubleQuotes());
                case '`' -> throw new Unreadable("command substitution is not read yet", position);
                case '$' -> parts.addPart(dollar(true));
                default -> {
                    position++;
                    parts.add(String.valueOf(c));
                }
            }
        }
        if (position >= text.length()) {
            throw new Unreadable("a double quote that is not closed", open);
        }
        position++;
        return new Part.DoubleQuoted(parts.finish());
    }

    private String escapedInDoubleQuotes() throws Unreadable {
        if (position + 1 >= text.length()) {
            throw new Unreadable("a double quote that is not closed", position);
        }
        char next = text.charAt(position + 1);
        if (next == '\n') {
            throw new Unreadable("a line continuation inside double quotes", position);
        }
        position += 2;
        return "$`\"\\".indexOf(next) >= 0 ? String.valueOf(next) : "\\" + next;
    }

    private Part dollar(boolean inDoubleQuotes) throws Unreadable {
        int start = position;
        position++;
        if (position >= text.length()) {
            return new Part.Literal("$");
        }
        char next = text.charAt(position);
        if (next == '\'' && !inDoubleQuotes) {
            var quoted = new AnsiQuoted(text, position + 1);
            position = quoted.end();
            return new Part.Literal(quoted.value());
        }
        if (next == '{') {
            return bracedParameter(start);
        }
        int end = nameEnd(position);
        if (end > position) {
            String name = text.substring(position, end);
            position = end;
            return new Part.Parameter(name);
        }
        if (SPECIAL_PARAMETERS.indexOf(next) >= 0) {
            position++;
            if (next == '$' && position < text.length() && "({[".indexOf(text.charAt(position)) >= 0) {
                throw new Unreadable("`$$` before a bracket", start);
            }
            return new Part.Parameter(String.valueOf(next));
        }
        if (AFTER_PLAIN_DOLLAR.indexOf(next) >= 0 || (next == '"' && inDoubleQuotes)) {
            return new Part.Literal("$");
        }
        throw new Unreadable("this expansion is not read yet", start);
    }

    private Part bracedParameter(int start) throws Unreadable {
        int nameStart = position + 1;
        int end = nameEnd(nameStart);
        if (end == nameStart && end < text.length() && SPECIAL_PARAMETERS.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        if (end == nameStart || end >= text.length() || text.charAt(end) != '}') {
            throw new Unreadable("this parameter expansion is not read yet", start);
        }
        position = end + 1;
        return new Part.Parameter(text.substring(nameStart, end));
    }

    private int nameEnd(int start) {
        int end = start;
        while (end < text.length() && isNameCharacter(text.charAt(end), end == start)) {
            end++;
        }
        return end;
    }

    private static boolean isNameCharacter(char c, boolean first) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        return letter || (!first && c >= '0' && c <= '9');
    }

    private boolean atWordEnd() {
        return position >= text.length() || isMetacharacter(text.charAt(position));
    }

    private static boolean isMetacharacter(char c) {
        return " \t\n|&;()<>".indexOf(c) >= 0;
    }

    /** Collects parts and joins neighbouring literals. */
    private static final class Pieces {
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();

        void add(String text) {
            literal.append(text);
        }

        void addPart(Part part) {
            if (part instanceof Part.Literal plain) {
                add(plain.text());
                return;
            }
            flush();
            parts.add(part);
        }

        void addQuoted(Part.DoubleQuoted quoted) {
            flush();
            parts.add(quoted);
        }

        List<Part> finish() {
            flush();
            return parts;
        }

        private void flush() {
            if (!literal.isEmpty()) {
                parts.add(new Part.Literal(literal.toString()));
                literal.setLength(0);
            }
        }
    }
}
