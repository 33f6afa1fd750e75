package dev.licet.core.policy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Narrows many patterns down to the few that a text may match, by how each pattern begins, how it ends or what it
 * contains. Letter case does not count here: the patterns themselves are asked afterwards. Immutable and thread-safe.
 */
final class TextIndex {
    /** A shorter piece of a pattern tells too little to be worth looking for. */
    private static final int MIN_PIECE = 2;

    private final PrefixIndex starts;

    /** By their ends, which are spelled backwards. */
    private final PrefixIndex endings;

    private final PrefixIndex factors;

    /** Patterns that have nothing to look for. */
    private final int[] others;

    private TextIndex(PrefixIndex starts, PrefixIndex endings, PrefixIndex factors, int[] others) {
        this.starts = starts;
        this.endings = endings;
        this.factors = factors;
        this.others = others;
    }

    /** An index of {@code patterns}, which are known by their place in the list. */
    static TextIndex of(List<Glob> patterns) {
        var starts = new TreeMap<String, List<Integer>>();
        var endings = new TreeMap<String, List<Integer>>();
        var factors = new TreeMap<String, List<Integer>>();
        var others = new ArrayList<Integer>();
        for (int i = 0; i < patterns.size(); i++) {
            Glob pattern = patterns.get(i);
            String start = Glob.folded(pattern.start());
            String ending = Glob.folded(pattern.ending());
            String factor = Glob.folded(pattern.factor());
            if (start.length() >= MIN_PIECE && start.length() >= ending.length()) {
                starts.computeIfAbsent(start, key -> new ArrayList<>()).add(i);
            } else if (ending.length() >= MIN_PIECE) {
                endings.computeIfAbsent(backwards(ending), key -> new ArrayList<>())
                        .add(i);
            } else if (factor.length() >= MIN_PIECE) {
                factors.computeIfAbsent(factor, key -> new ArrayList<>()).add(i);
            } else {
                others.add(i);
            }
        }
        return new TextIndex(
                PrefixIndex.of(starts),
                PrefixIndex.of(endings),
                PrefixIndex.of(factors),
                others.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The places of all patterns that one of {@code texts} may match, in order. */
    int[] candidates(Iterable<String> texts) {
        var found = new BitSet();
        for (int other : others) {
            found.set(other);
        }
        for (String text : texts) {
            find(Glob.folded(text), found::set);
        }
        return found.stream().toArray();
    }

    private void find(String text, IntConsumer found) {
        starts.find(text, 0, found);
        if (!endings.isEmpty()) {
            endings.find(backwards(text), 0, found);
        }
        for (int i = 0; i < text.length() && !factors.isEmpty(); i++) {
            factors.find(text, i, found);
        }
    }

    private static String backwards(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
