package dev.licet.shell.command;

import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import java.util.Set;

/** Tells an awk program that only reads its input from one that runs, reads or writes elsewhere (POSIX awk; gawk manual). */
final class AwkProgram {
    /** Names that reach outside of the records of the input. */
    private static final Set<String> REACHING = Set.of(
            "system",
            "getline",
            "ARGV",
            "ARGC",
            "ENVIRON",
            "PROCINFO",
            "SYMTAB",
            "FUNCTAB",
            "close",
            "fflush",
            "load",
            "include");

    /** After these a slash divides; after anything else it begins a regular expression. */
    private static final String BEFORE_DIVISION = ")]$";

    private final String text;
    private final Span span;
    private final Found found;
    private int position;
    private int depth;
    private int printDepth = -1;
    private boolean afterOperand;

    AwkProgram(String text, Span span, Found found) {
        this.text = text;
        this.span = span;
        this.found = found;
    }

    /** Notes what the program does beyond its input. */
    void read() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '"') {
                string();
                afterOperand = true;
            } else if (c == '#') {
                skipLine();
            } else if (c == '/' && !afterOperand) {
                if (!regularExpression()) {
                    escalates("a regular expression that is not closed");
                    return;
                }
                afterOperand = true;
            } else if (isNameStart(c)) {
                name();
            } else if (Character.isDigit(c)) {
                position++;
                afterOperand = true;
            } else {
                symbol(c);
            }
        }
    }

    private void symbol(char c) {
        switch (c) {
            case '(', '[', '{' -> depth++;
            case ')', ']' -> depth--;
            case '}' -> {
                depth--;
                printDepth = -1;
            }
            case ';', '\n' -> printDepth = -1;
            case '@' -> escalates("loads code or calls a function by name");
            case '|' -> {
                if (position + 1 < text.length() && text.charAt(position + 1) == '|') {
                    position++;
                } else {
                    escalates("runs a command");
                }
            }
            case '>' -> redirection();
            case '\\' -> position++;
            default -> {}
        }
        afterOperand = BEFORE_DIVISION.indexOf(c) >= 0;
        if (c == ' ' || c == '\t') {
            afterOperand = wasOperandBefore();
        }
        position++;
    }

    private boolean wasOperandBefore() {
        int before = position;
        while (before > 0 && (text.charAt(before - 1) == ' ' || text.charAt(before - 1) == '\t')) {
            before--;
        }
        if (before == 0) {
            return false;
        }
        char c = text.charAt(before - 1);
        boolean word = isNameStart(c) || Character.isDigit(c);
        return (word && !endsWithKeyword(before)) || c == '"' || BEFORE_DIVISION.indexOf(c) >= 0;
    }

    /** After `print /x/` or `return /x/` a regular expression begins. */
    private boolean endsWithKeyword(int end) {
        int start = end;
        while (start > 0 && (isNameStart(text.charAt(start - 1)) || Character.isDigit(text.charAt(start - 1)))) {
            start--;
        }
        return Set.of("print", "printf", "return", "in", "case", "else", "do", "exit")
                .contains(text.substring(start, end));
    }

    /** `>` writes a file behind print, unless parentheses make it a comparison. */
    private void redirection() {
        if (printDepth < 0 || depth > printDepth) {
            return;
        }
        position++;
        if (position < text.length() && text.charAt(position) == '>') {
            position++;
        }
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
        boolean plain = position < text.length() && text.charAt(position) == '"';
        int end = plain ? text.indexOf('"', position + 1) : -1;
        String file = end < 0 ? "\\" : text.substring(position + 1, end);
        if (!Set.of("/dev/stderr", "/dev/stdout", "/dev/null").contains(file)) {
            escalates("writes a file");
            Shape target = file.contains("\\") ? Shape.ANYTHING : Shape.of(file);
            found.writes(target, span);
        }
        position--;
    }

    private void name() {
        int start = position;
        while (position < text.length()
                && (isNameStart(text.charAt(position)) || Character.isDigit(text.charAt(position)))) {
            position++;
        }
        String name = text.substring(start, position);
        if (REACHING.contains(name)) {
            escalates("`" + name + "` reaches beyond the input");
        }
        if (name.equals("print") || name.equals("printf")) {
            printDepth = depth;
            afterOperand = false;
        } else {
            afterOperand = true;
        }
    }

    private void string() {
        position++;
        while (position < text.length() && text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        position++;
    }

    private boolean regularExpression() {
        position++;
        while (position < text.length() && text.charAt(position) != '/') {
            if (text.charAt(position) == '\n') {
                return false;
            }
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        return ++position <= text.length();
    }

    private void skipLine() {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
    }

    private void escalates(String why) {
        found.escalates(text, why, span);
    }

    private static boolean isNameStart(char c) {
        return Character.isLetter(c) || c == '_';
    }
}
