/**
 * What the audit tells of the past: how much was asked and answered, what rules were used, and what other rules would have
 * changed. Entry types are {@link dev.licet.gate.review.CallHistory} and {@link dev.licet.gate.review.Overview}:
 *
 * <pre>{@code
 * Past past = Past.read(store, yesterday, what -> true);
 * Overview overview = Overview.of(past, call -> List.of());
 * }</pre>
 */
@NullMarked
package dev.licet.gate.review;

import org.jspecify.annotations.NullMarked;
