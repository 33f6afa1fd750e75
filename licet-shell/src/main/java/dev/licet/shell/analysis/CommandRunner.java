package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.command.Effects;
import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Redirection;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Follows one command after its words were expanded: a function, a builtin that changes the shell, or a program. */
final class CommandRunner {
    private static final Set<String> JUMPS = Set.of("break", "continue", "return");

    /** Shells whose language is not close enough to bash's to be read as such. */
    private static final Set<String> FOREIGN = Set.of("zsh", "ksh", "mksh");

    /** What bash reads in another way than a POSIX shell. */
    private static final Pattern EXTENSION = Pattern.compile(
            "\\$'|\\$\"|&>|>&[^0-9-]|<<<|\\|&|\\[\\[|\\(\\(|[<>]\\(|\\{|\\bfunction\\b|\\bselect\\b|\\bcoproc\\b|\\btime\\b|==|\\+=|=\\(|/dev/(tcp|udp)");

    private final Walker walker;
    private final CommandTable commands;
    private final Notes notes;
    private final Expander expander;
    private final Builtins builtins;

    CommandRunner(Walker walker, CommandTable commands, Notes notes, Expander expander) {
        this.walker = walker;
        this.commands = commands;
        this.notes = notes;
        this.expander = expander;
        this.builtins = new Builtins(this, notes, expander);
    }

    Walker walker() {
        return walker;
    }

    /** Follows a definition: its body is judged at once, since a later call line may use it, and again at every call. */
    Outcome define(Command.Function function, Scope scope) {
        if (commands.knows(function.name())) {
            notes.opaque("this gives `" + function.name() + "` another meaning", function.span());
        }
        Scope defined = scope.withFunction(function.name(), function.body());
        notes.deeper(
                function.span(),
                () -> walker.body(
                        function.body(),
                        new Scope(scope.directories(), Map.of(), scope.functions(), Optional.empty())));
        return Outcome.of(defined);
    }

    /** Follows a command that the shell looks up: functions first. */
    Outcome run(Invocation invocation, Scope scope) {
        Optional<String> name = name(invocation);
        if (name.isEmpty()) {
            return Outcome.of(scope);
        }
        List<Command> bodies = scope.functions().getOrDefault(name.get(), List.of());
        if (bodies.isEmpty()) {
            return runBuiltin(invocation, scope);
        }
        return call(bodies, invocation, scope);
    }

    /** Follows a builtin or a program, whatever functions there are. */
    Outcome runBuiltin(Invocation invocation, Scope scope) {
        Optional<String> name = name(invocation);
        if (name.isEmpty()) {
            return Outcome.of(scope);
        }
        if (JUMPS.contains(name.get())) {
            walker.loops().jumps(scope);
        }
        Optional<Outcome> outcome = builtins.run(name.get(), invocation, scope);
        return outcome.orElseGet(() -> program(invocation, scope));
    }

    private Optional<String> name(Invocation invocation) {
        if (!invocation.argv().isEmpty()
                && invocation.argv().get(0) instanceof Argument.Known known
                && !known.text().isEmpty()) {
            return Optional.of(known.text());
        }
        Span span = invocation.argv().isEmpty()
                ? invocation.span()
                : invocation.argv().get(0).span();
        notes.opaque("which program runs is not known before execution", span);
        return Optional.empty();
    }

    private Outcome call(List<Command> bodies, Invocation invocation, Scope scope) {
        List<Shape> arguments =
                invocation.arguments().stream().map(Argument::shape).toList();
        boolean certain = invocation.arguments().stream().noneMatch(Argument.Several.class::isInstance);
        var after = new Scope[] {scope};
        for (Command body : bodies) {
            notes.deeper(invocation.span(), () -> {
                Scope inside = certain
                        ? scope.withArguments(arguments)
                        : new Scope(scope.directories(), scope.variables(), scope.functions(), Optional.empty());
                after[0] = after[0].or(walker.body(body, inside).returningTo(scope));
            });
        }
        return Outcome.of(after[0]);
    }

