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

    private static final Set<String> KEYWORDS = Set.of(
            "print", "printf", "return", "in", "case", "else", "do", "exit", "if", "while", "for", "getline", "delete");

    /** After these a slash divides; after anything else it begins a regular expression. */
    private static final String BEFORE_DIVISION = ")]$";

    private final String text;
    private final Span span;
    private final CommandEffects found;
    private int position;
    private int depth;
    private int printDepth = -1;
    private int conditionDepth = -1;
    private boolean afterOperand;
    private char lastSymbol = ' ';

    AwkProgram(String text, Span span, CommandEffects found) {
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
                lastSymbol = 'a';
                afterOperand = true;
            } else if (c == '#') {
                skipLine();
            } else if (c == '/' && !afterOperand) {
                if (!regularExpression()) {
                    escalates("a regular expression whose end is not certain");
                    return;
                }
                afterOperand = true;
            } else if (isNameStart(c)) {
                name();
            } else if (Character.isDigit(c)) {
                position++;
                lastSymbol = 'a';
                afterOperand = true;
            } else {
                symbol(c);
            }
        }
    }

    private void symbol(char c) {
        boolean closesCondition = false;
        boolean before = afterOperand;
        switch (c) {
            case '(', '[', '{' -> depth++;
            case ')', ']' -> {
                depth--;
                closesCondition = c == ')' && depth == conditionDepth;
            }
            case '}' -> {
                depth--;
                printDepth = -1;
            }
            case ';' -> printDepth = -1;
            case '\n' -> {
                if (",&|{".indexOf(lastSymbol) < 0) {
                    printDepth = -1;
                }
            }
            case '+', '-' -> {
                boolean twice = position > 0 && text.charAt(position - 1) == c;
                if (twice && text.indexOf('/', position) >= 0) {
                    escalates("a division or a regular expression, which is not certain");
                }
            }
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
        afterOperand = BEFORE_DIVISION.indexOf(c) >= 0 && !closesCondition;
        if (closesCondition) {
            conditionDepth = -1;
        }
        if (!Character.isWhitespace(c)) {
            lastSymbol = c;
        }
        if (c == ' ' || c == '\t') {
            afterOperand = before;
        }
        position++;
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
        String behind = end < 0 ? "" : text.substring(end + 1).stripLeading();
        boolean alone = behind.isEmpty() || ";}\n".indexOf(behind.charAt(0)) >= 0;
        String file = end < 0 || !alone ? "\\" : text.substring(position + 1, end);
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
        }
        if (name.equals("if") || name.equals("while") || name.equals("for")) {
            conditionDepth = depth;
        }
        afterOperand = !KEYWORDS.contains(name);
        lastSymbol = 'a';
    }

    private void string() {
        position++;
        while (position < text.length() && text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        position++;
    }

    /** Where a bracket, a quote or a line end is in it, implementations differ about its end: then nothing is certain. */
    private boolean regularExpression() {
        position++;
        while (position < text.length() && text.charAt(position) != '/') {
            char c = text.charAt(position);
            boolean unclear = c == '\n' || c == '"' || (c == '[' && isUnclear(text.indexOf(']', position + 2)));
            if (unclear) {
                return false;
            }
            position += c == '\\' ? 2 : 1;
        }
        return ++position <= text.length();
    }

    private boolean isUnclear(int close) {
        String inside = close < 0 ? "/" : text.substring(position + 1, close);
        boolean nested = inside.indexOf('[') >= 0 && !inside.startsWith("[:");
        return nested || inside.indexOf('/') >= 0;
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
