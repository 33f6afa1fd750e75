package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells a sed program that only edits its stream from one that runs, reads or writes elsewhere (GNU sed manual, 3). */
final class SedProgram {
    private static final Set<String> QUIET = Set.of("-n", "--quiet", "--silent");

    /** What no name of a file has that anybody would write in a program, but every program of several commands. */
    private static final Pattern PROGRAM = Pattern.compile("[,;{}\\\\!#\\s]");

    /** A command that reads or writes a file, behind an address, or the flag of a command `s`. */
    private static final Pattern OPENING =
            Pattern.compile("(?:[0-9$]+|/[^/]*/I?|s(.).*\\1.*\\1[a-zA-Z0-9]*?|)[rw](?<file>.+)", Pattern.DOTALL);

    private static final int MAX_NAME = 256;

    private final String text;
    private int position;

    private SedProgram(String text) {
        this.text = text;
    }

    /** Notes an escalation unless {@code program} is known and only edits. */
    static void note(Argument program, CommandEffects found) {
        Optional<String> text = program.certain();
        boolean harmless = text.isPresent() ? new SedProgram(text.get()).isHarmless() : isHarmlessShape(program);
        if (!harmless) {
            found.escalates(text.orElse(""), "a program that does more than edit its input", program.span());
        }
    }

    /**
     * BSD takes the word behind {@code -i} for what a copy's name ends with, GNU for the program. An empty one changes nothing
     * as a program, unless nothing is printed: it is left out. Behind another one BSD finds the program in what GNU takes for a
     * file, and that may write.
     *
     * @param operands changed in place
     */
    static void behindInPlace(List<Argument> operands, boolean programGiven, CommandEffects found) {
        boolean apart =
                found.value("-i").flatMap(Shape::text).filter(String::isEmpty).isPresent();
        if (!apart || operands.isEmpty()) {
            return;
        }
        boolean empty = operands.get(0).certain().filter(String::isEmpty).isPresent();
        if (empty && QUIET.stream().noneMatch(found::has)) {
            operands.removeFirst();
        } else if (!programGiven && operands.size() > 1) {
            String program = operands.get(1).start();
            Matcher opening = OPENING.matcher(program);
            // A longer one would take long to compare.
            if (program.length() > MAX_NAME || PROGRAM.matcher(program).find()) {
                found.escalates(
                        program,
                        "BSD's sed runs it as a program",
                        operands.get(1).span());
            } else if (opening.matches()) {
                Argument file = new Argument.Known(
                        opening.group("file"), operands.get(1).span());
                found.reads(file);
                found.writes(file);
            }
        }
    }

    /** `"$((3 * 10)),40p"`: with numbers in place of what is not known it is judged like any other. */
    private static boolean isHarmlessShape(Argument program) {
        var text = new StringBuilder();
        for (Shape.Piece piece : program.shape().pieces()) {
            switch (piece) {
                case Shape.Piece.Fixed fixed -> text.append(fixed.text());
                case Shape.Piece.Digits digits -> text.append('7');
                default -> {
                    return false;
                }
            }
        }
        return program instanceof Argument.Unknown && new SedProgram(text.toString()).isHarmless();
    }

    private boolean isHarmless() {
        int depth = 0;
        while (true) {
            skip(" \t\n;");
            if (atEnd()) {
                return depth == 0;
            }
            if (!addresses()) {
                return false;
            }
            skip(" \t!");
            if (atEnd()) {
                return false;
            }
            char command = text.charAt(position++);
            switch (command) {
                case '{' -> depth++;
                case '}' -> depth--;
                case '#' -> skipLine();
                case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z' -> {}
                case 'q', 'Q', 'l', 'L' -> skip(" 0123456789");
                case 'a', 'i', 'c' -> skipText();
                case ':', 'b', 't', 'T' -> {
                    skip(" \t");
                    skipUntil("; \t\n}");
                }
                case 's' -> {
                    if (!substitution()) {
                        return false;
                    }
                }
                case 'y' -> {
                    if (!delimited(2)) {
                        return false;
                    }
                }
                default -> {
                    return false;
                }
            }
            boolean grouped = command == '{' || command == '}';
            skip(" \t");
            if (!grouped && !atEnd() && ";\n}#".indexOf(text.charAt(position)) < 0) {
                return false;
            }
        }
    }

    private boolean addresses() {
        if (!address()) {
            return false;
        }
        skip(" \t");
        if (!atEnd() && text.charAt(position) == ',') {
            position++;
            skip(" \t+~");
            return address();
        }
        return true;
    }

    /** An address, or nothing. */
    private boolean address() {
        if (atEnd()) {
            return true;
        }
        char c = text.charAt(position);
        if (c == '/' || c == '\\') {
            position += c == '\\' ? 1 : 0;
            if (atEnd() || !delimited(1)) {
                return false;
            }
            skip("IM");
            return true;
        }
        skip("0123456789$~");
        return true;
    }

    /** Stands at the delimiter; reads {@code parts} delimited parts. */
    private boolean delimited(int parts) {
        if (atEnd()) {
            return false;
        }
        char delimiter = text.charAt(position++);
        if (delimiter == '\n' || delimiter == '\\') {
            return false;
        }
        for (int i = 0; i < parts; i++) {
            boolean inClass = false;
            while (!atEnd() && text.charAt(position) != delimiter) {
                char c = text.charAt(position);
                if (c == '[' || (inClass && c == '\n')) {
                    // Inside of brackets a delimiter may or may not end the part: such programs are not judged.
                    inClass = true;
                }
                position += c == '\\' ? 2 : 1;
            }
            if (position >= text.length()) {
                return false;
            }
            if (inClass && text.indexOf(']', position) >= 0 && isOpenClass(position)) {
                return false;
            }
            position++;
        }
        return true;
    }

    /** Whether a bracket before {@code end} has no closing one before it. */
    private boolean isOpenClass(int end) {
        int open = text.lastIndexOf('[', end);
        return open >= 0 && text.indexOf(']', open + 2) > end;
    }

    private boolean substitution() {
        if (!delimited(2)) {
            return false;
        }
        skip("gpiIM0123456789");
        return atEnd() || "; \t\n}#".indexOf(text.charAt(position)) >= 0;
    }

    /** Text to insert goes to the end of the line; a backslash continues it. */
    private void skipText() {
        while (!atEnd() && text.charAt(position) != '\n') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        position = Math.min(position, text.length());
    }

    private void skipLine() {
        while (!atEnd() && text.charAt(position) != '\n') {
            position++;
        }
    }

    private void skipUntil(String end) {
        while (!atEnd() && end.indexOf(text.charAt(position)) < 0) {
            position++;
        }
    }

    private void skip(String characters) {
        while (!atEnd() && characters.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private boolean atEnd() {
        return position >= text.length();
    }
}
