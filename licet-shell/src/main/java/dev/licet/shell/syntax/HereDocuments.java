package dev.licet.shell.syntax;

import dev.licet.shell.syntax.Redirection.HereDocument;
import java.util.List;

/** Reads the delimiter of a here-document and, where its line ends, the lines themselves (bash manual, 3.6.6). */
final class HereDocuments {
    private static final String PLAIN_IN_DELIMITER = "_.!@%+=:,/-^~#*?[]{}";

    private final Cursor cursor;

    HereDocuments(Cursor cursor) {
        this.cursor = cursor;
    }

    /** The delimiter at the cursor, which stands behind {@code <<} or {@code <<-}. */
    HereDocument.Delimiter delimiter(boolean stripsTabs) throws Unreadable {
        var text = new StringBuilder();
        boolean quoted = false;
        int start = cursor.position;
        while (!Cursor.isMetacharacter(cursor.current())) {
            char c = cursor.current();
            if (c == '\'' || c == '"') {
                quoted = true;
                text.append(quotedText(c));
            } else if (c == '\\' && cursor.peek(1) != '\n' && cursor.peek(1) != Cursor.END) {
                quoted = true;
                text.append(cursor.peek(1));
                cursor.position += 2;
            } else if (Character.isLetterOrDigit(c) || PLAIN_IN_DELIMITER.indexOf(c) >= 0) {
                text.append(c);
                cursor.position++;
            } else {
                throw cursor.unreadable("this delimiter of a here-document", start);
            }
        }
        if (cursor.position == start) {
            throw cursor.unreadable("a here-document without a delimiter", start);
        }
        if (text.length() > 0 && text.charAt(text.length() - 1) == '\\') {
            // The line that ends the document would go on in the next one.
            throw cursor.unreadable("a backslash at the end of a here-document's delimiter", start);
        }
        refuseRedirection(start);
        return new HereDocument.Delimiter(text.toString(), quoted, stripsTabs);
    }

    /** Behind `<<'E'<(c)` the delimiter goes on, and in `<<1<f` the number is the descriptor of what follows. */
    private void refuseRedirection(int start) throws Unreadable {
        boolean another = cursor.current() == '<' || cursor.current() == '>';
        char last = cursor.text.charAt(cursor.position - 1);
        if (another && (cursor.peek(1) == '(' || Cursor.isDigit(last) || last == '}')) {
            throw cursor.unreadable("two redirections without a blank between them", start);
        }
    }

    private String quotedText(char quote) throws Unreadable {
        int end = cursor.text.indexOf(quote, cursor.position + 1);
        String inside = end < 0 ? "\n" : cursor.text.substring(cursor.position + 1, end);
        boolean odd = inside.indexOf('\n') >= 0 || (quote == '"' && inside.matches("(?s).*[\\\\$`].*"));
        if (odd) {
            throw cursor.unreadable("this delimiter of a here-document", cursor.position);
        }
        cursor.position = end + 1;
        return inside;
    }

    /** Reads the lines of every here-document that was begun; the cursor stands behind a line end. */
    void bodies() throws Unreadable {
        while (!cursor.pending.isEmpty()) {
            HereDocument document = cursor.pending.get(0);
            document.fill(body(document.delimiter()));
            cursor.pending.remove(0);
        }
    }

    private Word body(HereDocument.Delimiter delimiter) throws Unreadable {
        int start = cursor.position;
        var body = new Lines();
        while (true) {
            if (cursor.atEnd()) {
                throw cursor.unreadable("a here-document that is not closed", Math.min(start, cursor.text.length()));
            }
            int end = cursor.position;
            int length = body.text.length();
            boolean complete = line(delimiter, body);
            String line = body.text.substring(length);
            String raw = cursor.text.substring(end, cursor.position);
            if (raw.contains("\\\n") && mayEnd(raw, line, delimiter)) {
                throw cursor.unreadable("a line continuation where a here-document may end", end);
            }
            if (line.equals(delimiter.text())) {
                body.text.setLength(length);
                body.origins.setLength(length);
                return word(delimiter, body, start, end);
            }
            if (complete) {
                body.add('\n', cursor.origin(cursor.position - 1));
            }
        }
    }

    /** Shells differ in whether lines are joined before they are compared with the delimiter. */
    private static boolean mayEnd(String raw, String joined, HereDocument.Delimiter delimiter) {
        return joined.equals(delimiter.text()) || raw.lines().map(String::strip).anyMatch(delimiter.text()::equals);
    }

    /** Adds one line without its end; with an unquoted delimiter a backslash at its end joins the next one to it. */
    private boolean line(HereDocument.Delimiter delimiter, Lines body) {
        if (delimiter.stripsTabs()) {
            while (cursor.current() == '\t') {
                cursor.position++;
            }
        }
        while (!cursor.atEnd()) {
            char c = cursor.current();
            if (c == '\n') {
                cursor.position++;
                return true;
            }
            if (c == '\\' && !delimiter.quoted() && cursor.peek(1) == '\n') {
                cursor.position += 2;
                continue;
            }
            body.add(c, cursor.origin(cursor.position));
            cursor.position++;
            if (c == '\\' && !delimiter.quoted() && !cursor.atEnd()) {
                body.add(cursor.current(), cursor.origin(cursor.position));
                cursor.position++;
            }
        }
        return false;
    }

    private Word word(HereDocument.Delimiter delimiter, Lines body, int start, int end) throws Unreadable {
        String text = body.text.toString();
        if (delimiter.quoted()) {
            return new Word(text.isEmpty() ? List.of() : List.of(new Part.Literal(text)), cursor.span(start, end));
        }
        body.add('\n', cursor.origin(end));
        var inside = new Cursor(text, body.originsArray(), cursor);
        var dollars = new DollarReader(inside);
        var pieces = new Pieces();
        while (!inside.atEnd()) {
            dollars.quotedPiece(pieces, DollarReader.Place.HERE_DOCUMENT);
        }
        return new Word(pieces.finish(), cursor.span(start, end));
    }

    /** Text with the place each of its characters comes from; the places are kept as characters pairs to stay small. */
    private static final class Lines {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder origins = new StringBuilder();

        void add(char c, int origin) {
            text.append(c);
            // A command line is at most 64 KiB long, so that an index fits into one character.
            origins.append((char) origin);
        }

        int[] originsArray() {
            return origins.chars().toArray();
        }
    }
}
