package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandInput;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.command.Effects;
import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Redirection;
import dev.licet.shell.syntax.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** Follows one command after its words were expanded: a function, a builtin that changes the shell, or a program. */
final class CommandRunner {
    /** Builtins of bash and zsh that dash does not have. */
    private static final Set<String> ONLY_ELSEWHERE = Set.of(
            "declare", "typeset", "let", "shopt", "mapfile", "readarray", "pushd", "popd", "dirs", "builtin", "source");

    /** Builtins that no system has a program for: what is started under such a name is anything. */
    private static final Set<String> ONLY_BUILTINS = Set.of(
            ":",
            ".",
            "source",
            "eval",
            "exec",
            "set",
            "shift",
            "unset",
            "export",
            "readonly",
            "declare",
            "typeset",
            "local",
            "let",
            "shopt",
            "mapfile",
            "readarray",
            "return",
            "break",
            "continue",
            "exit",
            "trap",
            "builtin",
            "times",
            "pushd",
            "popd",
            "dirs",
            "[[",
            "((",
            "coproc");

    /** Words of zsh alone behind which a command follows. */
    private static final Set<String> BEFORE_COMMANDS = Set.of("-", "noglob", "nocorrect", "repeat", "foreach", "sched");

    /** Builtins of zsh alone that assign, change directories or options, or run something (zshbuiltins(1), zshmodules(1)). */
    private static final Set<String> ONLY_IN_ZSH = Set.of(
            "autoload",
            "bindkey",
            "comparguments",
            "compcall",
            "compctl",
            "compdescribe",
            "compfiles",
            "compgroups",
            "compquote",
            "compset",
            "comptags",
            "comptry",
            "compvalues",
            "disable",
            "emulate",
            "end",
            "float",
            "functions",
            "getln",
            "integer",
            "limit",
            "log",
            "print",
            "private",
            "pushln",
            "r",
            "rehash",
            "setopt",
            "unfunction",
            "unhash",
            "unlimit",
            "unsetopt",
            "vared",
            "zcompile",
            "zformat",
            "zftp",
            "zle",
            "zmodload",
            "zparseopts",
            "zpty",
            "zregexparse",
            "zselect",
            "zsocket",
            "zstyle",
            "zsystem",
            "ztcp");

    /** What reads from the input it shares with its shell. */
    private static final Set<String> READING_INPUT = Set.of(
            "read",
            "mapfile",
            "readarray",
            "select",
            "cat",
            "head",
            "tail",
            "sed",
            "awk",
            "grep",
            "tee",
            "sort",
            "uniq",
            "wc",
            "tr",
            "cut",
            "xargs",
            "sh",
            "bash",
            "zsh",
            "dash",
            "python",
            "python3",
            "node",
            "perl",
            "ruby",
            "ssh",
            "php");

    private static final Set<String> JUMPS = Set.of("break", "continue", "return");

    /** Shells whose language is not close enough to bash's to be read as such. */
    private static final Set<String> FOREIGN = Set.of("ksh", "mksh", "fish", "csh", "tcsh");

    private final Interpreter interpreter;
    private final ShellState state;
    private final CommandTable commands;
    private final FactCollector notes;
    private final Expander expander;
    private final Builtins builtins;

    CommandRunner(Interpreter interpreter, ShellState state, CommandTable commands, Expander expander) {
        this.interpreter = interpreter;
        this.state = state;
        this.commands = commands;
        this.notes = state.notes();
        this.expander = expander;
        this.builtins = new Builtins(this, state, expander);
    }

    /** Follows a definition: its body is judged at once, since a later call line may use it, and again at every call. */
    CommandOutcome define(Command.Function function, Scope scope) {
        if (commands.knows(function.name())) {
            notes.opaque("this gives `" + function.name() + "` another meaning", function.span());
        }
        if (function.byKeyword() && notes.isRunBy(Shell.DASH)) {
            notes.opaque("dash knows no `function`", function.span());
        }
        if (Variables.isCalledByZsh(function.name()) && notes.isRunBy(Shell.ZSH)) {
            notes.opaque("zsh calls a function of this name by itself", function.span());
        }
        Scope defined = scope.withFunction(function.name(), function.body());
        notes.deeper(
                function.span(),
                () -> state.inShellOfItsOwn(() -> interpreter.body(function.body(), scope.calledLater())));
        return CommandOutcome.of(defined);
    }

