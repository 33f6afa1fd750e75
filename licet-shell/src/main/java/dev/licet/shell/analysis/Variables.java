package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import java.util.Set;

/** Shell variables whose assignment does more than remember a value (bash manual, section "Shell Variables"). */
final class Variables {
    /** They have the integer attribute, so that bash evaluates what is assigned: {@code RANDOM='a[$(id)]'} runs id. */
    private static final Set<String> EVALUATED =
            Set.of("BASHPID", "EPOCHREALTIME", "EPOCHSECONDS", "HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM");

    /** Assigning them writes or cuts the file of the history. */
    private static final Set<String> HISTORY = Set.of("HISTFILE", "HISTFILESIZE", "HISTSIZE");

    private Variables() {}

    /** What an assignment of an unknown value to a variable of the shell is. */
    static Fact assigned(String name, Span span) {
        return assigned(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, span));
    }

    /** What {@code sets} is when bash treats that variable in its own way. */
    static Fact assigned(Fact.Sets sets) {
        String name = sets.variable();
        boolean ofShell = sets.reach() == Fact.Reach.SHELL || sets.reach() == Fact.Reach.EXPORTED;
        if (ofShell && EVALUATED.contains(name)) {
            return new Fact.Opaque(
                    "bash evaluates what is assigned to " + name + ", which can run commands", sets.span());
        }
        if (ofShell && HISTORY.contains(name)) {
            return new Fact.Opaque("assigning " + name + " may write a file", sets.span());
        }
        return sets;
    }
}
