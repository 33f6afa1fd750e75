package dev.licet.core.glob;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.State;
import dk.brics.automaton.Transition;
import java.util.ArrayDeque;
import java.util.HashSet;

/** Looks for a text that two automata accept, without building their intersection. */
final class CommonText {
    private CommonText() {}

    /** A state of each that some text leads to. */
    private record Pair(State left, State right) {
        boolean accepts() {
            return left.isAccept() && right.isAccept();
        }
    }

    static boolean exists(Automaton left, Automaton right) {
        var seen = new HashSet<Pair>();
        var open = new ArrayDeque<Pair>();
        open.add(new Pair(left.getInitialState(), right.getInitialState()));
        while (!open.isEmpty()) {
            Pair pair = open.poll();
            if (pair.accepts()) {
                return true;
            }
            for (Transition one : pair.left().getTransitions()) {
                for (Transition other : pair.right().getTransitions()) {
                    Pair next = new Pair(one.getDest(), other.getDest());
                    if (one.getMin() <= other.getMax() && other.getMin() <= one.getMax() && seen.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return false;
    }
}
