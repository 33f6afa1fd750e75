/**
 * The words in which everything else speaks about command lines: {@linkplain dev.licet.shell.Fact facts}, the
 * {@linkplain dev.licet.shell.Argument arguments} and {@linkplain dev.licet.shell.Place places} in them, and where in the
 * text they come from.
 *
 * <p>Entry type: {@link dev.licet.shell.Fact}. A command line becomes a tree ({@code dev.licet.shell.syntax}), the tree
 * becomes facts ({@code dev.licet.shell.analysis}) with the help of what is known about commands ({@code
 * dev.licet.shell.command}). Nothing here touches a clock, a thread, the disk or a log.
 *
 * <pre>{@code
 * new Fact.Reads(new Place.At("src/main.c", "/home/dev/project"), Fact.Role.OPERAND, new Span(4, 14));
 * }</pre>
 */
@NullMarked
package dev.licet.shell;

import org.jspecify.annotations.NullMarked;
