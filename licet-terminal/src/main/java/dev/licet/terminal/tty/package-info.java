/** A terminal whose keys are read one by one. Entry type: {@link dev.licet.terminal.tty.Tty}. The only package that knows JLine. */
@NullMarked
package dev.licet.terminal.tty;

import org.jspecify.annotations.NullMarked;
