package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.Assignment;
import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Part;
import dev.licet.shell.syntax.Redirection;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Walks the tree of a command line like the shell would, with what is known at each point, and notes the facts. An
 * exhaustive switch over the commands with one method for each. Not thread-safe: one instance walks one text.
 */
final class ShellInterpreter implements Interpreter {
    private static final Set<String> READING = Set.of("read", "mapfile", "readarray");
    private static final Set<String> INSIDE = Set.of("eval", "command", "builtin", "exec", "source", ".");
    private static final Set<String> PREFIXES = Set.of("command", "builtin");
    private static final Set<String> DECLARING =
            Set.of("export", "declare", "typeset", "readonly", "local", "command", "builtin");

    private static final Set<String> OPERATORS_IN_DASH = Set.of("||", "&&", "<", ">");

    private static final Set<String> EVALUATING = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

    /** What programs that pass a value to a shell would evaluate. */
    private static final Pattern EVALUATED = Pattern.compile("`|\\$[({\\w]");

    private final ShellState state;
    private final FactCollector notes;
    private final Expander expander;
    private final VariableValues variables;
    private final CommandRunner runner;
    private final Loops loops;

    ShellInterpreter(CommandTable commands, FactCollector notes) {
        this.notes = notes;
        this.state = new ShellState(notes);
        this.expander = new Expander(this, state);
        this.variables = new VariableValues(state);
        this.runner = new CommandRunner(this, state, commands, expander);
        this.loops = new Loops(this, state, expander);
    }

    @Override
    public Scope lines(Script script, Scope scope) {
        Scope after = state.inShellOfItsOwn(() -> {
            Scope now = scope;
            for (Script.Statement statement : script.statements()) {
                now = statement(statement, now);
                now = statement.endsLine() ? state.endLine(now) : now;
            }
            return now;
        });
        printed(script);
        return after;
    }

    @Override
    public Scope evaluated(Script script, Scope scope) {
        return state.evaluated(() -> script(script, scope));
    }

    @Override
    public Scope script(Script script, Scope scope) {
        Scope now = scope;
        for (Script.Statement statement : script.statements()) {
            now = statement(statement, now);
        }
        printed(script);
        return now;
    }

    private void printed(Script script) {
        if (script.statements().size() != 1) {
            // Each of them prints something.
            state.printsAnything();
        }
    }

    private Scope statement(Script.Statement statement, Scope scope) {
        return state.statement(scope, () -> afterStatement(statement, scope));
    }

    private Scope afterStatement(Script.Statement statement, Scope scope) {
        if (!statement.background()) {
            Scope after = command(statement.command(), scope).any();
            return state.limited(after, statement.command().span());
        }
        if (statement.command() instanceof Command.AndOr andOr && notes.isRunBy(Shell.ZSH)) {
            // Only the last of them runs beside the shell.
            return state.limited(followed(andOr, scope, this::besideShell).any(), andOr.span());
        }
        return besideShell(statement.command(), scope).any();
    }

    private CommandOutcome besideShell(Command command, Scope scope) {
        state.inShellOfItsOwn(() -> command(command, scope));
        return CommandOutcome.of(scope);
    }

    @Override
    public Shape output(Script script, Scope scope) {
        return notes.deeper(script.span(), () -> state.output(() -> script(script, scope)))
                .orElse(Shape.ANYTHING)
                .withoutLineEnds();
    }

    private CommandOutcome command(Command command, Scope before) {
        if (!notes.mayFollow(command.span())) {
            return CommandOutcome.of(before);
        }
        return state.unmixed(() -> followed(command, before));
    }

