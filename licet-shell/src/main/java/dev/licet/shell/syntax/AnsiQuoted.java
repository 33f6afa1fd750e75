package dev.licet.shell.syntax;

/** The inside of {@code $'…'} (bash manual, 3.1.2.4), with the escapes whose meaning does not depend on the locale. */
final class AnsiQuoted {
    private static final String ESCAPES = "abefnrtv\\'\"?E";
    private static final String MEANINGS = "\007\b\033\f\n\r\t\013\\'\"?\033";

    private final Cursor cursor;
    private final String text;
    private final StringBuilder value = new StringBuilder();
    private int position;

    AnsiQuoted(Cursor cursor, int start) throws Unreadable {
        this.cursor = cursor;
        this.text = cursor.text;
        this.position = start;
        read(start);
    }

    /** The index after the closing quote. */
    int end() {
        return position;
    }

    String value() {
        return value.toString();
    }

    private void read(int start) throws Unreadable {
        while (position < text.length() && text.charAt(position) != '\'') {
            char c = text.charAt(position++);
            if (c == '\\') {
                escape(start);
            } else {
                value.append(c);
            }
        }
        if (position >= text.length()) {
            throw cursor.unreadable("a quote `$'` that is not closed", start);
        }
        position++;
    }

    private void escape(int start) throws Unreadable {
        if (position >= text.length()) {
            throw cursor.unreadable("a quote `$'` that is not closed", start);
        }
        char c = text.charAt(position++);
        int known = ESCAPES.indexOf(c);
        if (known >= 0) {
            value.append(MEANINGS.charAt(known));
        } else if (c == 'x') {
            code(digits(16, 2), start);
        } else if (c >= '0' && c <= '7') {
            position--;
            code(digits(8, 3), start);
        } else {
            throw cursor.unreadable("this escape in `$'` is not read yet", start);
        }
    }

    private int digits(int radix, int most) {
        int from = position;
        while (position < text.length()
                && position - from < most
                && Character.digit(text.charAt(position), radix) >= 0) {
            position++;
        }
        return from == position ? -1 : Integer.parseInt(text.substring(from, position), radix);
    }

    /** NUL ends the string in bash and bytes above 127 depend on the encoding: neither is read. */
    private void code(int code, int start) throws Unreadable {
        if (code < 1 || code > 127) {
            throw cursor.unreadable("this escape in `$'` is not read yet", start);
        }
        value.append((char) code);
    }
}
