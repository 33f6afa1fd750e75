/**
 * A tool call and what it would do. Entry types: {@link dev.licet.core.call.ToolCall} and
 * {@link dev.licet.core.call.CallFacts}:
 *
 * <pre>{@code
 * List<Fact> facts = new CallFacts(ShellLanguage, ToolTable).of(call);
 * }</pre>
 */
@NullMarked
package dev.licet.core.call;

import org.jspecify.annotations.NullMarked;
