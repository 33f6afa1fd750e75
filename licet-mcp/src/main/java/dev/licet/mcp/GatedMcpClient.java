package dev.licet.mcp;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Result;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Calls the tools of one MCP server, each of which asks the gate before it runs. To rules a tool is called
 * {@code mcp__SERVER__TOOL}. Thread-safe.
 */
public final class GatedMcpClient {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,32}");
    private static final int MAX_TOOLS = 1_000;
    private static final int MAX_PAGES = 100;

    private final McpSyncClient client;
    private final String server;
    private final AgentSession session;
    private final boolean trusted;

    private GatedMcpClient(McpSyncClient client, String server, AgentSession session, boolean trusted) {
        this.client = client;
        this.server = server;
        this.session = session;
        this.trusted = trusted;
    }

    /** Whether nothing that the name of a tool begins with could be taken for a part of {@code server}. */
    static boolean isName(String server) {
        return NAME.matcher(server).matches();
    }

    /** The tools of {@code client}, a server called {@code server}: what it says about them decides nothing. */
    public static GatedMcpClient of(McpSyncClient client, String server, AgentSession session) {
        if (!isName(server)) {
            throw new IllegalArgumentException("the name of a server has letters, digits and dashes: `" + server + "`");
        }
        return new GatedMcpClient(client, server, session, false);
    }

    /**
     * The same of a server that is trusted to say what its tools do: one that only reads is {@link Tier#READ}, one that
     * destroys nothing and stays in its world {@link Tier#WRITE}.
     */
    public GatedMcpClient trusted() {
        return new GatedMcpClient(client, server, session, true);
    }

    /** The tools of the server, as it lists them. */
    public List<Tool> tools() {
        return tools(client);
    }

    static List<Tool> tools(McpSyncClient client) {
        var tools = new ArrayList<Tool>();
        ListToolsResult page = client.listTools();
        tools.addAll(page.tools());
        for (int i = 1;
                i < MAX_PAGES
                        && tools.size() < MAX_TOOLS
                        && page.nextCursor() != null
                        && !page.nextCursor().isEmpty();
                i++) {
            page = client.listTools(page.nextCursor());
            tools.addAll(page.tools());
        }
        return tools;
    }

    /** {@code tool} as the gate knows it. */
    public GatedTool gated(Tool tool) {
        return gated(server, tool, trusted);
    }

    static GatedTool gated(String server, Tool tool, boolean trusted) {
        GatedTool gated = named(server, tool.name());
        gated = tool.inputSchema() == null ? gated : gated.withSchema(JsonObject.ofMap(tool.inputSchema()));
        return trusted ? gated.tier(tier(Optional.ofNullable(tool.annotations()))) : gated;
    }

    private static GatedTool named(String server, String tool) {
        return GatedTool.named("mcp__" + server + "__" + tool).withOrigin("mcp:" + server);
    }

    private static Tier tier(Optional<ToolAnnotations> said) {
        boolean reads =
                said.filter(each -> Boolean.TRUE.equals(each.readOnlyHint())).isPresent();
        boolean harmless = said.filter(each ->
                        Boolean.FALSE.equals(each.destructiveHint()) && Boolean.FALSE.equals(each.openWorldHint()))
                .isPresent();
        if (reads) {
            return Tier.READ;
        }
        return harmless ? Tier.WRITE : Tier.EXEC;
    }

    /**
     * Calls a tool, if the gate lets it; what does not run is an error whose text says why, and what the person said who
     * approved stands before the result.
     *
     * @throws InterruptedException when interrupted: while somebody is asked, nothing has run; later, it may have
     */
    public CallToolResult callTool(CallToolRequest request) throws InterruptedException {
        return switch (run(request)) {
            case Result.Ran<CallToolResult> ran -> commented(ran);
            case Result.Failed<CallToolResult> failed ->
                error(String.valueOf(failed.cause().getMessage()));
            case Result.Refused<CallToolResult> refused -> error(refused.message());
        };
    }

    /** The same for loops that end their turn once a person stops the agent: that stands in the result. */
    public Result<CallToolResult> run(CallToolRequest request) throws InterruptedException {
        JsonObject arguments = request.arguments() == null ? JsonObject.empty() : JsonObject.ofMap(request.arguments());
        GatedTool tool = tools().stream()
                .filter(each -> each.name().equals(request.name()))
                .findFirst()
                .map(this::gated)
                .orElseGet(() -> named(server, request.name()));
        return session.run(
                tool,
                arguments,
                allowed -> client.callTool(new CallToolRequest(request.name(), allowed.toMap(), request.meta())));
    }

    /** What the person said who approved stands before the result. */
    private static CallToolResult commented(Result.Ran<CallToolResult> ran) {
        if (ran.comment().isEmpty()) {
            return ran.value();
        }
        var content = new ArrayList<Content>();
        content.add(TextContent.builder("The user says: " + ran.comment()).build());
        content.addAll(ran.value().content());
        return new CallToolResult(
                content,
                ran.value().isError(),
                ran.value().structuredContent(),
                ran.value().meta());
    }

    private static CallToolResult error(String text) {
        return CallToolResult.builder(List.of(TextContent.builder(text).build()))
                .isError(true)
                .build();
    }
}
