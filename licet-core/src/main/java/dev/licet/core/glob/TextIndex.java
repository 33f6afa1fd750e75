package dev.licet.core.glob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Narrows many patterns down to the few that a text may match, by how each pattern begins, how it ends or what it
 * contains. Letter case does not count here: the patterns themselves are asked afterwards. Immutable and thread-safe.
 */
public final class TextIndex {
    /** A shorter piece of a pattern tells too little to be worth looking for. */
    private static final int MIN_PIECE = 2;

    private static final int BUCKETS = 4_096;

    private final PrefixIndex starts;

    /** By their ends, which are spelled backwards. */
    private final PrefixIndex endings;

    private final PrefixIndex factors;

    /** Hashes of the first two characters of {@link #factors}: in most places of a text none of them can begin. */
    private final BitSet firstTwo;

    /** Patterns that have nothing to look for. */
    private final int[] others;

    private TextIndex(PrefixIndex starts, PrefixIndex endings, PrefixIndex factors, BitSet firstTwo, int[] others) {
        this.starts = starts;
        this.endings = endings;
        this.factors = factors;
        this.firstTwo = firstTwo;
        this.others = others;
    }

    /** An index of {@code patterns}, which are known by their place in the list. */
    public static TextIndex of(List<Glob> patterns) {
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
        var firstTwo = new BitSet(BUCKETS);
        factors.keySet().forEach(factor -> firstTwo.set(bucket(factor.charAt(0), factor.charAt(1))));
        return new TextIndex(
                PrefixIndex.of(starts),
                PrefixIndex.of(endings),
                PrefixIndex.of(factors),
                firstTwo,
                others.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The places of all patterns that {@code text} may match, in order. */
    public int[] candidates(String text) {
        List<String> texts = List.of(text);
        return candidates(new Texts(texts, texts, texts));
    }

    /**
     * In which forms a text is looked for: whatever a pattern may match begins, ends and contains what some of these do.
     */
    public record Texts(List<String> beginnings, List<String> endings, List<String> whole) {}

    /** The places of all patterns that one of {@code texts} may match, in order. */
    public int[] candidates(Texts texts) {
        var found = new Found(others);
        for (String text : texts.beginnings()) {
            starts.find(Glob.folded(text), 0, found::add);
        }
        if (!endings.isEmpty()) {
            for (String text : texts.endings()) {
                endings.find(backwards(Glob.folded(text)), 0, found::add);
            }
        }
        if (!factors.isEmpty()) {
            for (String text : texts.whole()) {
                contained(Glob.folded(text), found);
            }
        }
        return found.inOrder();
    }

    private void contained(String text, Found found) {
        for (int i = 0; i + 1 < text.length(); i++) {
            if (firstTwo.get(bucket(text.charAt(i), text.charAt(i + 1)))) {
                factors.find(text, i, found::add);
            }
        }
    }

    private static int bucket(char first, char second) {
        return (first * 61 + second) & (BUCKETS - 1);
    }

    /** Places that were found, some perhaps more than once. */
    private static final class Found {
        private int[] places;
        private int size;

        Found(int[] first) {
            places = Arrays.copyOf(first, first.length + 8);
            size = first.length;
        }

        void add(int place) {
            if (size == places.length) {
                places = Arrays.copyOf(places, 2 * size);
            }
            places[size++] = place;
        }

        int[] inOrder() {
            Arrays.sort(places, 0, size);
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (i == 0 || places[i] != places[i - 1]) {
                    places[kept++] = places[i];
                }
            }
            return Arrays.copyOf(places, kept);
        }
    }

    private static String backwards(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