    private CommandOutcome followed(Command command, Scope before) {
        state.printsAnything();
        // `$((x++))` and `${x:=y}` assign while words are expanded, in an order that is not followed.
        AssignedNames expanded = AssignedNames.expandedBy(command);
        Scope scope = before.withNumbers(expanded.numbers()).forgetting(expanded.names());
        return switch (command) {
            case Command.Simple simple -> simple(simple, scope);
            case Command.Pipeline pipeline -> pipeline(pipeline, scope);
            case Command.AndOr andOr -> andOr(andOr, scope);
            case Command.Redirected redirected -> redirected(redirected, scope);
            case Command.Subshell subshell -> {
                state.inShellOfItsOwn(() -> script(subshell.body(), scope));
                state.printsAnything();
                yield CommandOutcome.of(scope);
            }
            case Command.Group group -> unprinted(CommandOutcome.of(script(group.body(), scope)));
            case Command.If conditional -> unprinted(conditional(conditional, scope));
            case Command.While loop ->
                unprinted(loops.follow(scope, List.of(loop.condition(), loop.body()), entry -> {
                    Scope held = script(loop.condition(), entry);
                    return script(loop.body(), held).or(held);
                }));
            case Command.For iteration -> unprinted(loops.iteration(iteration, scope));
            case Command.ArithmeticFor iteration -> {
                Scope begun = expander.arithmetic().head(iteration.head(), scope);
                yield unprinted(
                        loops.follow(begun, List.of(iteration.body()), entry -> script(iteration.body(), entry)));
            }
            case Command.Case selection -> unprinted(selection(selection, scope));
            case Command.Test test -> test(test, scope);
            case Command.Arithmetic arithmetic -> {
                if (notes.isRunBy(Shell.DASH)) {
                    notes.unread("dash runs what stands between the brackets", arithmetic.span());
                }
                syntax("((", arithmetic, scope);
                yield CommandOutcome.of(expander.arithmetic().follow(arithmetic.expression(), scope));
            }
            case Command.Function function -> runner.define(function, scope);
            case Command.Coprocess coprocess -> {
                if (!notes.isRunBy(Shell.BASH)) {
                    notes.opaque("shells differ in what `coproc` is", coprocess.span());
                }
                state.inShellOfItsOwn(() -> command(coprocess.body(), scope));
                notes.add(Variables.assigned(coprocess.name(), notes.at(coprocess.span())));
                yield CommandOutcome.of(scope.withVariable(coprocess.name(), Shape.ANYTHING));
            }
            case Command.Opaque opaque -> {
                notes.opaque(opaque.reason(), opaque.span());
                yield CommandOutcome.of(scope);
            }
        };
    }

    private CommandOutcome unprinted(CommandOutcome outcome) {
        state.printsAnything();
        return outcome;
    }

    @Override
    public Scope body(Command body, Scope scope) {
        return state.returning(() -> command(body, scope).any());
    }

    /** Every stage has a shell of its own; a single one does not. */
    private CommandOutcome pipeline(Command.Pipeline pipeline, Scope scope) {
        boolean timed = pipeline.prefixes().stream().anyMatch(prefix -> prefix.startsWith("time"));
        if (pipeline.stages().size() == 1) {
            CommandOutcome outcome = command(pipeline.stages().get(0), scope);
            if (mayNotBeTimed(pipeline)) {
                state.printsAnything();
            }
            if (timed && !notes.isRunBy(Shell.BASH)) {
                // For dash `time` is a program, which can change nothing here; zsh may run what it times elsewhere.
                return CommandOutcome.of(scope.or(outcome.any()));
            }
            return pipeline.prefixes().contains("!") ? CommandOutcome.of(outcome.any()) : outcome;
        }
        Scope last = state.pipeline(() -> stages(pipeline.stages(), mayNotBeTimed(pipeline), scope));
        if (last.equals(scope) || !notes.isRunBy(Shell.ZSH)) {
            return CommandOutcome.of(scope);
        }
        // The last stage runs in the shell itself.
        return CommandOutcome.of(scope.or(last));
    }

    /** Whether what is timed may not run at all: dash looks for a program `time`, zsh with `time -p` for one called `-p`. */
    private boolean mayNotBeTimed(Command.Pipeline pipeline) {
        return pipeline.prefixes().stream()
                .anyMatch(prefix -> (prefix.startsWith("time") && notes.isRunBy(Shell.DASH))
                        || (prefix.equals("time -p") && notes.isRunBy(Shell.ZSH)));
    }

    /** Follows the stages of a pipeline, of the first of which it may be unknown what it prints; the scope after the last. */
    private Scope stages(List<Command> stages, boolean unknown, Scope scope) {
        Scope last = scope;
        boolean filtered = false;
        for (Command stage : stages) {
            last = state.inShellOfItsOwn(() -> command(stage, scope).any());
            if (unknown) {
                state.printsAnything();
            }
            filtered = filtered || state.printed().isEmpty();
            state.feeds(state.printed().orElse(state.input()));
        }
        if (filtered) {
            // A filter may let nothing through.
            state.reads(ShellState.perhapsNothing(state.input()));
        }
        return last;
    }

