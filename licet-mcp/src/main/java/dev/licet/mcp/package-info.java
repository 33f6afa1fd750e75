/**
 * Tools of MCP servers behind the gate, for those who use the MCP Java SDK. Entry type:
 * {@link dev.licet.mcp.GatedMcpClient}.
 *
 * <pre>{@code
 * var files = GatedMcpClient.of(client, "files", session);
 * CallToolResult result = files.callTool(CallToolRequest.builder("read_text_file").arguments(arguments).build());
 * }</pre>
 */
@NullMarked
package dev.licet.mcp;

import org.jspecify.annotations.NullMarked;
