package dev.licet.cli.run;

import dev.licet.core.command.CommandText;
import dev.licet.shell.syntax.ShellParser;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as one line of bash. */
public final class BashWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");

    private BashWords() {}

    /** The line that runs a program with {@code words}; a single word is such a line already. */
    public static String line(List<String> words) {
        return words.size() == 1
                ? words.getFirst()
                : first(words.getFirst())
                        + words.stream().skip(1).map(word -> " " + quote(word)).collect(Collectors.joining());
    }

    /** A program's name, which is to be no assignment and no part of bash's own language. */
    private static String first(String word) {
        return ShellParser.isReserved(word) || word.contains("=") ? CommandText.inQuotes(word) : quote(word);
    }

    /** {@code word} as the shell reads it, in quotes where it needs them. */
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : CommandText.inQuotes(word);
    }
}
