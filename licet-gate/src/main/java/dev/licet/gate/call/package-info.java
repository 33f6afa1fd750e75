/**
 * The words of a call on its way through the gate: a {@link dev.licet.gate.call.Submission} goes in, a
 * {@link dev.licet.gate.call.Judgement} is made of it, and an {@link dev.licet.gate.call.Outcome} comes out.
 */
@NullMarked
package dev.licet.gate.call;

import org.jspecify.annotations.NullMarked;
