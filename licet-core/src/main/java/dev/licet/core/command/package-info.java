/**
 * A command as rules see it: its text in the forms that patterns are compared with, and the files and hosts that it names.
 * Entry type: {@link dev.licet.core.command.CommandText}.
 */
@NullMarked
package dev.licet.core.command;

import org.jspecify.annotations.NullMarked;
