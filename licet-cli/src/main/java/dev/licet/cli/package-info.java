/**
 * The {@code licet} program. Entry type: {@link dev.licet.cli.Main}.
 */
@NullMarked
package dev.licet.cli;

import org.jspecify.annotations.NullMarked;
