package dev.licet.core.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is assigned in front of a command, `PYTHONPATH=src pytest`, and for that alone. */
public final class Assignments {
    /** What is assigned in front of one of these is for what they run. */
    private static final Set<String> PASSING = Set.of("builtin", "command", "source");

    private Assignments() {}

    /**
     * What is assigned in front of {@code command}, one of {@code facts}, and is seen by nothing else.
     *
     * @return none where anything else runs in it, a wrapper or what an expansion runs; none of what is assigned twice
     */
    public static List<Fact.Sets> before(Fact.Runs command, List<Fact> facts) {
        List<Fact> inside =
                facts.stream().filter(fact -> isIn(fact.span(), command.span())).toList();
        Argument program = command.argv().getFirst();
        boolean alone = command.standing() == Fact.Standing.COMMAND
                && inside.stream().filter(Fact.Runs.class::isInstance).count() == 1
                && program.certain()
                        .filter(name -> !Shell.SPECIAL_BUILTINS.contains(name) && !PASSING.contains(name))
                        .isPresent();
        List<Fact.Sets> all = alone ? sets(inside) : List.of();
        boolean first = all.stream()
                .anyMatch(set -> set.span().start() == command.span().start());
        if (!first) {
            return List.of();
        }
        Map<String, Long> times =
                all.stream().collect(Collectors.groupingBy(Fact.Sets::variable, Collectors.counting()));
        return all.stream()
                .filter(set -> set.span().end() <= program.span().start()
                        && Long.valueOf(1).equals(times.get(set.variable())))
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

    /** The command among {@code facts} that {@code set} stands in front of, and that alone sees it. */
    public static Optional<Fact.Runs> seeing(Fact.Sets set, List<Fact> facts) {
        return facts.stream()
                .flatMap(fact ->
                        fact instanceof Fact.Runs run && isIn(set.span(), run.span()) ? Stream.of(run) : Stream.empty())
                .min(Comparator.comparingInt(
                        run -> run.span().end() - run.span().start()))
                .filter(run -> before(run, facts).contains(set));
    }

    private static List<Fact.Sets> sets(List<Fact> facts) {
        // What a call sets beside its line is set for all of it.
        return facts.stream()
                .flatMap(fact -> fact instanceof Fact.Sets set
                                && set.reach() == Fact.Reach.COMMAND
                                && set.span().start() < set.span().end()
                        ? Stream.of(set)
                        : Stream.empty())
                .toList();
    }

    private static boolean isIn(Span inner, Span outer) {
        return outer.start() <= inner.start() && inner.end() <= outer.end();
    }
}
