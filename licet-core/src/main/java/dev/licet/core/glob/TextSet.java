package dev.licet.core.glob;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.BasicAutomata;
import dk.brics.automaton.BasicOperations;
import dk.brics.automaton.RegExp;
import java.util.List;

/** A set of texts, which may be endless: those that a word may become, or that a pattern matches. Immutable, thread-safe. */
public final class TextSet {
    /** Every text. */
    public static final TextSet ANY = new TextSet(BasicAutomata.makeAnyString());

    /** The empty text alone. */
    public static final TextSet EMPTY = new TextSet(BasicAutomata.makeEmptyString());

    private final Automaton automaton;

    TextSet(Automaton automaton) {
        this.automaton = automaton;
    }

    /** {@code text} alone. */
    public static TextSet of(String text) {
        return new TextSet(BasicAutomata.makeString(text));
    }

    /** The texts that {@code expression} describes: brackets, {@code *}, {@code +}, {@code ?} and {@code |} as in grep -E. */
    public static TextSet matching(String expression) {
        return new TextSet(new RegExp(expression, RegExp.NONE).toAutomaton());
    }

    /** A text of each of {@code sets}, one behind the other. */
    public static TextSet sequence(List<TextSet> sets) {
        return new TextSet(BasicOperations.concatenate(automata(sets)));
    }

    /** The texts of all {@code sets}. */
    public static TextSet union(List<TextSet> sets) {
        return new TextSet(BasicOperations.union(automata(sets)));
    }

    private static List<Automaton> automata(List<TextSet> sets) {
        return sets.stream().map(TextSet::automaton).toList();
    }

    Automaton automaton() {
        return automaton;
    }

    /** A text of this, and one of {@code next} behind it. */
    public TextSet then(TextSet next) {
        return new TextSet(BasicOperations.concatenate(automaton, next.automaton));
    }

    /** The texts of this, and the empty one. */
    public TextSet optional() {
        return new TextSet(BasicOperations.optional(automaton));
    }

    /** Any number of texts of this, one behind the other, none among them. */
    public TextSet repeated() {
        return new TextSet(BasicOperations.repeat(automaton));
    }

    /** What stands behind {@code first} in the texts that begin with it. */
    public TextSet behind(char first) {
        Automaton rest = automaton.clone();
        rest.determinize();
        rest.setInitialState(rest.getInitialState().step(first));
        return new TextSet(rest);
    }
}
