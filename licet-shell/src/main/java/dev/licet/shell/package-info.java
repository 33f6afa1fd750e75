/**
 * Bash text, and what it would do.
 *
 * <p>Entry type: {@link dev.licet.shell.ShellAnalysis}. A command line becomes a tree ({@link dev.licet.shell.Script}),
 * the tree becomes {@linkplain dev.licet.shell.Fact facts}:
 *
 * <pre>{@code
 * List<Fact> facts = new ShellAnalysis(CommandTable.standard()).facts("git status > out.txt", "/home/dev/project");
 * // Runs [git, status], Writes out.txt
 * }</pre>
 *
 * <p>The parser reads a strict subset of bash 5 as {@code bash -c} would. Whatever it does not implement, or cannot be
 * certain of, becomes {@link dev.licet.shell.Fact.Opaque} with a reason: it never guesses and never throws. Nothing here
 * touches a clock, a thread, the disk or a log.
 */
@NullMarked
package dev.licet.shell;

import org.jspecify.annotations.NullMarked;
