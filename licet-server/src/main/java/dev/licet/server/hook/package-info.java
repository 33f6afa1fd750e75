/**
 * What coding agents send before they run a tool, and what they understand as an answer. Entry type:
 * {@link dev.licet.server.hook.ClaudeHook}.
 */
@NullMarked
package dev.licet.server.hook;

import org.jspecify.annotations.NullMarked;
