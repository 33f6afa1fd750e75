/**
 * The gate for those who build agents: a tool is judged, asked about where it has to be, and run with a ticket. Entry type:
 * {@link dev.licet.gate.agent.ToolGate}.
 *
 * {@snippet class="dev.licet.gate.agent.Snippets" region="gate"}
 */
@NullMarked
package dev.licet.gate.agent;

import org.jspecify.annotations.NullMarked;
