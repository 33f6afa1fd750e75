package dev.licet.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.json.JsonText;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real client of the SDK, on a server that is a process of its own. */
class GatedMcpClientTest {
    private final List<Ask> asked = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private McpSyncClient client;

    /** Where what the server needs is loaded from, whatever this JVM was started with. */
    private static String classPath() throws Exception {
        var places = new ArrayList<String>();
        for (Class<?> each : List.of(
                NoteServer.class,
                JsonText.class,
                JsonObject.class,
                Class.forName("tools.jackson.core.json.JsonFactory"))) {
            places.add(Path.of(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        return String.join(File.pathSeparator, places);
    }

    @BeforeEach
    void connect() throws Exception {
        String java = ProcessHandle.current().info().command().orElse("java");
        var parameters = ServerParameters.builder(java)
                .args("-cp", classPath(), NoteServer.class.getName())
                .build();
        client = McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                .requestTimeout(Duration.ofSeconds(30))
                .build();
        client.initialize();
    }

    @AfterEach
    void disconnect() {
        client.closeGracefully();
    }

    private ToolGate gate(String rules, Reply reply) {
        return ToolGate.inMemory(rules).answering(ask -> {
            asked.add(ask);
            return reply;
        });
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().getFirst()).text();
    }

    private static CallToolRequest request(String tool, Map<String, Object> arguments) {
        return CallToolRequest.builder(tool).arguments(arguments).build();
    }

    @Test
    void everyTool_isAsked_unlessItsServerIsTrustedToSayWhatItDoes() throws Exception {
        try (ToolGate gate = gate("{}", new Reply.Once("gently"))) {
            var notes = GatedMcpClient.of(client, "notes", gate.session("s", Path.of("/srv")));
            CallToolResult approved = notes.callTool(request("read", Map.of("name", "a")));
            assertEquals("The user says: gently", text(approved));
            assertEquals(
                    "read {\"name\":\"a\"}", ((TextContent) approved.content().getLast()).text());
            assertEquals(1, asked.size());
            assertEquals("mcp__notes__read", asked.getFirst().tool());
            assertEquals("read {\"name\":\"a\"}", text(notes.trusted().callTool(request("read", Map.of("name", "a")))));
            assertEquals(1, asked.size());
            notes.trusted().callTool(request("delete", Map.of("name", "a")));
            assertEquals(2, asked.size());
        }
    }

    @Test
    void aRejection_isAnErrorThatSaysWhy_andChangedArgumentsAreThoseThatRun() throws Exception {
        try (ToolGate gate = gate(
                "{\"mcp__notes__delete\": \"deny\"}",
                new Reply.Edited(JsonObject.empty().with("name", "b"), ""))) {
            var notes = GatedMcpClient.of(client, "notes", gate.session("s", Path.of("/srv")));
            CallToolResult denied = notes.callTool(request("delete", Map.of("name", "a")));
            assertTrue(denied.isError());
            assertTrue(text(denied).startsWith("Licet denied `mcp__notes__delete`"), text(denied));
            assertEquals("read {\"name\":\"b\"}", text(notes.callTool(request("read", Map.of("name", "a")))));
        }
    }
}
