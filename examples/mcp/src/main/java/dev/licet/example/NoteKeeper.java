package dev.licet.example;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.ConsoleAnswerer;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.mcp.GatedMcpClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An agent without a framework: its own loop over the chat completions of a model, with the tools of an MCP server. */
public final class NoteKeeper {
    /** The server says of itself that reading only reads; it is trusted to, and everything else is asked about. */
    private static final String RULES = "{\"mcp__notes__read_note\": \"allow\"}";

    private static final int MOST_ROUNDS = 50;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI completions;
    private final String model;
    private final GatedMcpClient notes;

    /** An agent on the model {@code model} at {@code baseUrl}. */
    public NoteKeeper(String baseUrl, String model, GatedMcpClient notes) {
        this.completions = URI.create(baseUrl + "/chat/completions");
        this.model = model;
        this.notes = notes;
    }

    /** Asks {@code OPENAI_MODEL} at {@code OPENAI_BASE_URL}; the arguments are the message. */
    public static void main(String[] args) throws Exception {
        var environment = System.getenv();
        System.out.println(chat(
                environment.getOrDefault("OPENAI_BASE_URL", "http://localhost:11434/v1"),
                environment.getOrDefault("OPENAI_MODEL", "llama3.2"),
                ConsoleAnswerer.standard(),
                String.join(" ", args)));
    }

    /** What the agent answers to {@code message}, with a server of notes that runs as long. */
    static String chat(String baseUrl, String model, Answerer answerer, String message) throws Exception {
        var server = ServerParameters.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args("-cp", System.getProperty("java.class.path"), NoteServer.class.getName())
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                        .build();
                ToolGate gate = ToolGate.inMemory(RULES).answering(answerer);
                AgentSession session = gate.session("notes", Path.of(""))) {
            client.initialize();
            return new NoteKeeper(
                            baseUrl,
                            model,
                            GatedMcpClient.of(client, "notes", session).trusted())
                    .answer(message);
        }
    }

    private String answer(String message) throws IOException, InterruptedException, InvalidJson {
        List<JsonValue> messages = new ArrayList<>();
        messages.add(JsonObject.empty().with("role", "user").with("content", message));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            JsonObject reply = said(messages);
            List<JsonValue> calls = reply.elements("tool_calls");
            if (calls.isEmpty()) {
                return reply.text("content").orElse("");
            }
            messages.add(reply);
            for (JsonValue each : calls) {
                JsonObject call = (JsonObject) each;
                Result<CallToolResult> result = run(call.object("function").orElseThrow());
                if (result instanceof Result.Refused<CallToolResult> refused && refused.stops()) {
                    return refused.message();
                }
                messages.add(JsonObject.empty()
                        .with("role", "tool")
                        .with("tool_call_id", call.text("id").orElse(""))
                        .with("content", text(result)));
            }
        }
        return "Too many rounds.";
    }

    private JsonObject said(List<JsonValue> messages) throws IOException, InterruptedException, InvalidJson {
        JsonObject body = JsonObject.empty()
                .with("model", model)
                .with("messages", JsonArray.of(messages))
                .with(
                        "tools",
                        JsonArray.of(notes.tools().stream()
                                .map(tool -> JsonObject.empty()
                                        .with("type", "function")
                                        .with(
                                                "function",
                                                JsonObject.empty()
                                                        .with("name", tool.name())
                                                        .with("description", String.valueOf(tool.description()))
                                                        .with(
                                                                "parameters",
                                                                JsonObject.empty()
                                                                        .with("type", "object"))))
                                .toList()));
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(completions)
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JsonText.write(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the model answers " + response.statusCode() + ": " + response.body());
        }
        JsonObject choice = (JsonObject)
                JsonText.parseObject(response.body()).elements("choices").getFirst();
        return choice.object("message").orElseThrow();
    }

    /** Runs a call of the model, if the gate lets it. */
    private Result<CallToolResult> run(JsonObject function) throws IOException, InterruptedException {
        Map<String, Object> arguments = McpJsonDefaults.getMapper()
                .readValue(function.text("arguments").orElse("{}"), new TypeRef<Map<String, Object>>() {});
        return notes.run(CallToolRequest.builder(function.text("name").orElse(""))
                .arguments(arguments)
                .build());
    }

    /** What the model is told. */
    private static String text(Result<CallToolResult> result) {
        return switch (result) {
            case Result.Ran<CallToolResult> ran ->
                ran.value().content().stream()
                        .map(each -> each instanceof TextContent text ? text.text() : "")
                        .collect(Collectors.joining("\n"));
            case Result.Failed<CallToolResult> failed ->
                "It failed: " + failed.cause().getMessage();
            case Result.Refused<CallToolResult> refused -> refused.message();
        };
    }
}
