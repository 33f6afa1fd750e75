/** What every command is given and gives back: {@link dev.licet.cli.console.Streams} and {@link dev.licet.cli.console.ExitCode}. */
@NullMarked
package dev.licet.cli.console;

import org.jspecify.annotations.NullMarked;
