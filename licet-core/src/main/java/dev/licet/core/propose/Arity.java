package dev.licet.core.propose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many words of a command name what it does, by the words that it begins with: the longest entry counts, and one word
 * names a command without an entry.
 *
 * @param entries numbers of words, by the words with single blanks between them; 0 is for specifications of commands to say,
 *     and so is everything where there are no entries
 */
public record Arity(Map<String, Integer> entries) {
    /** Specifications of commands say it. */
    public static final Arity BY_SPECIFICATION = new Arity(Map.of());

    private static final int MAX_WORDS = 3;

    public Arity {
        entries = Map.copyOf(entries);
    }

    /** The same with {@code number} for what begins with each of {@code starts}. */
    Arity with(int number, List<String> starts) {
        var all = new HashMap<>(entries);
        starts.forEach(start -> all.put(start, number));
        return new Arity(all);
    }

    boolean isBySpecification() {
        return entries.isEmpty();
    }

    /** How many of {@code words} name the command. */
    int of(List<String> words) {
        int last = Math.min(words.size(), MAX_WORDS);
        for (int i = last; i > 0; i--) {
            Integer number = entries.get(String.join(" ", words.subList(0, i)));
            if (number != null) {
                return Math.min(number, words.size());
            }
        }
        return 1;
    }
}
