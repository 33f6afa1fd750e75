/** The box in which a person is asked about one call. Entry type: {@link dev.licet.terminal.box.SelectorBox}. */
@NullMarked
package dev.licet.terminal.box;

import org.jspecify.annotations.NullMarked;
