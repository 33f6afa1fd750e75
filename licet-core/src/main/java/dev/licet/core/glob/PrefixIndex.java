package dev.licet.core.glob;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Finds all of many texts that a text begins with, in time that grows with the logarithm of their number. Immutable.
 *
 * <p>The texts stand sorted. Whatever of them begins a text is at or before its place in that order, and begins the one
 * found there too; so each text knows the longest other one that it begins with, and the search follows that trail.
 */
final class PrefixIndex {
    private final String[] texts;
    private final int[][] numbers;

    /** For each text where the longest other stands that it begins with, or -1. */
    private final int[] shorter;

    private PrefixIndex(SortedMap<String, List<Integer>> sorted) {
        texts = sorted.keySet().toArray(String[]::new);
        numbers = sorted.values().stream()
                .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        shorter = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            int candidate = i - 1;
            while (candidate >= 0 && !texts[i].startsWith(texts[candidate])) {
                candidate = shorter[candidate];
            }
            shorter[i] = candidate;
        }
    }

    /** An index of {@code byText}: the numbers that stand for each text. */
    static PrefixIndex of(SortedMap<String, List<Integer>> byText) {
        return new PrefixIndex(new TreeMap<>(byText));
    }

    boolean isEmpty() {
        return texts.length == 0;
    }

    /** Tells {@code found} the numbers of every text that {@code text} begins with at {@code offset}. */
    void find(String text, int offset, IntConsumer found) {
        int candidate = lastUpTo(text, offset);
        while (candidate >= 0) {
            if (text.startsWith(texts[candidate], offset)) {
                for (int number : numbers[candidate]) {
                    found.accept(number);
                }
            }
            candidate = shorter[candidate];
        }
    }

    /** Where the last of the texts stands that is not behind the rest of {@code text} in their order, or -1. */
    private int lastUpTo(String text, int offset) {
        int low = 0;
        int high = texts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(texts[middle], text, offset) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private static int compare(String left, String right, int offset) {
        int length = Math.min(left.length(), right.length() - offset);
        for (int i = 0; i < length; i++) {
            int difference = left.charAt(i) - right.charAt(offset + i);
            if (difference != 0) {
                return difference;
            }
        }
        return left.length() - (right.length() - offset);
    }
}
