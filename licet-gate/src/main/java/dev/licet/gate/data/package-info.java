/**
 * What every gate has: its {@link dev.licet.gate.data.DataDirectory}, its ids, and the one exception of
 * this module, {@link dev.licet.gate.data.GateException}.
 */
@NullMarked
package dev.licet.gate.data;

import org.jspecify.annotations.NullMarked;
