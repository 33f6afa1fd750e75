package dev.licet.contain;

import java.util.List;
import java.util.stream.Collectors;

/** Words of a line for a shell. */
final class Words {
    private Words() {}

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    static String line(List<String> words) {
        return words.stream().map(Words::quoted).collect(Collectors.joining(" "));
    }
}
