package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Follows loops (bash manual, 3.2.5.1): in order where every round is certain, and otherwise until nothing changes. */
final class Loops {
    /** A loop over more words than this is followed once, with any of them. */
    private static final int MAX_ROUNDS = 32;

    private final Interpreter interpreter;
    private final ShellState state;
    private final FactCollector notes;
    private final Expander expander;

    Loops(Interpreter interpreter, ShellState state, Expander expander) {
        this.interpreter = interpreter;
        this.state = state;
        this.notes = state.notes();
        this.expander = expander;
    }

    /** What a round assigns the next one finds: those variables are forgotten until that changes nothing any more. */
    CommandOutcome follow(Scope scope, List<Script> bodies, Function<Scope, Scope> round) {
        Set<String> assigned =
                AssignedNames.of(scope, bodies.toArray(new Script[0])).names();
        int before = state.jumps();
        Scope entry = scope.forgettingAssigned(assigned);
        Scope after = state.withJumps(round.apply(entry), before);
        if (!after.equals(entry)) {
            Scope wider = entry.or(after).forgetting(assigned);
            for (String name : assigned) {
                boolean stays =
                        after.variables().getOrDefault(name, Shape.ANYTHING).isNumber();
                wider = stays ? wider : wider.withVariable(name, Shape.ANYTHING);
            }
            wider = state.limited(wider, bodies.get(0).span());
            Scope again = state.withJumps(round.apply(wider), before);
            if (!wider.or(again).forgetting(assigned).equals(wider.forgetting(assigned))) {
                notes.opaque(
                        "every round of a loop finds another state",
                        bodies.get(0).span());
            }
            after = again.or(wider).forgetting(assigned);
        }
        return CommandOutcome.of(after.or(scope));
    }

    CommandOutcome iteration(Command.For iteration, Scope scope) {
        var items = new ArrayList<Argument>();
        if (iteration.words().isPresent()) {
            iteration.words().get().forEach(word -> items.addAll(expander.arguments(word, scope)));
        } else {
            items.add(new Argument.Several(Shape.ANYTHING, iteration.span()));
        }
        if (Variables.isKept(iteration.variable())) {
            state.mayAbandon(scope);
        }
        state.sets(
                new Fact.Sets(iteration.variable(), Shape.ANYTHING, Fact.Reach.SHELL, notes.at(iteration.span())),
                scope);
        AssignedNames assigned = AssignedNames.of(scope, iteration.body());
        boolean inOrder = iteration.keyword().equals("for")
                && items.size() <= MAX_ROUNDS
                && items.stream().noneMatch(Argument.Several.class::isInstance)
                && !assigned.jumps();
        if (!inOrder) {
            return anyOrder(iteration, items, scope);
        }
        Scope now = scope;
        Scope after = scope;
        int before = state.jumps();
        for (Argument item : items) {
            now = state.limited(
                    state.withJumps(
                            interpreter.script(iteration.body(), now.withVariable(iteration.variable(), item.value())),
                            before),
                    iteration.span());
            after = now;
        }
        return CommandOutcome.of(after);
    }

    private CommandOutcome anyOrder(Command.For iteration, List<Argument> items, Scope scope) {
        if (iteration.keyword().equals("select")) {
            if (notes.isRunBy(Shell.DASH)) {
                notes.opaque("dash knows no `select`", iteration.span());
            }
            notes.add(Variables.assigned("REPLY", notes.at(iteration.span())));
        }
        boolean many = items.size() > MAX_ROUNDS || iteration.keyword().equals("select");
        List<Shape> shapes = many
                ? List.of(Shape.ANYTHING)
                : items.stream().map(Argument::value).toList();
        return follow(scope, List.of(iteration.body()), entry -> {
            Scope after = entry;
            for (Shape shape : shapes) {
                after = after.or(interpreter.script(iteration.body(), entry.withVariable(iteration.variable(), shape)));
            }
            return after.withVariable(iteration.variable(), Shape.ANYTHING);
        });
    }
}
