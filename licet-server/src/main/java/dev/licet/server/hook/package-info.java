/**
 * What coding agents send before they run a tool, and what they understand as an answer: one {@code Host} each. Entry type:
 * {@link dev.licet.server.hook.Hooks}.
 */
@NullMarked
package dev.licet.server.hook;

import org.jspecify.annotations.NullMarked;