    private CommandOutcome andOr(Command.AndOr andOr, Scope scope) {
        return followed(andOr, scope, this::command);
    }

    /** Follows the commands of {@code andOr}, the last of them as {@code last} does. */
    private CommandOutcome followed(Command.AndOr andOr, Scope scope, BiFunction<Command, Scope, CommandOutcome> last) {
        CommandOutcome left = command(andOr.commands().get(0), scope);
        Optional<Shape> listed = state.printed().filter(Shape::isListing);
        for (int i = 1; i < andOr.commands().size(); i++) {
            boolean and = andOr.operators().get(i - 1) == Command.Operator.AND;
            boolean isLast = i == andOr.commands().size() - 1;
            Scope before = and ? left.success() : left.failure();
            Command command = andOr.commands().get(i);
            CommandOutcome right = isLast ? last.apply(command, before) : command(command, before);
            listed = listed.flatMap(shape -> state.printed().flatMap(shape::orListing));
            left = and
                    ? new CommandOutcome(right.success(), left.failure().or(right.failure()))
                    : new CommandOutcome(left.success().or(right.success()), right.failure());
        }
        // Two listings one after the other are a listing.
        state.prints(Optional.of(listed.orElse(Shape.ANYTHING)));
        return left;
    }

    private CommandOutcome redirected(Command.Redirected redirected, Scope scope) {
        Shape lines = PipelineStreams.isFed(redirected.redirections()) ? Shape.ANYTHING : state.input();
        boolean given = PipelineStreams.isGiven(redirected.redirections());
        CommandOutcome outcome = state.reading(lines, () -> state.fed(given, () -> command(redirected.body(), scope)));
        printsItsOwn(redirected.redirections());
        redirected.redirections().forEach(redirection -> redirection(redirection, scope));
        return skipped(outcome, redirected.redirections(), scope);
    }

    /** What a filter prints that reads something else than the pipeline is not known. */
    private void printsItsOwn(List<Redirection> redirections) {
        if (PipelineStreams.isFed(redirections) && state.printed().isEmpty()) {
            state.prints(Optional.of(Shape.ANYTHING));
        }
    }

    /** A redirection that fails leaves everything as it was {@code before}, and the command unfinished. */
    private CommandOutcome skipped(CommandOutcome outcome, List<Redirection> redirections, Scope before) {
        if (redirections.isEmpty()) {
            return outcome;
        }
        boolean background = redirections.stream().anyMatch(ShellInterpreter::isBackgroundInDash);
        if (background && notes.isRunBy(Shell.DASH)) {
            // `a &> f` is `a &` and `> f`.
            return CommandOutcome.of(before);
        }
        return new CommandOutcome(outcome.success(), outcome.failure().or(before));
    }

    private static boolean isBackgroundInDash(Redirection redirection) {
        return redirection instanceof Redirection.File file && file.operator().startsWith("&");
    }

    private CommandOutcome conditional(Command.If conditional, Scope scope) {
        Scope failed = scope;
        Optional<Scope> after = Optional.empty();
        for (Command.Branch branch : conditional.branches()) {
            Scope tested = script(branch.condition(), failed);
            Scope done = script(branch.body(), tested);
            after = Optional.of(after.map(done::or).orElse(done));
            failed = tested;
        }
        Scope otherwise = conditional.otherwise().isPresent()
                ? script(conditional.otherwise().get(), failed)
                : failed;
        return CommandOutcome.of(after.map(otherwise::or).orElse(otherwise));
    }

    private CommandOutcome selection(Command.Case selection, Scope scope) {
        expander.text(selection.subject(), scope);
        notes.compares();
        Scope after = scope;
        for (Command.Item item : selection.items()) {
            if (item.terminator().equals(";;&")) {
                state.mayAbandon(scope);
            }
            item.patterns().forEach(pattern -> expander.text(pattern, scope));
            // A clause that ends in `;&` goes on with the next one.
            after = after.or(script(item.body(), after));
        }
        return CommandOutcome.of(after);
    }

    /** Syntax that runs nothing by itself, under the name by which it is called. */
    private void syntax(String name, Command command, Scope scope) {
        Span span = notes.at(command.span());
        List<Argument> words = List.of(new Argument.Known(name, span));
        String directory = scope.directories().iterator().next();
        notes.add(new Fact.Runs(words, words, 0, 0, Fact.Standing.FREE, List.of(), Set.of(), directory, span));
    }

