/**
 * The path of a call: {@link dev.licet.gate.path.Calls} judges it and has it allowed, denied or held,
 * {@link dev.licet.gate.path.HeldCalls} waits for a person, {@link dev.licet.gate.path.AnswerCollector} hands over the answer.
 */
@NullMarked
package dev.licet.gate.path;

import org.jspecify.annotations.NullMarked;
