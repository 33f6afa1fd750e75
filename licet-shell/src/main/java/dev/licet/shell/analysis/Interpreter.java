package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.syntax.Command;
import dev.licet.shell.syntax.Script;

/**
 * Follows commands: what a reader of one kind of command, or of a word, needs for the commands that stand inside of it. That a
 * grammar is recursive shows here, and nowhere else.
 */
interface Interpreter {
    /** Follows {@code script}; the scope after it. */
    Scope script(Script script, Scope scope);

    /** Follows the body of a function; the scope after it, wherever it returns. */
    Scope body(Command body, Scope scope);

    /** Follows a text that a shell reads line by line: what gives a line up does not keep it from the next one. */
    Scope lines(Script script, Scope scope);

    /** Follows the text of `eval`: it may be left early, and with it the line that it stands in. */
    Scope evaluated(Script script, Scope scope);

    /** Follows a substitution in a shell of its own; what is certain about what it prints. */
    Shape output(Script script, Scope scope);
}
