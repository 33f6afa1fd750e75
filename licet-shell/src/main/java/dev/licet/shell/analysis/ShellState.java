package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the shell that is followed is doing: where its input comes from, what it has printed, and where what it runs may be left
 * early. What it knows of variables and directories is its {@link Scope}. Not thread-safe.
 */
final class ShellState {
    private final FactCollector notes;

    /** What is certain about the lines that the command at hand reads. */
    private Shape input = Shape.ANYTHING;

    /** Whether a pipeline feeds the command at hand. */
    private boolean piped;

    /** Whether a redirection of what surrounds the command gives it something to read. */
    private boolean surrounded;

    /** What is certain about the lines that the last command prints; empty when it prints lines of its input. */
    private Optional<Shape> printed = Optional.of(Shape.ANYTHING);

    /** Whether a process that the command at hand writes to prints where the command itself does. */
    private boolean mixed;

    /** What is known where the line at hand may be given up, because something in it cannot be expanded or assigned. */
    private List<Scope> abandoned = new ArrayList<>();

    /** What is known where a loop or a function may have been left. */
    private final List<Scope> jumped = new ArrayList<>();

    /** Whether the text that is followed is what its shell reads from its input. */
    private boolean onInput;

    /** Whether an expansion of a variable that is not set gives the line up. */
    private boolean nounset;

    /** What was known when the statement at hand began. */
    private @Nullable Scope begun;

    ShellState(FactCollector notes) {
        this.notes = notes;
    }

    FactCollector notes() {
        return notes;
    }

    Shape input() {
        return input;
    }

    boolean isPiped() {
        return piped;
    }

    /** Whether a pipeline, or what surrounds the command, feeds it. */
    boolean isFed() {
        return piped || surrounded;
    }

    /** What {@code command} gives while it is fed if {@code fed}. */
    <T> T fed(boolean fed, Supplier<T> command) {
        boolean before = surrounded;
        surrounded = before || fed;
        T outcome = command.get();
        surrounded = before;
        return outcome;
    }

    boolean isOnInput() {
        return onInput;
    }

    Optional<Shape> printed() {
        return printed;
    }

    void prints(Optional<Shape> shape) {
        printed = shape;
    }

    void printsAnything() {
        printed = Optional.of(Shape.ANYTHING);
    }

    /** From now on commands read {@code lines}. */
    void reads(Shape lines) {
        input = lines;
    }

    /** The same for the next stage of a pipeline. */
    void feeds(Shape lines) {
        input = lines;
        piped = true;
    }

    /** What {@code command} gives while it reads {@code lines}; afterwards the input is what it was. */
    <T> T reading(Shape lines, Supplier<T> command) {
        Shape before = input;
        input = lines;
        T outcome = command.get();
        input = before;
        return outcome;
    }

    /** What {@code stages} give, which feed each other; afterwards the input is what it was, and they have printed theirs. */
    <T> T pipeline(Supplier<T> stages) {
        Shape inputBefore = input;
        boolean pipedBefore = piped;
        T outcome = stages.get();
        printed = Optional.of(input);
        input = inputBefore;
        piped = pipedBefore;
        return outcome;
    }

    /** Notes that what a process of {@code >(…)} prints is mixed into what the command prints. */
    void mixesIn() {
        mixed = true;
    }

    /** What {@code command} gives; where something is mixed into what it prints, it may print anything. */
    <T> T unmixed(Supplier<T> command) {
        boolean before = mixed;
        mixed = false;
        T outcome = command.get();
        if (mixed) {
            printsAnything();
        }
        mixed = mixed || before;
        return outcome;
    }

    /** Notes that the shell may give the line up here, and go on with the next one. */
    void mayAbandon(Scope scope) {
        abandoned.add(scope);
    }

    /** From now on a variable that is not set gives the line up. */
    void refusesUnset() {
        nounset = true;
    }

    boolean isUnsetRefused() {
        return nounset;
    }

    /** A `break`, `continue` or `return`: what follows a loop or a call may find what is known here. */
    void jumps(Scope scope) {
        jumped.add(scope);
    }

    /** How many jumps there were so far. */
    int jumps() {
        return jumped.size();
    }

    /** {@code scope}, or what was known at one of the jumps since there were {@code before}. */
    Scope withJumps(Scope scope, int before) {
        Scope after = scope;
        for (Scope from : jumped.subList(before, jumped.size())) {
            after = after.or(from);
        }
        return after;
    }

    /** What {@code body} leaves, wherever it is left. */
    Scope returning(Supplier<Scope> body) {
        int before = jumped.size();
        return withJumps(body.get(), before);
    }

