/** Real coding agents, installed from npm and played against a scripted model: run with {@code -Pagents}. */
@NullMarked
package dev.licet.conformance.agents;

import org.jspecify.annotations.NullMarked;
