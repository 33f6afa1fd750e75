package dev.licet.shell.command;

import dev.licet.shell.Shape;

/**
 * What a command reads from its input.
 *
 * @param lines what is certain about each line of it
 * @param piped whether a pipeline feeds it
 * @param fed whether anything does: a pipeline, a file, a text of the line
 */
public record CommandInput(Shape lines, boolean piped, boolean fed) {
    /** It may be anything, or nothing. */
    static final CommandInput UNKNOWN = new CommandInput(Shape.ANYTHING, true, false);
}
