/**
 * JSON text to values and back, strictly. Entry type: {@link dev.licet.gate.json.JsonText}. The only package that knows
 * the JSON library.
 */
@NullMarked
package dev.licet.gate.json;

import org.jspecify.annotations.NullMarked;