    /** What {@code text} leaves, wherever it is given up or left: the line that it stands in goes the same way. */
    Scope evaluated(Supplier<Scope> text) {
        int before = abandoned.size();
        int jumps = jumped.size();
        Scope after = text.get();
        after = withAbandoned(after, abandoned.subList(before, abandoned.size()));
        return withJumps(after, jumps);
    }

    /** What gives up a line in a shell of its own ends that shell, and in a function it does so when it is called. */
    <T> T inShellOfItsOwn(Supplier<T> work) {
        List<Scope> outside = abandoned;
        abandoned = new ArrayList<>();
        T outcome = work.get();
        abandoned = outside;
        return outcome;
    }

    /** What the next line finds behind one that leaves {@code scope}, or is given up. */
    Scope endLine(Scope scope) {
        Scope after = withAbandoned(scope, abandoned);
        abandoned = new ArrayList<>();
        return after;
    }

    /** What gives up the text of another shell, started from its input or not, is no matter of this one. */
    void apart(Runnable work, boolean input) {
        boolean onInputBefore = onInput;
        boolean nounsetBefore = nounset;
        onInput = input;
        nounset = false;
        inShellOfItsOwn(() -> {
            work.run();
            return true;
        });
        onInput = onInputBefore;
        nounset = nounsetBefore;
    }

    private static Scope withAbandoned(Scope scope, List<Scope> abandoned) {
        Scope now = scope;
        for (Scope left : abandoned) {
            boolean sameFrame = left.frame().inside() == scope.frame().inside();
            now = now.or(sameFrame ? left : left.returningTo(scope));
        }
        return now;
    }

    /** What is certain about what {@code script} prints, a substitution in a shell of its own. */
    Shape output(Runnable script) {
        Shape inputBefore = input;
        boolean pipedBefore = piped;
        Optional<Shape> printedBefore = printed;
        boolean mixedBefore = mixed;
        printsAnything();
        Shape output = inShellOfItsOwn(() -> {
            script.run();
            Shape prints = printed.orElseGet(() -> perhapsNothing(input));
            return abandoned.isEmpty() ? prints : perhapsNothing(prints);
        });
        input = inputBefore;
        piped = pipedBefore;
        printed = printedBefore;
        mixed = mixedBefore;
        return output;
    }

    /** What is certain about a text that is {@code shape}, or nothing at all. */
    static Shape perhapsNothing(Shape shape) {
        if (shape.isListing() || shape.mayBeNothing()) {
            return shape;
        }
        return shape.isNumber() ? Shape.of(new Shape.Piece.Count()) : Shape.ANYTHING;
    }

    /** What {@code statement} leaves, which begins with {@code scope}. */
    Scope statement(Scope scope, Supplier<Scope> statement) {
        Scope outside = begun;
        begun = scope;
        Scope after = statement.get();
        begun = outside;
        return after;
    }

    /** Whether the statement at hand began with {@code scope}: nothing has changed since. */
    boolean hasJustBegun(Scope scope) {
        return scope.equals(begun);
    }

    /** A shell that may be in too many directories is followed in one of them, and that is noted. */
    Scope limited(Scope scope, Span span) {
        if (scope.directories().size() <= Scope.MAX_DIRECTORIES) {
            return scope;
        }
        notes.opaque("what follows may run in many directories; join it with `&&`", span);
        return scope.withDirectories(Set.of(scope.directories().iterator().next()));
    }

    /** Notes an assignment, and what the shell makes of it. */
    void sets(Fact.Sets sets, Scope scope) {
        notes.add(Variables.assigned(sets));
        boolean ofShell = sets.reach() == Fact.Reach.SHELL || sets.reach() == Fact.Reach.EXPORTED;
        if (ofShell && Variables.isOfZsh(sets.variable()) && !sets.value().isNumber() && notes.isRunBy(Shell.ZSH)) {
            notes.add(new Fact.Opaque("`" + sets.variable() + "` decides what zsh runs or shows", sets.span()));
        }
        if (ofShell && scope.numbers().mayBe(sets.variable()) && !sets.value().isNumber() && notes.isRunBy(Shell.ZSH)) {
            notes.add(new Fact.Opaque(
                    "zsh evaluates what is assigned to `" + sets.variable() + "`, which can run commands",
                    sets.span()));
        }
    }

    /** Notes an assignment that an expansion makes. */
    void sets(String name, Shape value, Span span, Scope scope) {
        sets(new Fact.Sets(name, value, Fact.Reach.SHELL, span), scope);
    }
}
