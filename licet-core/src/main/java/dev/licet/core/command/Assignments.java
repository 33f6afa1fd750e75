package dev.licet.core.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What is assigned in front of a command, `PYTHONPATH=src pytest`, and for that alone. */
public final class Assignments {
    /** What is assigned in front of one of these may stay assigned behind it (POSIX, 2.14), or is not for it. */
    private static final Set<String> SPECIAL = Set.of(
            ".",
            ":",
            "break",
            "builtin",
            "command",
            "continue",
            "eval",
            "exec",
            "exit",
            "export",
            "readonly",
            "return",
            "set",
            "shift",
            "source",
            "times",
            "trap",
            "unset");

    private Assignments() {}

    /** What is assigned in front of {@code command}, one of {@code facts}, and is seen by nothing else. */
    public static List<Fact.Sets> before(Fact.Runs command, List<Fact> facts) {
        return sets(facts)
                .filter(set -> seeing(set, facts).filter(command::equals).isPresent())
                .toList();
    }

    /** What is certain of the values of the variables that are assigned in front of {@code command}. */
    static Map<String, String> values(Fact.Runs command, List<Fact> facts) {
        var values = new HashMap<String, String>();
        for (Fact.Sets set : before(command, facts)) {
            value(set).ifPresent(value -> values.put(set.variable(), value));
        }
        return values;
    }

    /** The value that the command sees; empty where it is not certain, or has home in it, or a tilde that may be. */
    public static Optional<String> value(Fact.Sets set) {
        return set.value().text().filter(value -> value.indexOf('~') < 0);
    }

    /**
     * The command among {@code facts} that {@code set} stands in front of, and that alone sees it.
     *
     * @return empty where anything else runs in it, a wrapper or what an expansion runs, or where it is assigned twice
     */
    public static Optional<Fact.Runs> seeing(Fact.Sets set, List<Fact> facts) {
        if (set.reach() != Fact.Reach.COMMAND
                || set.span().start() == set.span().end()) {
            return Optional.empty();
        }
        List<Fact.Runs> around =
                runs(facts).filter(run -> isIn(set.span(), run.span())).toList();
        return around.stream()
                .min(Comparator.comparingInt(
                        run -> run.span().end() - run.span().start()))
                .filter(run -> runs(facts)
                                .filter(each -> isIn(each.span(), run.span()))
                                .count()
                        == 1)
                .filter(run -> run.standing() == Fact.Standing.COMMAND && stands(set, run, facts));
    }

    /** Whether {@code command} begins with assignments, and {@code set} is one of them. */
    private static boolean stands(Fact.Sets set, Fact.Runs command, List<Fact> facts) {
        Argument program = command.argv().getFirst();
        List<Fact.Sets> all =
                sets(facts).filter(each -> isIn(each.span(), command.span())).toList();
        boolean first = all.stream()
                .anyMatch(each -> each.span().start() == command.span().start());
        boolean once = all.stream()
                        .filter(each -> each.variable().equals(set.variable()))
                        .count()
                == 1;
        return first
                && once
                && program.certain().filter(name -> !SPECIAL.contains(name)).isPresent()
                && set.span().end() <= program.span().start();
    }

    private static Stream<Fact.Sets> sets(List<Fact> facts) {
        // What a call sets beside its line is set for all of it.
        return facts.stream()
                .filter(Fact.Sets.class::isInstance)
                .map(Fact.Sets.class::cast)
                .filter(set -> set.span().start() < set.span().end());
    }

    private static Stream<Fact.Runs> runs(List<Fact> facts) {
        return facts.stream().filter(Fact.Runs.class::isInstance).map(Fact.Runs.class::cast);
    }

    private static boolean isIn(Span inner, Span outer) {
        return outer.start() <= inner.start() && inner.end() <= outer.end();
    }
}
