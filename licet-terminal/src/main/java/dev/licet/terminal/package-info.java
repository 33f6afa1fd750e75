/** Asking a person in the terminal, for programs with a loop of their own. Entry type: {@link dev.licet.terminal.ApprovalManager}. */
@NullMarked
package dev.licet.terminal;

import org.jspecify.annotations.NullMarked;
