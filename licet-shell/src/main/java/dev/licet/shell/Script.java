package dev.licet.shell;

import java.util.List;

/**
 * A parsed command line.
 *
 * @param text the text that was parsed; all spans refer to it
 * @param statements the commands separated by {@code ;}, {@code &} or a newline, in order
 */
public record Script(String text, List<Statement> statements) {
    public Script {
        statements = List.copyOf(statements);
    }

    /** One command of the list and whether it runs in the background. */
    public record Statement(Command command, boolean background) {}
}
