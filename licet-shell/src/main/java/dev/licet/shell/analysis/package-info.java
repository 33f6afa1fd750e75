/**
 * What a command line would do.
 *
 * <p>Entry type: {@link dev.licet.shell.analysis.ShellAnalysis}. It walks the tree of a command line like the shell would,
 * with what is known of variables, functions and the directory at each point, and notes a fact for everything that may
 * happen:
 *
 * <pre>{@code
 * List<Fact> facts = new ShellAnalysis(CommandTable.standard()).facts("cd src && cat *.md > all", "/home/dev/project");
 * // Runs [cd, src]; Runs [cat, *.md] in src; Reads src/*.md; Writes src/all
 * }</pre>
 */
@NullMarked
package dev.licet.shell.analysis;

import org.jspecify.annotations.NullMarked;