    /** Follows a command that the shell looks up: functions first. */
    CommandOutcome run(Invocation invocation, Scope scope) {
        Optional<String> name = name(invocation);
        if (name.isEmpty()) {
            return CommandOutcome.of(scope);
        }
        if (name.get().equals("#") && notes.areCommentsRead()) {
            // What is a comment elsewhere: no program is called like that.
            return CommandOutcome.of(scope);
        }
        Scope.Bodies bodies = scope.functions().get(name.get());
        if (bodies == null) {
            return runBuiltin(invocation, scope);
        }
        CommandOutcome called = call(bodies.each(), invocation, scope);
        // The definition may have been skipped, and then a program has this name.
        return bodies.certain()
                ? called
                : CommandOutcome.of(
                        called.any().or(runBuiltin(invocation, scope).any()));
    }

    /** Follows a builtin or a program, whatever functions there are. */
    CommandOutcome runBuiltin(Invocation invocation, Scope scope) {
        Optional<String> name = name(invocation);
        if (name.isEmpty()) {
            return CommandOutcome.of(scope);
        }
        if (JUMPS.contains(name.get())) {
            state.jumps(scope);
        }
        if (ONLY_ELSEWHERE.contains(name.get()) && notes.isRunBy(Shell.DASH)) {
            // Dash finds no such builtin, and no program of that name.
            return CommandOutcome.of(scope.or(program(invocation, scope).any()));
        }
        if (BEFORE_COMMANDS.contains(name.get()) && notes.isRunBy(Shell.ZSH)) {
            notes.unread("zsh runs what stands behind `" + name.get() + "`", invocation.span());
        }
        if (name.get().equals("chdir") && (notes.isRunBy(Shell.ZSH) || notes.isRunBy(Shell.DASH))) {
            return builtins.run("cd", invocation, scope).orElseThrow();
        }
        if (ONLY_IN_ZSH.contains(name.get()) && notes.isRunBy(Shell.ZSH)) {
            notes.opaque("`" + name.get() + "` changes what zsh does next", invocation.span());
        }
        Optional<CommandOutcome> outcome = builtins.run(name.get(), invocation, scope);
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

    private CommandOutcome call(List<Command> bodies, Invocation invocation, Scope scope) {
        List<Shape> arguments =
                invocation.arguments().stream().map(Argument::value).toList();
        boolean certain = invocation.arguments().stream().noneMatch(Argument.Several.class::isInstance);
        Scope inside = scope.called(certain ? Optional.of(arguments) : Optional.empty());
        Scope after = scope;
        for (Command body : bodies) {
            after = notes.deeper(
                            invocation.span(),
                            () -> interpreter.body(body, inside).returningTo(scope))
                    .map(after::or)
                    .orElse(after);
        }
        return CommandOutcome.of(after);
    }

    /** Follows a program: its facts in every directory that the shell may be in. */
    CommandOutcome program(Invocation invocation, Scope scope) {
        return program(invocation, scope, false);
    }

    private CommandOutcome program(Invocation invocation, Scope scope, boolean external) {
        if (!notes.mayRun(invocation)) {
            return CommandOutcome.of(scope);
        }
        if (state.isOnInput()
                && !state.isPiped()
                && READING_INPUT.contains(invocation.argv().get(0).start())
                && invocation.redirections().stream().noneMatch(PipelineStreams::isInput)) {
            notes.opaque("it may read the rest of the text that its shell is reading", invocation.span());
        }
        Scope after = scope;
        boolean fed = state.isFed() || PipelineStreams.isGiven(invocation.redirections());
        var input = new CommandInput(state.input(), state.isPiped(), fed);
        for (String directory : scope.directories()) {
            Effects effects = commands.effects(invocation.argv(), directory, input);
            notes.add(new Fact.Runs(
                    invocation.argv(),
                    effects.command(),
                    effects.prefix(),
                    effects.tail(),
                    external && ONLY_BUILTINS.contains(invocation.argv().get(0).start())
                            ? Fact.Standing.COMMAND
                            : effects.standing(),
                    effects.escalations(),
                    effects.effects(),
                    directory,
                    notes.at(invocation.span())));
            for (Fact fact : effects.facts()) {
                if (fact instanceof Fact.Sets sets && sets.reach() == Fact.Reach.SHELL) {
                    state.sets(sets, scope);
                    after = after.withVariable(sets.variable(), Shape.ANYTHING);
                } else {
                    notes.add(fact);
                }
            }
            for (Effects.Inner inner : effects.inner()) {
                started(inner, invocation, scope.withDirectories(Set.of(directory)));
            }
            state.prints(effects.output());
        }
        return CommandOutcome.of(after);
    }

    private void started(Effects.Inner inner, Invocation invocation, Scope scope) {
        notes.deeper(invocation.span(), () -> {
            switch (inner) {
                case Effects.Inner.Command command -> external(invocation.with(command.argv()), scope);
                case Effects.Inner.Text text -> text(text.text(), invocation, scope);
                case Effects.Inner.Input input -> input(invocation, input.span(), scope);
            }
            return inner;
        });
        state.printsAnything();
    }

    /** A program that another one starts: builtins of the shell are not among them. */
    private void external(Invocation invocation, Scope scope) {
        if (notes.mayFollow(invocation.span()) && name(invocation).isPresent()) {
            program(invocation, scope, true);
        }
    }

    /** What a shell of its own reads from a word. */
    private void text(Argument text, Invocation invocation, Scope scope) {
        Optional<String> known = text.certain();
        if (known.isEmpty()) {
            notes.unread("the text that the shell reads is not known before execution", text.span());
            return;
        }
        state.apart(() -> another(known.get(), text.span(), invocation, scope), false);
    }

    /** What a shell of its own reads from its input: a here-document of this very command, or who knows what. */
    private void input(Invocation invocation, Span span, Scope scope) {
        List<Shape> inputs = new ArrayList<>();
        for (Redirection redirection : invocation.redirections()) {
            if (PipelineStreams.isInput(redirection)) {
                inputs.add(
                        switch (redirection) {
                            case Redirection.HereString hereString -> expander.text(hereString.text(), scope);
                            case Redirection.HereDocument document -> expander.text(document.body(), scope);
                            case Redirection.File file -> Shape.ANYTHING;
                            case Redirection.Duplicate duplicate -> Shape.ANYTHING;
                        });
            }
        }
        // The last redirection counts.
        Optional<Shape> given = inputs.isEmpty() ? Optional.empty() : Optional.of(inputs.getLast());
        boolean several = inputs.size() > 1 || (state.isPiped() && given.isPresent());
        if (several && notes.isRunBy(Shell.ZSH)) {
            notes.opaque("zsh reads one input after the other", span);
        }
        // Of several lines a filter may leave out some.
        Optional<String> piped = state.input().text().filter(line -> line.indexOf('\n') < 0);
        Optional<String> text = given.isPresent() ? given.flatMap(Shape::text) : piped;
        if (text.isEmpty()) {
            notes.opaque(new OpaqueReason.ProgramOnInput(), span);
            return;
        }
        state.apart(
                () -> another(text.get(), span, invocation, scope),
                text.get().strip().indexOf('\n') >= 0);
    }

    /** Follows what another shell reads, as that shell does. */
    private void another(String text, Span span, Invocation invocation, Scope scope) {
        String program = ((Argument.Known) invocation.argv().get(0)).text();
        String name = program.substring(program.lastIndexOf('/') + 1);
        if (FOREIGN.contains(name)) {
            notes.opaque("`" + name + "` may read this in another way than bash", span);
        }
        Shells shells = switch (name) {
            case "bash" -> Shells.BASH;
            case "zsh" -> Shells.of(Shell.ZSH);
            case "dash", "ash" -> Shells.of(Shell.DASH);
            default -> Shells.SH;
        };
        notes.runBy(shells, () -> inside(text, span, scope.fresh(), interpreter::lines));
    }

    /** Follows {@code text}, which stands inside of the word at {@code span}, as part of this line. */
    Scope inside(String text, Span span, Scope scope) {
        return inside(text, span, scope, interpreter::evaluated);
    }

    private Scope inside(String text, Span span, Scope scope, BiFunction<Script, Scope, Scope> follow) {
        if (!notes.mayRead(text, span)) {
            return scope;
        }
        Script script = notes.parse(text);
        return notes.inside(span, () -> {
                    notes.differences(script.differences());
                    return follow.apply(script, scope);
                })
                .orElse(scope);
    }
}
