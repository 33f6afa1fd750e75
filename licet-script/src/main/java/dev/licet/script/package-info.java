/**
 * A model without a model: what it says stands in a script, and agents ask it over HTTP as they ask OpenAI's. Entry type:
 * {@link dev.licet.script.ScriptedModel}.
 *
 * <pre>{@code
 * try (ScriptedModel model = ScriptedModel.start(List.of(
 *         Line.calls("shell_exec", arguments), Line.says("Done.")))) {
 *     // … an agent with model.url() as its base URL
 * }
 * }</pre>
 */
@NullMarked
package dev.licet.script;

import org.jspecify.annotations.NullMarked;
