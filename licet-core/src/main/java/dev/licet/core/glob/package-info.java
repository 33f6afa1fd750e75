/**
 * Patterns over text and their indices. Entry type: {@link dev.licet.core.glob.Glob}; {@code Glob.of("git *").matches("git log")}. What
 * two patterns have in common is decided with automata, never by trying texts.
 */
@NullMarked
package dev.licet.core.glob;

import org.jspecify.annotations.NullMarked;
