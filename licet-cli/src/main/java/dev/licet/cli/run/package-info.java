/** A shell command put through the gate by hand. Entry type: {@link dev.licet.cli.run.GatedCommand}. */
@NullMarked
package dev.licet.cli.run;

import org.jspecify.annotations.NullMarked;
