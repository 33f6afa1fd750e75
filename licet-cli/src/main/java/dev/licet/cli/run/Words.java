package dev.licet.cli.run;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as one line of bash. */
public final class Words {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");

    private Words() {}

    /** The line that runs a program with {@code words}; a single word is such a line already. */
    public static String line(List<String> words) {
        return words.size() == 1
                ? words.getFirst()
                : words.stream().map(Words::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
