package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Shell;
import dev.licet.shell.ShellLanguage;
import dev.licet.shell.Shells;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.Difference;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what a command line would do. Immutable and thread-safe; the same text always gives the same facts.
 *
 * <p>Law: every command that one of the shells would execute is among the facts, or an {@link Fact.Opaque} explains why it
 * is not.
 */
public final class ShellAnalysis implements ShellLanguage {
    /** What does one of these may tell others what it is handed. */
    private static final Set<SideEffect> REACHING = Set.of(SideEffect.CONNECTS, SideEffect.CHANGES);

    private final CommandTable commands;

    public ShellAnalysis(CommandTable commands) {
        this.commands = commands;
    }

    /**
     * What is certain behind each line of {@code commandLine} when {@code shell} runs it.
     *
     * @return one entry for each line that the shell reads, up to the first one in which something is opaque
     */
    public List<Knowledge> knowledge(String commandLine, String directory, Shell shell) {
        var notes = new FactCollector(shell, false);
        Script script = notes.parse(commandLine);
        notes.differences(script.differences());
        var walker = new ShellInterpreter(commands, notes);
        var known = new ArrayList<Knowledge>();
        Scope scope = Scope.in(directory);
        var line = new ArrayList<Script.Statement>();
        for (Script.Statement statement : script.statements()) {
            line.add(statement);
            if (!statement.endsLine()) {
                continue;
            }
            scope = walker.lines(new Script(line, script.span(), List.of()), scope);
            line.clear();
            if (notes.facts().stream().anyMatch(Fact.Opaque.class::isInstance)) {
                break;
            }
            known.add(scope.knowledge());
        }
        return known;
    }

    /** The line is followed as each of {@code shells} would; most lines are the same for all of them, and followed once. */
    @Override
    public List<Fact> facts(String commandLine, String directory, Shells shells) {
        Script asBash = ShellParser.parse(commandLine);
        List<Fact> first = List.of();
        Set<Fact> all = Set.of();
        boolean environment = false;
        boolean compares = false;
        boolean secret = false;
        for (Shell shell : shells.any()) {
            var notes = new FactCollector(shell, shells.typed());
            Script script = isReadOtherwise(asBash, shell) ? notes.parse(commandLine) : asBash;
            if (!script.differences().isEmpty()) {
                notes.differences(script.differences().stream()
                        .filter(each -> each.where() != Difference.Where.COMMENT)
                        .toList());
            }
            new ShellInterpreter(commands, notes).lines(script, Scope.in(directory));
            environment |= notes.usesEnvironment();
            compares |= notes.isComparing();
            secret |= notes.usesSecret();
            if (first.isEmpty()) {
                first = notes.facts();
            } else {
                all = all.isEmpty() ? new LinkedHashSet<>(first) : all;
                all.addAll(notes.facts());
            }
            if (notes.isSameForEveryShell()) {
                break;
            }
        }
        if (shells.typed() && shells.include(Shell.ZSH) && hasComment(asBash)) {
            var notes = new FactCollector(Shell.ZSH, true);
            Script typed = ShellParser.parseTyped(commandLine);
            notes.readComments();
            notes.differences(typed.differences());
            new ShellInterpreter(commands, notes).lines(typed, Scope.in(directory));
            environment |= notes.usesEnvironment();
            compares |= notes.isComparing();
            secret |= notes.usesSecret();
            all = all.isEmpty() ? new LinkedHashSet<>(first) : all;
            all.addAll(notes.facts());
        }
        List<Fact> facts = all.isEmpty() ? first : List.copyOf(all);
        if (facts.isEmpty()) {
            return List.of(new Fact.Opaque("nothing to run", new Span(0, commandLine.length())));
        }
        return environment ? disclosing(facts, compares, secret) : facts;
    }

    /** Whether it has one for shells that know comments where they are typed into. */
    private static boolean hasComment(Script asBash) {
        return !asBash.differences().isEmpty()
                && asBash.differences().stream().anyMatch(each -> each.where() == Difference.Where.COMMENT);
    }

    private static boolean isReadOtherwise(Script asBash, Shell shell) {
        for (Difference each : asBash.differences()) {
            if (each.where() == Difference.Where.READABLE && each.shells().contains(shell)) {
                return true;
            }
        }
        return false;
    }

    /** Any command of a line may print what it was handed on, and one that reaches others may send it there. */
    private static List<Fact> disclosing(List<Fact> facts, boolean compares, boolean secret) {
        List<Fact.Runs> commands = facts.stream()
                .flatMap(fact -> fact instanceof Fact.Runs runs ? Stream.of(runs) : Stream.empty())
                .toList();
        // Where nothing prints, a status or a file that is made or not tells of what was compared.
        boolean silent = compares && commands.stream().noneMatch(runs -> runs.standing() == Fact.Standing.COMMAND);
        // What gets into no word is read by some command.
        boolean read =
                secret && commands.stream().allMatch(runs -> uncertain(runs).isEmpty());
        Stream<Fact> known = facts.stream().map(fact -> {
            if (!(fact instanceof Fact.Runs runs)) {
                return fact;
            }
            Fact.Runs handed = sending(runs, secret).alsoDoing(SideEffect.DISCLOSES);
            return silent ? handed.judged() : handed;
        });
        Stream<Fact> handed = read
                ? Stream.of(new Fact.Opaque(
                        "what is called like a secret is handed on",
                        facts.getFirst().span()))
                : Stream.empty();
        return Stream.concat(known, handed).distinct().toList();
    }

    private static List<Argument> uncertain(Fact.Runs command) {
        return command.argv().stream()
                .filter(word -> !(word instanceof Argument.Known))
                .toList();
    }

    /** What is called like a secret a rule has to spell wherever it goes: who allows `echo *` means no token. */
    private static Fact.Runs sending(Fact.Runs command, boolean secret) {
        boolean reaches = command.standing() == Fact.Standing.COMMAND
                && command.effects().stream().anyMatch(REACHING::contains);
        List<Argument> words = uncertain(command);
        return (secret || reaches) && !words.isEmpty()
                ? command.escalating(new Fact.Escalation(
                        "", new EscalationReason.Environment(), words.getFirst().span()))
                : command;
    }
}
