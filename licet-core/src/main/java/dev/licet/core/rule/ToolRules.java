package dev.licet.core.rule;

import dev.licet.core.glob.TextIndex;
import dev.licet.core.path.PathForms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one layer that speak of one tool, the last first, found by the program that a command starts or by what a
 * text may match. Immutable for its users, thread-safe.
 */
public final class ToolRules {
    /** Fewer rules are looked through faster than looked up. */
    private static final int FEW = 8;

    private static final int[] NONE = {};

    private final List<Rule> all;

    /** Those that speak of the whole tool, or say anything but allow. */
    private final List<Rule> limits;

    /** By program, where in {@link #all} the rules stand that begin with it. */
    private final Map<String, int[]> byProgram = new HashMap<>();

    /** Where in {@link #all} the rules stand that may begin with any. */
    private final int[] others;

    private volatile @Nullable TextIndex index;

    ToolRules(List<Rule> all) {
        this.all = all;
        this.limits = all.stream()
                .filter(rule -> rule.isToolLevel() || rule.action() != Action.ALLOW)
                .toList();
        var elsewhere = new ArrayList<Integer>();
        var named = new HashMap<String, List<Integer>>();
        for (int i = 0; i < all.size(); i++) {
            Optional<String> program = program(all.get(i));
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

    public List<Rule> all() {
        return all;
    }

    public List<Rule> limits() {
        return limits;
    }

    /** Every rule that can match a command whose first word is one of {@code programs}, in order. */
    public List<Rule> startingWith(List<String> programs) {
        int[] places = others;
        for (String program : programs) {
            places = merged(places, byProgram.getOrDefault(program, NONE));
        }
        return at(places);
    }

    /** Every rule that may speak of {@code path}, in order, and those for the whole tool. */
    public List<Rule> about(PathForms path) {
        return all.size() <= FEW ? all : at(index().candidates(path.lookup()));
    }

    /** Every rule that may match {@code text}, in order, and those for the whole tool. */
    public List<Rule> matching(String text) {
        return all.size() <= FEW ? all : at(index().candidates(text));
    }

    private TextIndex index() {
        TextIndex known = index;
        if (known == null) {
            known = TextIndex.of(all.stream().map(Rule::value).toList());
            index = known;
        }
        return known;
    }

    private List<Rule> at(int[] places) {
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
        int[] merged = new int[left.length + right.length];
        int next = 0;
        for (int i = 0; i < merged.length; i++) {
            boolean isLeft = i - next < left.length && (next == right.length || left[i - next] < right[next]);
            merged[i] = isLeft ? left[i - next] : right[next++];
        }
        return merged;
    }

    /** The first word, where every text that matches begins with it: letters up to a blank or the end. */
    private static Optional<String> program(Rule rule) {
        Optional<Rule.There> there = rule.there();
        if (there.isPresent()) {
            return program(there.get().command());
        }
        Optional<Rule.Assigning> assigning = rule.assigning();
        if (assigning.isPresent()) {
            return program(assigning.get().command());
        }
        String pattern = rule.value().pattern();
        if (rule.inFolder().isPresent()) {
            return rule.inFolder().map(Rule.InFolder::program);
        }
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
