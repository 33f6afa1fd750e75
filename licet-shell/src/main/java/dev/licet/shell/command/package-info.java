/**
 * What is known about the commands that agents use: data files, one for a command or a family of them, and their readers.
 *
 * <p>Entry type: {@link dev.licet.shell.command.CommandTable}. A specification tells which words of an argument vector are
 * options and which are operands, and what each of them does:
 *
 * <pre>{@code
 * Effects effects = CommandTable.standard().effects(argv, "/home/dev/project");
 * }</pre>
 */
@NullMarked
package dev.licet.shell.command;

import org.jspecify.annotations.NullMarked;
