package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.List;

/**
 * A list of commands: a whole command line, or what stands inside a substitution or a compound command.
 *
 * @param statements the commands separated by {@code ;}, {@code &} or a newline, in order
 * @param span where the list stands in the text
 * @param differences what other shells read otherwise, of a whole command line only
 */
public record Script(List<Statement> statements, Span span, List<Difference> differences) {
    public Script {
        statements = List.copyOf(statements);
        differences = List.copyOf(differences);
    }

    Script(List<Statement> statements, Span span) {
        this(statements, span, List.of());
    }

    /**
     * One command of the list.
     *
     * @param background whether it runs in the background
     * @param endsLine whether a line ends behind it: a shell that gives a line up goes on with the next one
     */
    public record Statement(Command command, boolean background, boolean endsLine) {}
}
