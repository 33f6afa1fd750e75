package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.List;

/**
 * A list of commands: a whole command line, or what stands inside a substitution or a compound command.
 *
 * @param statements the commands separated by {@code ;}, {@code &} or a newline, in order
 * @param span where the list stands in the text
 */
public record Script(List<Statement> statements, Span span) {
    public Script {
        statements = List.copyOf(statements);
    }

    /** One command of the list and whether it runs in the background. */
    public record Statement(Command command, boolean background) {}
}
