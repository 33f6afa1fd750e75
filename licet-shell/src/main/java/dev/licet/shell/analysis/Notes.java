package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The facts that were found so far, each once, and how much work may still be done to find more. */
final class Notes {
    /** So many commands are followed before the rest counts as unreadable; a loop counts every round. */
    private static final int MAX_COMMANDS = 2_000;

    /** So deep may functions, substitutions and texts for other shells call each other. */
    private static final int MAX_DEPTH = 24;

    private final Set<Fact> facts = new LinkedHashSet<>();
    private int commands;
    private int depth;

    /** While text from inside of a word is followed, its facts are said to stand where that word stands. */
    private @Nullable Span whole;

    List<Fact> facts() {
        return List.copyOf(facts);
    }

    void add(Fact fact) {
        facts.add(fact);
    }

    void opaque(String why, Span span) {
        facts.add(new Fact.Opaque(why, at(span)));
    }

    Span at(Span span) {
        return whole == null ? span : whole;
    }

    /** Counts one command; whether it is still to be followed. */
    boolean mayFollow(Span span) {
        if (++commands == MAX_COMMANDS + 1) {
            opaque("more than " + MAX_COMMANDS + " commands", span);
        }
        return commands <= MAX_COMMANDS;
    }

    /** Does {@code work} one level deeper, unless that is too deep. */
    void deeper(Span span, Runnable work) {
        if (depth >= MAX_DEPTH) {
            opaque("commands that call each other too deeply", span);
            return;
        }
        depth++;
        work.run();
        depth--;
    }

    /** Does {@code work}, all of whose facts stand at {@code span}. */
    void inside(Span span, Runnable work) {
        Span before = whole;
        whole = at(span);
        deeper(span, work);
        whole = before;
    }
}
