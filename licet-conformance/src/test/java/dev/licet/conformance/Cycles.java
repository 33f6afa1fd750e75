package dev.licet.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Groups of names that all need each other, directly or by way of others: strongly connected components, as Tarjan finds them. */
final class Cycles {
    private final Map<String, Set<String>> needs;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Set<String>> groups = new ArrayList<>();

    private Cycles(Map<String, Set<String>> needs) {
        this.needs = needs;
    }

    /** Every group of two or more. */
    static List<Set<String>> of(Map<String, Set<String>> needs) {
        var cycles = new Cycles(needs);
        for (String each : needs.keySet()) {
            if (!cycles.number.containsKey(each)) {
                cycles.visit(each);
            }
        }
        return cycles.groups;
    }

    private void visit(String each) {
        int mine = number.size();
        number.put(each, mine);
        lowest.put(each, mine);
        path.push(each);
        for (String needed : needs.getOrDefault(each, Set.of())) {
            if (needed.equals(each)) {
                continue;
            }
            if (!number.containsKey(needed)) {
                visit(needed);
                lower(each, lowest.getOrDefault(needed, mine));
            } else if (path.contains(needed)) {
                lower(each, number.getOrDefault(needed, mine));
            }
        }
        if (lowest.getOrDefault(each, mine) == mine) {
            close(each);
        }
    }

    private void lower(String each, int to) {
        lowest.merge(each, to, Math::min);
    }

    private void close(String first) {
        var group = new TreeSet<String>();
        String last;
        do {
            last = path.pop();
            group.add(last);
        } while (!last.equals(first));
        if (group.size() > 1) {
            groups.add(group);
        }
    }
}