    private CommandOutcome test(Command.Test test, Scope scope) {
        syntax("[[", test, scope);
        notes.compares();
        // A pattern may be a broken one.
        state.mayAbandon(scope);
        List<Command.Piece> pieces = test.pieces();
        if (pieces.stream().anyMatch(ShellInterpreter::isOperatorInDash) && notes.isRunBy(Shell.DASH)) {
            testByDash(test, scope);
        }
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.get(i) instanceof Command.Piece.Operand operand) {
                Shape value = expander.text(operand.word(), scope);
                boolean evaluates = symbol(pieces, i - 1, EVALUATING) || symbol(pieces, i + 1, EVALUATING);
                boolean names = symbol(pieces, i - 1, Set.of("-v", "-R"));
                boolean terminal = symbol(pieces, i - 1, Set.of("-t")) && !value.isNumber();
                if (terminal && notes.isRunBy(Shell.ZSH)) {
                    notes.opaque("zsh evaluates the operand", operand.word().span());
                }
                boolean plain = value.text()
                        .filter(text -> text.matches("[A-Za-z_][A-Za-z0-9_]*"))
                        .isPresent();
                if (evaluates) {
                    evaluated(value, operand.word().span(), scope);
                } else if (names && !plain) {
                    notes.opaque(
                            "bash evaluates the operand, which can run commands",
                            operand.word().span());
                }
            }
        }
        return CommandOutcome.of(scope);
    }

    private static boolean isOperatorInDash(Command.Piece piece) {
        return switch (piece) {
            case Command.Piece.Symbol symbol -> OPERATORS_IN_DASH.contains(symbol.text());
            // A regular expression may have a bar in it that is not quoted.
            case Command.Piece.Operand operand ->
                operand.word().parts().stream()
                        .anyMatch(part -> part instanceof Part.Literal literal
                                && literal.text().indexOf('|') >= 0);
        };
    }

    /** Dash knows no `[[`: it looks a program of that name up, and `||`, `>` and `|` mean what they mean elsewhere. */
    private void testByDash(Command.Test test, Scope scope) {
        List<Command.Piece> pieces = test.pieces();
        for (int i = 0; i < pieces.size(); i++) {
            switch (pieces.get(i)) {
                case Command.Piece.Symbol symbol -> {
                    boolean joins = symbol.text().equals("||") || symbol.text().equals("&&");
                    boolean option = i + 1 < pieces.size()
                            && pieces.get(i + 1) instanceof Command.Piece.Symbol next
                            && next.text().startsWith("-");
                    if (joins && !option) {
                        notes.opaque("dash runs what follows `" + symbol.text() + "`", test.span());
                    }
                    boolean opens = symbol.text().equals("<") || symbol.text().equals(">");
                    if (opens && i + 1 < pieces.size() && pieces.get(i + 1) instanceof Command.Piece.Operand file) {
                        Span span = file.word().span();
                        new FileOpening(notes, new Redirection.File("", symbol.text(), file.word(), span))
                                .note(target(file.word(), scope), scope);
                    }
                }
                case Command.Piece.Operand operand -> {
                    if (isOperatorInDash(operand)) {
                        notes.opaque(
                                "dash runs what follows the bar", operand.word().span());
                    }
                }
            }
        }
    }

    private void evaluated(Shape value, Span span, Scope scope) {
        Optional<String> text = value.text();
        if (text.isPresent()) {
            expander.arithmetic().text(text.get(), span, scope);
        } else if (!value.isNumber()) {
            notes.opaque("bash evaluates a value in arithmetic, which can run commands", span);
        }
    }

    private static boolean symbol(List<Command.Piece> pieces, int index, Set<String> symbols) {
        return index >= 0
                && index < pieces.size()
                && pieces.get(index) instanceof Command.Piece.Symbol symbol
                && symbols.contains(symbol.text());
    }

    private CommandOutcome simple(Command.Simple simple, Scope scope) {
        var words = new ArrayList<Argument>();
        for (int i = 0; i < simple.words().size(); i++) {
            Word word = simple.words().get(i);
            if (declares(simple.words().subList(0, i), word)) {
                words.add(declared(word, scope));
                boolean behind = words.get(0)
                        .certain()
                        .filter(name -> DECLARING.contains(name) && !PREFIXES.contains(name))
                        .isEmpty();
                if (behind && !(words.getLast() instanceof Argument.Known)) {
                    words.add(new Argument.Several(Shape.ANYTHING, notes.at(word.span())));
                }
            } else {
                expander.addArguments(word, scope, words);
            }
        }
        Fact.Reach reach = reach(simple);
        Scope assigned = scope;
        for (Assignment assignment : simple.assignments()) {
            assigned = assignment(assignment, reach, assigned);
        }
        Shape before = state.input();
        state.reads(PipelineStreams.isFed(simple.redirections()) ? Shape.ANYTHING : before);
        CommandOutcome outcome = simple.words().isEmpty()
                ? CommandOutcome.of(assigned)
                : runner.run(
                        new Invocation(words, simple.redirections(), simple.span()),
                        runsInside(simple, scope) ? seenInside(simple, scope) : scope);
        // `exec < f` feeds everything that follows.
        boolean lasts = words.size() == 1
                && words.get(0).certain().filter("exec"::equals).isPresent();
        if (!lasts) {
            state.reads(before);
        }
        printsItsOwn(simple.redirections());
        // Bash opens the files of `cd a > f` before it changes the directory.
        boolean nothing = state.printed().filter(Shape::mayBeNothing).isPresent()
                && !PipelineStreams.isWritten(simple.redirections());
        boolean diverted = PipelineStreams.isDiverted(simple.redirections()) && !nothing;
        Optional<Shape> shown = diverted ? Optional.of(Shape.ANYTHING) : state.printed();
        for (Redirection redirection : simple.redirections()) {
            redirection(redirection, scope);
        }
        state.prints(shown);
        return skipped(kept(outcome, simple), simple.redirections(), scope);
    }

    /** Whether {@code word} is `name=value` behind words that `export` or one of its relatives is among. */
    private static boolean declares(List<Word> before, Word word) {
        boolean assigns = word.parts().size() > 1
                && word.parts().get(0) instanceof Part.Literal literal
                && literal.text().matches("[A-Za-z_][A-Za-z0-9_]*\\+?=.*");
        return assigns
                && before.stream()
                        .limit(3)
                        .anyMatch(name ->
                                name.literal().filter(DECLARING::contains).isPresent());
    }

    /** Bash and zsh do not split such a word, though braces make several of it; dash may. */
    private Argument declared(Word word, Scope scope) {
        var fields = new ArrayList<Argument>();
        expander.addArguments(word, scope, fields);
        Shape whole = expander.text(word, scope);
        boolean same = fields.size() == 1
                && !(fields.get(0) instanceof Argument.Several)
                && fields.get(0).shape().equals(whole);
        String name = word.parts().get(0) instanceof Part.Literal literal
                ? literal.text().substring(0, literal.text().indexOf('=') + 1)
                : "";
        if (same) {
            return fields.get(0);
        }
        Shape unknown = Shape.of(name).then(Shape.ANYTHING);
        boolean braces = word.parts().stream().anyMatch(Part.Braces.class::isInstance);
        return braces
                ? new Argument.Several(unknown, notes.at(word.span()))
                : new Argument.Unknown(unknown, notes.at(word.span()));
    }

    /** What an assignment in front of a command leaves. */
    private CommandOutcome kept(CommandOutcome outcome, Command.Simple simple) {
        if (simple.assignments().isEmpty() || simple.words().isEmpty()) {
            return outcome;
        }
        Optional<String> name = simple.words().get(0).literal();
        // `c=1 export c` assigns c: who exports it takes the value along.
        boolean declares = name.filter(DECLARING::contains).isPresent();
        boolean special =
                name.filter(word -> !Shell.SPECIAL_BUILTINS.contains(word)).isEmpty();
        if (!declares && !(special && notes.isRunBy(Shell.DASH))) {
            return outcome;
        }
        Scope success = outcome.success();
        Scope failure = outcome.failure();
        for (Assignment assignment : simple.assignments()) {
            success = success.withVariable(assignment.name(), Shape.ANYTHING);
            failure = failure.withVariable(assignment.name(), Shape.ANYTHING);
        }
        return new CommandOutcome(success, failure);
    }

    /** Functions and what `eval` reads see the assignments that stand before them; what they leave of them is unknown. */
    private static Scope seenInside(Command.Simple simple, Scope scope) {
        Scope seen = scope;
        for (Assignment assignment : simple.assignments()) {
            seen = seen.withVariable(assignment.name(), Shape.ANYTHING);
        }
        return seen;
    }

    private static boolean runsInside(Command.Simple simple, Scope scope) {
        if (simple.assignments().isEmpty()) {
            return false;
        }
        Optional<String> name = simple.words().isEmpty()
                ? Optional.empty()
                : simple.words().get(0).literal();
        return name.isEmpty()
                || INSIDE.contains(name.get())
                || scope.functions().containsKey(name.get());
    }

    private static Fact.Reach reach(Command.Simple simple) {
        if (simple.words().isEmpty()) {
            return Fact.Reach.SHELL;
        }
        boolean reads = !simple.assignments().isEmpty()
                && simple.words().get(0).literal().filter(READING::contains).isPresent();
        return reads ? Fact.Reach.READING : Fact.Reach.COMMAND;
    }

    private Scope assignment(Assignment assignment, Fact.Reach reach, Scope scope) {
        boolean lasting = reach == Fact.Reach.SHELL;
        boolean onlyBash = assignment.appends() || assignment.subscript().isPresent();
        if (onlyBash && notes.isRunBy(Shell.DASH)) {
            return commandInDash(assignment, scope);
        }
        Scope now = scope;
        if (assignment.subscript().isPresent()) {
            now = expander.arithmetic().follow(assignment.subscript().get(), now);
        }
        Shape value = expander.text(assignment.value(), now);
        Span span = notes.at(assignment.span());
        boolean array = assignment.subscript().isPresent()
                || assignment.value().parts().stream().anyMatch(Part.Elements.class::isInstance);
        boolean whole = lasting || (!array && !assignment.appends());
        state.sets(new Fact.Sets(assignment.name(), whole ? value : Shape.ANYTHING, reach, span), now);
        boolean mayBeEvaluated = !lasting
                && value.text().filter(text -> EVALUATED.matcher(text).find()).isPresent();
        if (mayBeEvaluated) {
            notes.opaque("the program may evaluate this value", assignment.span());
        }
        if (Variables.isKept(assignment.name())) {
            state.mayAbandon(now);
        }
        if (!lasting) {
            return now;
        }
        Shape old = assignment.appends() ? variables.of(assignment.name(), now) : Shape.of("");
        return now.withVariable(assignment.name(), array ? Shape.ANYTHING : Homes.join(old, value));
    }

    /** Dash takes `x+=a` and `x[0]=a` for the name of a program: with a slash in it, it may find one. */
    private Scope commandInDash(Assignment assignment, Scope scope) {
        Shape value = expander.text(assignment.value(), scope);
        boolean path = value.text().filter(text -> text.indexOf('/') < 0).isEmpty();
        if (path || assignment.subscript().isPresent()) {
            notes.opaque("dash takes this assignment for a program", assignment.span());
        }
        notes.add(Variables.assigned(
                new Fact.Sets(assignment.name(), Shape.ANYTHING, Fact.Reach.SHELL, notes.at(assignment.span()))));
        return scope;
    }

    private void redirection(Redirection redirection, Scope scope) {
        boolean both =
                redirection instanceof Redirection.File file && file.operator().startsWith("&");
        if (both && !state.hasJustBegun(scope) && notes.isRunBy(Shell.DASH)) {
            // There all of it up to the `&` runs beside the shell, and the file is opened by the shell itself.
            notes.opaque("dash ends the command at this `&`", redirection.span());
        }
        if (redirection.descriptor().startsWith("{")) {
            String name = redirection
                    .descriptor()
                    .substring(1, redirection.descriptor().length() - 1);
            Shape number = Shape.of(new Shape.Piece.Digits());
            state.sets(new Fact.Sets(name, number, Fact.Reach.SHELL, notes.at(redirection.span())), scope);
        }
        switch (redirection) {
            case Redirection.File file -> new FileOpening(notes, file).note(target(file.file(), scope), scope);
            case Redirection.Duplicate duplicate -> {}
            case Redirection.HereString hereString -> expander.text(hereString.text(), scope);
            case Redirection.HereDocument document -> expander.text(document.body(), scope);
        }
    }

    /** A target that becomes none or several words is an error for bash. */
    private Shape target(Word word, Scope scope) {
        List<Argument> arguments = expander.arguments(word, scope);
        return arguments.size() == 1 ? arguments.get(0).path() : Shape.ANYTHING;
    }
}
