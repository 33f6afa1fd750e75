package dev.licet.core.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules for one tool, the last first, found by the program that a command starts. Immutable and thread-safe. */
final class CommandRules {
    private static final int[] NONE = {};

    private final List<Rule> all;

    /** By program, where in {@link #all} the rules stand that begin with it. */
    private final Map<String, int[]> byProgram = new HashMap<>();

    /** Where in {@link #all} the rules stand that may begin with any. */
    private int[] others = NONE;

    CommandRules(List<Rule> all) {
        this.all = all;
        var elsewhere = new ArrayList<Integer>();
        var named = new HashMap<String, List<Integer>>();
        for (int i = 0; i < all.size(); i++) {
            Optional<String> program = program(all.get(i).value().pattern());
            program.map(name -> named.computeIfAbsent(name, key -> new ArrayList<>()))
                    .orElse(elsewhere)
                    .add(i);
        }
        named.forEach((program, places) -> byProgram.put(program, array(places)));
        others = array(elsewhere);
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    List<Rule> all() {
        return all;
    }

    /** Every rule that can match a text whose first word is one of {@code programs}, in order. */
    List<Rule> startingWith(List<String> programs) {
        int[] places = others;
        for (String program : programs) {
            places = merged(places, byProgram.getOrDefault(program, NONE));
        }
        var found = new ArrayList<Rule>(places.length);
        for (int place : places) {
            found.add(all.get(place));
        }
        return found;
    }

    /** The numbers of both, in order; each of the two is, and none is in both. */
    private static int[] merged(int[] left, int[] right) {
        if (right.length == 0) {
            return left;
        }
        int[] merged = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, merged, left.length, right.length);
        Arrays.sort(merged);
        return merged;
    }

    /** The first word, where every text that matches begins with it: letters up to a blank or the end. */
    private static Optional<String> program(String pattern) {
        int end = 0;
        while (end < pattern.length() && isPlain(pattern.charAt(end))) {
            end++;
        }
        boolean whole = end > 0 && (end == pattern.length() || pattern.charAt(end) == ' ');
        return whole ? Optional.of(pattern.substring(0, end)) : Optional.empty();
    }

    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || "-_./:+".indexOf(c) >= 0;
    }
}
