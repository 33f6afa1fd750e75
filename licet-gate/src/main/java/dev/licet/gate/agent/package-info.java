/**
 * The gate for those who build agents: a tool is judged, asked about where it has to be, and run with a ticket. Entry type:
 * {@link dev.licet.gate.agent.ToolGate}.
 *
 * <pre>{@code
 * try (ToolGate gate = ToolGate.open(Path.of("/home/dev/.licet")).answering(new ConsoleAnswerer(System.in, System.out))) {
 *     AgentSession session = gate.session("chat-1", Path.of("/work/project"));
 *     Result<String> result = session.run("read_file", arguments, allowed -> read(allowed));
 * }
 * }</pre>
 */
@NullMarked
package dev.licet.gate.agent;

import org.jspecify.annotations.NullMarked;
