package dev.licet.mcp;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.GatedTool;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A tool of an MCP server, for loops that put its calls to the gate themselves. Thread-safe. */
public final class McpTool {
    /** What models take for the name of a tool. */
    private static final Pattern CALLABLE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final McpSyncClient client;
    private final Tool tool;
    private final GatedTool gated;

    McpTool(McpSyncClient client, Tool tool, GatedTool gated) {
        this.client = client;
        this.tool = tool;
        this.gated = gated;
    }

    boolean isCallable() {
        return CALLABLE.matcher(gated.name()).matches();
    }

    /** As the gate knows it. */
    public GatedTool gated() {
        return gated;
    }

    /** What its server says that it does. */
    public String description() {
        return tool.description() == null ? "" : tool.description();
    }

    /**
     * Calls it, and asks nobody: run it as the executor of {@code AgentSession.run}.
     *
     * @return what it says, in text; what is no text is only named
     * @throws IllegalStateException when it fails, with what it says
     */
    public String execute(JsonObject arguments) {
        CallToolResult result = client.callTool(CallToolRequest.builder(tool.name())
                .arguments(arguments.toMap())
                .build());
        String text = result.content().stream().map(McpTool::text).collect(Collectors.joining("\n"));
        if (Boolean.TRUE.equals(result.isError())) {
            throw new IllegalStateException(text);
        }
        return text;
    }

    private static String text(Content content) {
        return content instanceof TextContent text ? text.text() : "(" + content.type() + ")";
    }
}
