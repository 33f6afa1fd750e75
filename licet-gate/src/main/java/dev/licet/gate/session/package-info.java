/**
 * What happens in sessions beside calls: turns, modes, subagents ({@link dev.licet.gate.session.Sessions}), and what skills bring
 * ({@link dev.licet.gate.session.Skills}).
 */
@NullMarked
package dev.licet.gate.session;

import org.jspecify.annotations.NullMarked;
