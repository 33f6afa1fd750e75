/** The agent in the terminal. Entry type: {@link dev.licet.cli.agent.AgentTerminal}. */
@NullMarked
package dev.licet.cli.agent;

import org.jspecify.annotations.NullMarked;
