package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import java.util.List;

/**
 * Finds what a command line would do. Immutable and thread-safe; the same text always gives the same facts.
 *
 * <p>Law: every command that bash would execute is among the facts, or an {@link Fact.Opaque} explains why it is not.
 */
public final class ShellAnalysis {
    private final CommandTable commands;

    public ShellAnalysis(CommandTable commands) {
        this.commands = commands;
    }

    /**
     * The facts of {@code commandLine} when it is run in {@code directory}, roughly in the order of the text.
     *
     * @param directory absolute path that relative paths start from
     * @return at least one fact; an empty command line is {@link Fact.Opaque}
     */
    public List<Fact> facts(String commandLine, String directory) {
        Script script = ShellParser.parse(commandLine);
        var notes = new Notes();
        new Walker(commands, notes).script(script, Scope.in(directory));
        List<Fact> facts = notes.facts();
        return facts.isEmpty() ? List.of(new Fact.Opaque("nothing to run", new Span(0, commandLine.length()))) : facts;
    }
}
