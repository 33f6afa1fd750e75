package dev.licet.conformance.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one line of what {@code set -x} prints. */
final class Trace {
    private static final Pattern LINE = Pattern.compile("\\++ (.*)", Pattern.DOTALL);
    private static final Pattern ASSIGNMENT =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(\\[[^ ]*])?\\+?=.*", Pattern.DOTALL);

    /** What the stub and the prelude leave in the trace, and syntax that is no command. */
    private static final Pattern NO_COMMAND =
            Pattern.compile("set \\+x|(for|select|case|coproc) .*|\\(\\(.*|\\[\\[.*", Pattern.DOTALL);

    private Trace() {}

    /** The entries of a trace: a quoted word may go over several lines. What is behind the last line end was cut off. */
    static List<String> entries(String trace) {
        var entries = new ArrayList<String>();
        var entry = new StringBuilder();
        for (String line : trace.substring(0, trace.lastIndexOf('\n') + 1).split("\n", -1)) {
            entry.append(entry.isEmpty() ? "" : "\n").append(line);
            if (isClosed(entry)) {
                entries.add(entry.toString());
                entry.setLength(0);
            }
        }
        return entries;
    }

    private static boolean isClosed(CharSequence text) {
        boolean plain = false;
        boolean ansi = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' && !ansi) {
                ansi = !plain && i > 0 && text.charAt(i - 1) == '$';
                plain = !ansi && !plain;
            } else if (c == '\'') {
                ansi = false;
            } else if (c == '\\' && !plain) {
                i++;
            }
        }
        return !plain && !ansi;
    }

    /** The words of the command in {@code line}, or empty when it shows none. */
    static Optional<List<String>> command(String line) {
        Optional<String> text = text(line);
        if (text.isEmpty() || NO_COMMAND.matcher(text.get()).matches()) {
            return Optional.empty();
        }
        boolean assigns = ASSIGNMENT.matcher(text.get()).matches();
        return assigns ? Optional.empty() : Optional.of(words(text.get()));
    }

    /** The words of {@code line}, even if it looks like an assignment: bash does not quote a command's equals sign. */
    static List<String> commandOf(String line) {
        return words(text(line).orElse(""));
    }

    /** The variable that {@code line} assigns, or empty. */
    static Optional<String> assigned(String line) {
        return text(line).map(ASSIGNMENT::matcher).filter(Matcher::matches).map(assignment -> assignment.group(1));
    }

    private static Optional<String> text(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Undoes the quoting of bash: plain words, `'…'`, `$'…'` and backslashes. */
    static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean open = false;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == ' ') {
                if (open) {
                    words.add(word.toString());
                }
                word.setLength(0);
                open = false;
                i++;
            } else if (c == '\'') {
                int end = text.indexOf('\'', i + 1);
                end = end < 0 ? text.length() : end;
                word.append(text, i + 1, end);
                open = true;
                i = end + 1;
            } else if (c == '$' && i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                i = ansi(text, i + 2, word);
                open = true;
            } else {
                boolean escaped = c == '\\' && i + 1 < text.length();
                word.append(escaped ? text.charAt(i + 1) : c);
                open = true;
                i += escaped ? 2 : 1;
            }
        }
        if (open) {
            words.add(word.toString());
        }
        return words;
    }

    private static int ansi(String text, int start, StringBuilder word) {
        int i = start;
        while (i < text.length() && text.charAt(i) != '\'') {
            char c = text.charAt(i++);
            if (c != '\\' || i >= text.length()) {
                word.append(c);
                continue;
            }
            char escape = text.charAt(i++);
            int known = "abefnrtvE".indexOf(escape);
            if (known >= 0) {
                word.append("\007\b\033\f\n\r\t\013\033".charAt(known));
            } else if (escape >= '0' && escape <= '7') {
                int end = i;
                while (end < text.length() && end - i < 2 && Character.digit(text.charAt(end), 8) >= 0) {
                    end++;
                }
                word.append((char) Integer.parseInt(text.substring(i - 1, end), 8));
                i = end;
            } else {
                word.append(escape);
            }
        }
        return i + 1;
    }
}