    /** Follows a program: its facts in every directory that the shell may be in. */
    Outcome program(Invocation invocation, Scope scope) {
        if (!notes.mayRun(invocation)) {
            return Outcome.of(scope);
        }
        Scope after = scope;
        for (String directory : scope.directories()) {
            Effects effects = commands.effects(invocation.argv(), directory, walker.input());
            notes.add(new Fact.Runs(
                    invocation.argv(),
                    effects.command(),
                    effects.prefix(),
                    effects.tail(),
                    effects.standing(),
                    effects.escalations(),
                    directory,
                    notes.at(invocation.span())));
            for (Fact fact : effects.facts()) {
                notes.add(fact);
                if (fact instanceof Fact.Sets sets && sets.reach() == Fact.Reach.SHELL) {
                    after = after.withVariable(sets.variable(), Shape.ANYTHING);
                }
            }
            for (Effects.Inner inner : effects.inner()) {
                started(inner, invocation, scope.withDirectories(Set.of(directory)));
            }
            walker.prints(effects.output());
        }
        return Outcome.of(after);
    }

    private void started(Effects.Inner inner, Invocation invocation, Scope scope) {
        notes.deeper(invocation.span(), () -> {
            switch (inner) {
                case Effects.Inner.Command command -> external(invocation.with(command.argv()), scope);
                case Effects.Inner.Text text -> text(text.text(), invocation, scope);
                case Effects.Inner.Input input -> input(invocation, input.span(), scope);
            }
        });
        walker.prints(Optional.of(Shape.ANYTHING));
    }

    /** A program that another one starts: builtins of the shell are not among them. */
    private void external(Invocation invocation, Scope scope) {
        if (notes.mayFollow(invocation.span()) && name(invocation).isPresent()) {
            program(invocation, scope);
        }
    }

    /** What a shell of its own reads from a word. */
    private void text(Argument text, Invocation invocation, Scope scope) {
        Optional<String> known = text.certain();
        if (known.isEmpty()) {
            notes.opaque("the text that the shell reads is not known before execution", text.span());
            return;
        }
        foreign(known.get(), text.span(), invocation);
        inside(known.get(), text.span(), scope.fresh());
    }

    /** What a shell of its own reads from its input: a here-document of this very command, or who knows what. */
    private void input(Invocation invocation, Span span, Scope scope) {
        Optional<Shape> given = invocation.redirections().stream()
                .<Shape>flatMap(redirection -> switch (redirection) {
                    case Redirection.HereString hereString ->
                        hereString.descriptor().isEmpty()
                                ? Stream.of(expander.text(hereString.text(), scope))
                                : Stream.empty();
                    case Redirection.HereDocument document ->
                        document.descriptor().isEmpty()
                                ? Stream.of(expander.text(document.body(), scope))
                                : Stream.empty();
                    case Redirection.File file -> Stream.empty();
                    case Redirection.Duplicate duplicate -> Stream.empty();
                })
                .reduce((first, second) -> second);
        // Of several lines a filter may leave out some.
        Optional<String> piped = walker.input().text().filter(line -> line.indexOf('\n') < 0);
        Optional<String> text = given.isPresent() ? given.flatMap(Shape::text) : piped;
        if (text.isEmpty()) {
            notes.opaque(Fact.Opaque.PROGRAM_ON_INPUT, span);
            return;
        }
        foreign(text.get(), span, invocation);
        inside(text.get(), span, scope.fresh());
    }

    private void foreign(String text, Span span, Invocation invocation) {
        String program = ((Argument.Known) invocation.argv().get(0)).text();
        String name = program.substring(program.lastIndexOf('/') + 1);
        boolean other = FOREIGN.contains(name)
                || (!name.equals("bash") && EXTENSION.matcher(text).find());
        if (other) {
            notes.opaque("`" + name + "` may read this in another way than bash", span);
        }
    }

    /** Follows {@code text}, which stands inside of the word at {@code span}, as a command line. */
    Scope inside(String text, Span span, Scope scope) {
        if (!notes.mayRead(text, span)) {
            return scope;
        }
        Script script = ShellParser.parse(text);
        var after = new Scope[] {scope};
        notes.inside(span, () -> after[0] = walker.script(script, scope));
        return after[0];
    }
}
