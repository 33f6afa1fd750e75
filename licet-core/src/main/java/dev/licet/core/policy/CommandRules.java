package dev.licet.core.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The rules for one tool, the last first, found by the program that a command starts. Immutable and thread-safe. */
final class CommandRules {
    private final List<Rule> all;
    private final Map<String, List<Integer>> byProgram = new HashMap<>();
    private final List<Integer> others = new ArrayList<>();

    CommandRules(List<Rule> all) {
        this.all = all;
        for (int i = 0; i < all.size(); i++) {
            Optional<String> program = program(all.get(i).value().pattern());
            if (program.isPresent()) {
                byProgram
                        .computeIfAbsent(program.get(), name -> new ArrayList<>())
                        .add(i);
            } else {
                others.add(i);
            }
        }
    }

    List<Rule> all() {
        return all;
    }

    /** Every rule that can match a text whose first word is one of {@code programs}, in order. */
    List<Rule> startingWith(Set<String> programs) {
        var found = new TreeSet<>(others);
        programs.forEach(program -> found.addAll(byProgram.getOrDefault(program, List.of())));
        return found.stream().map(all::get).toList();
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
