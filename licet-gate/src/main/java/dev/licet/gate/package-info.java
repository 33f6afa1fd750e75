/**
 * The running gate: calls come in, wait for a person where the rules say so, and leave with an answer. Entry type:
 * {@link dev.licet.gate.Gate}:
 *
 * <pre>{@code
 * try (Gate gate = Gate.open(DataDirectory.at(path), InstantSource.system())) {
 *     Outcome outcome = gate.submit(call, Duration.ofMinutes(5));
 * }
 * }</pre>
 */
@NullMarked
package dev.licet.gate;

import org.jspecify.annotations.NullMarked;
