package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.GatedTool;
import dev.licet.mcp.McpTool;
import java.io.IOException;

/** A tool of an MCP server. */
public record ServerTool(McpTool tool, Workspace workspace) implements AgentTool {
    @Override
    public GatedTool gated() {
        return tool.gated();
    }

    @Override
    public String description() {
        return tool.description();
    }

    @Override
    public String execute(JsonObject arguments) throws IOException {
        return workspace.bounded(tool.execute(arguments));
    }
}
