package dev.licet.example;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** An MCP server over standard input and output: one tool reads notes, one deletes them. */
public final class NoteServer {
    private static final Map<String, Object> NAMED = Map.of(
            "type", "object", "properties", Map.of("name", Map.of("type", "string")), "required", List.of("name"));

    private NoteServer() {}

    public static void main(String[] args) {
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("notes", "1")
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .toolCall(
                        tool("read_note", "Reads a note", true),
                        (exchange, request) -> said(name(request) + ": water the plants"))
                .toolCall(
                        tool("delete_note", "Deletes a note", false),
                        (exchange, request) -> said(name(request) + " is deleted"))
                .build();
    }

    private static Tool tool(String name, String description, boolean reads) {
        return Tool.builder(name, NAMED)
                .description(description)
                .annotations(ToolAnnotations.builder()
                        .readOnlyHint(reads)
                        .destructiveHint(!reads)
                        .build())
                .build();
    }

    private static String name(CallToolRequest request) {
        return String.valueOf(request.arguments().get("name"));
    }

    private static CallToolResult said(String text) {
        return CallToolResult.builder(List.of(TextContent.builder(text).build()))
                .build();
    }
}
