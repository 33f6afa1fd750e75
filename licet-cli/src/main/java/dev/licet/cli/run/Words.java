package dev.licet.cli.run;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as one line of bash. */
public final class Words {
    /** What bash does not take for a program at the beginning of a line. */
    private static final Set<String> RESERVED = Set.of(
            "!",
            "[[",
            "]]",
            "case",
            "coproc",
            "do",
            "done",
            "elif",
            "else",
            "esac",
            "fi",
            "for",
            "function",
            "if",
            "in",
            "select",
            "then",
            "time",
            "until",
            "while",
            "{",
            "}");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");

    private Words() {}

    /** The line that runs a program with {@code words}; a single word is such a line already. */
    public static String line(List<String> words) {
        return words.size() == 1
                ? words.getFirst()
                : first(words.getFirst())
                        + words.stream().skip(1).map(word -> " " + quoted(word)).collect(Collectors.joining());
    }

    private static String first(String word) {
        return RESERVED.contains(word) || word.contains("=") ? "'" + word.replace("'", "'\\''") + "'" : quoted(word);
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
