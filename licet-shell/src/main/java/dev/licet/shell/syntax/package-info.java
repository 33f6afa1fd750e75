/**
 * Bash text as a tree, and back.
 *
 * <p>Entry type: {@link dev.licet.shell.syntax.ShellParser}. A strict recursive-descent reader of bash 5 as {@code bash -c}
 * would read it. What it does not read for certain becomes {@link dev.licet.shell.syntax.Command.Opaque} with a reason;
 * it never guesses and never throws:
 *
 * <pre>{@code
 * Script script = ShellParser.parse("ls $(pwd) > out.txt");
 * String same = ShellPrinter.print(script);
 * }</pre>
 */
@NullMarked
package dev.licet.shell.syntax;

import org.jspecify.annotations.NullMarked;
