package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads redirections (bash manual, 3.6). */
final class RedirectionReader {
    /** Bash takes a number too large for it as a word of its own. */
    private static final int MAX_DESCRIPTOR_DIGITS = 4;

    private static final List<String> FILE_OPERATORS = List.of("&>>", "&>", ">>", ">|", "<>", ">", "<");

    /** Bash expands the word after `>&` twice, so only one that stays the same is read. */
    private static final Pattern PLAIN_FILE = Pattern.compile("[A-Za-z_./][A-Za-z0-9_./-]*");

    private final Cursor cursor;
    private final WordReader words;
    private final HereDocuments hereDocuments;

    RedirectionReader(Cursor cursor, WordReader words, HereDocuments hereDocuments) {
        this.cursor = cursor;
        this.words = words;
        this.hereDocuments = hereDocuments;
    }

    boolean isNext() {
        int after = descriptorLength();
        char c = cursor.peek(after);
        boolean operator = c == '<' || c == '>';
        if (after == 0) {
            return (operator && cursor.peek(1) != '(') || cursor.lookingAt("&>");
        }
        return operator;
    }

    private int descriptorLength() {
        int length = 0;
        while (Cursor.isDigit(cursor.peek(length))) {
            length++;
        }
        if (length > 0 || cursor.current() != '{') {
            return length;
        }
        int end = cursor.nameEnd(cursor.position + 1);
        boolean variable = end > cursor.position + 1 && end < cursor.text.length() && cursor.text.charAt(end) == '}';
        return variable ? end + 1 - cursor.position : 0;
    }

    Redirection read() throws Unreadable {
        int start = cursor.position;
        int length = descriptorLength();
        String descriptor = cursor.text.substring(start, start + length);
        if (length > MAX_DESCRIPTOR_DIGITS && Cursor.isDigit(descriptor.charAt(0))) {
            throw cursor.unreadable("a descriptor number this long", start);
        }
        cursor.position += length;
        if (length > 1 && !descriptor.startsWith("{")) {
            cursor.differs("dash and zsh take the number for an argument", start, Shell.DASH, Shell.ZSH);
        }
        if (descriptor.startsWith("{")) {
            cursor.differs("dash takes the braces for an argument", start, Shell.DASH);
        }
        if (cursor.take("<<<")) {
            cursor.endOperator();
            return new Redirection.HereString(descriptor, target(), cursor.spanFrom(start));
        }
        if (cursor.take("<<")) {
            return hereDocument(descriptor, start);
        }
        if (cursor.lookingAt(">&") || cursor.lookingAt("<&")) {
            return duplicate(descriptor, start);
        }
        Optional<String> operator = FILE_OPERATORS.stream().filter(cursor::take).findFirst();
        if (operator.isEmpty() || (operator.get().startsWith("&") && !descriptor.isEmpty())) {
            throw cursor.unreadable("this redirection", start);
        }
        cursor.endOperator();
        Word file = target();
        return new Redirection.File(descriptor, operator.get(), file, cursor.spanFrom(start));
    }

    private Redirection hereDocument(String descriptor, int start) throws Unreadable {
        refuseContinuation(start);
        boolean stripsTabs = cursor.take("-");
        refuseContinuation(start);
        cursor.skipBlanks();
        var delimiter = hereDocuments.delimiter(stripsTabs);
        var document = new Redirection.HereDocument(descriptor, delimiter, cursor.spanFrom(start));
        cursor.pending.add(document);
        cursor.hereDocuments++;
        return document;
    }

    private void refuseContinuation(int start) throws Unreadable {
        if (cursor.current() == '\\' && cursor.peek(1) == '\n') {
            throw cursor.unreadable("a line continuation before the delimiter of a here-document", start);
        }
    }

    private Redirection duplicate(String descriptor, int start) throws Unreadable {
        String operator = cursor.text.substring(cursor.position, cursor.position + 2);
        cursor.position += 2;
        boolean glued = !Cursor.isBlank(cursor.current());
        cursor.skipBlanks();
        int from = cursor.position;
        while (Cursor.isDigit(cursor.current())) {
            cursor.position++;
        }
        boolean number = cursor.position > from;
        if (glued || number) {
            cursor.take("-");
        }
        String source = cursor.text.substring(from, cursor.position);
        boolean ended = Cursor.isMetacharacter(cursor.current()) && cursor.current() != '<' && cursor.current() != '>';
        if (source.length() > 1 && source.endsWith("-")) {
            cursor.differs("zsh takes what follows for a file", start, Shell.ZSH);
        }
        if (!source.isEmpty() && ended && source.length() <= MAX_DESCRIPTOR_DIGITS) {
            return new Redirection.Duplicate(descriptor, operator, source, cursor.spanFrom(start));
        }
        cursor.position = from;
        if (operator.equals(">&") && descriptor.isEmpty() && source.isEmpty()) {
            Word file = target();
            boolean plain = !words.wasQuoted()
                    && file.literal()
                            .filter(text -> PLAIN_FILE.matcher(text).matches())
                            .isPresent();
            if (plain) {
                return new Redirection.File("", "&>", file, cursor.spanFrom(start));
            }
        }
        throw cursor.unreadable("a word after `" + operator + "`", start);
    }

    private Word target() throws Unreadable {
        cursor.skipBlanks();
        int start = cursor.position;
        boolean process = (cursor.lookingAt("<(") || cursor.lookingAt(">("));
        if (Cursor.isMetacharacter(cursor.current()) && !process) {
            throw cursor.unreadable("the target of a redirection is missing", start);
        }
        Word word = words.read(WordReader.Kind.ARGUMENT);
        if (!process && "!|".indexOf(cursor.text.charAt(start)) >= 0) {
            cursor.differs("zsh takes what follows for the file", start, Shell.ZSH);
        }
        if (word.parts().stream().anyMatch(Part.Braces.class::isInstance)) {
            throw cursor.unreadable("braces in the target of a redirection", start);
        }
        boolean second = cursor.current() == '<' || cursor.current() == '>';
        String written = cursor.text.substring(start, cursor.position);
        if (second && written.matches("[0-9]*-[0-9]*")) {
            cursor.differs("zsh takes this for a range of numbers", start, Shell.ZSH);
        } else if (second && !written.matches("[\\w./-]*[A-Za-z./-]")) {
            // `>2>f`: bash takes the digits for the descriptor of the second redirection.
            throw cursor.unreadable("two redirections without a blank between them", cursor.position);
        }
        return word;
    }
}
