package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code name=value} in its forms (bash manual, 3.4 and 6.7). */
final class AssignmentReader {
    private final Cursor cursor;
    private final WordReader words;
    private final DollarReader dollars;
    private final ShellParser parser;

    AssignmentReader(Cursor cursor, WordReader words, DollarReader dollars, ShellParser parser) {
        this.cursor = cursor;
        this.words = words;
        this.dollars = dollars;
        this.parser = parser;
    }

    /** Whether `name=`, `name+=` or `name[` stands at the cursor; the last must turn out to be an assignment. */
    boolean isNext() {
        return isName(cursor.nameEnd(cursor.position) - cursor.position);
    }

    /** Whether that stands there with a name that is none for the other shells: of other letters, or of digits. */
    boolean isNextInZsh() {
        int digits = 0;
        while (Cursor.isDigit(cursor.peek(digits))) {
            digits++;
        }
        return isName(digits) || isName(cursor.foreignNameEnd(cursor.position) - cursor.position);
    }

    private boolean isName(int length) {
        return length > 0
                && (cursor.peek(length) == '='
                        || cursor.peek(length) == '['
                        || (cursor.peek(length) == '+' && cursor.peek(length + 1) == '='));
    }

    /** Whether `name=(` or `name+=(` stands at the cursor. */
    boolean isArray() {
        int length = cursor.nameEnd(cursor.position) - cursor.position;
        int operator = cursor.peek(length) == '+' ? 2 : 1;
        return isNext() && cursor.peek(length) != '[' && cursor.peek(length + operator) == '(';
    }

    Assignment read() throws Unreadable {
        int start = cursor.position;
        int nameEnd = cursor.nameEnd(start);
        String name = cursor.text.substring(start, nameEnd);
        cursor.position = nameEnd;
        Optional<Part.Arithmetic> subscript = Optional.empty();
        if (cursor.current() == '[') {
            cursor.position++;
            subscript = Optional.of(dollars.expression(nameEnd, "]"));
        }
        boolean appends = cursor.take("+");
        if (!cursor.take("=")) {
            throw cursor.unreadable("an array element where a command should be", start);
        }
        Word value = value(subscript.isPresent());
        return new Assignment(name, subscript, appends, value, cursor.spanFrom(start));
    }

    private Word value(boolean element) throws Unreadable {
        int start = cursor.position;
        if (cursor.current() != '(') {
            return words.read(WordReader.Kind.VALUE);
        }
        if (element) {
            throw cursor.unreadable("a list as an element of an array", start);
        }
        return new Word(List.of(elements()), cursor.spanFrom(start));
    }

    /** `name=(…)` as an argument of `declare` and its relatives. */
    Word arrayArgument() throws Unreadable {
        int start = cursor.position;
        cursor.position = cursor.text.indexOf('(', start);
        String name = cursor.text.substring(start, cursor.position);
        Part elements = elements();
        return new Word(List.of(new Part.Literal(name), elements), cursor.spanFrom(start));
    }

    private Part elements() throws Unreadable {
        int start = cursor.position;
        cursor.position++;
        cursor.enter();
        var elements = new ArrayList<Part.Element>();
        parser.skipLines();
        while (cursor.current() != ')') {
            elements.add(element());
            parser.skipLines();
        }
        cursor.position++;
        cursor.leave();
        if (cursor.isUnescaped()) {
            // Outside of backquotes dash refuses the whole line.
            cursor.differs("in backquotes dash passes over the bracket and what follows", start, Shell.DASH);
        }
        if (!Cursor.isMetacharacter(cursor.current())) {
            throw cursor.unreadable("text behind a list of elements", cursor.position);
        }
        return new Part.Elements(elements);
    }

    private Part.Element element() throws Unreadable {
        int start = cursor.position;
        if (cursor.current() == '[') {
            cursor.position++;
            Part.Arithmetic subscript = dollars.expression(start, "]");
            cursor.take("+");
            if (!cursor.take("=")) {
                throw cursor.unreadable("a pattern in a list of elements", start);
            }
            return new Part.Element(Optional.of(subscript), value(start, WordReader.Kind.VALUE));
        }
        if (Cursor.isMetacharacter(cursor.current()) && !cursor.lookingAt("<(") && !cursor.lookingAt(">(")) {
            throw cursor.unreadable("an unexpected token in a list of elements", start);
        }
        return new Part.Element(Optional.empty(), value(start, WordReader.Kind.ARGUMENT));
    }

    /** In a substitution bash 5.2 passes over these backslashes: it refuses `$(x=(\;))` and `$(x=(\$$(c)))`, though not `x=(\;)`. */
    private Word value(int start, WordReader.Kind kind) throws Unreadable {
        Word value = words.read(kind);
        if (parser.isSubstitution() && words.hadEscapedOperator()) {
            throw cursor.unreadable("an escaped operator in a list of elements inside of another command", start);
        }
        return value;
    }
}
