package dev.licet.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.json.InvalidJson;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private static JsonObject program(String... arguments) throws Exception {
        return JsonObject.empty()
                .with("command", ProcessHandle.current().info().command().orElse("java"))
                .with(
                        "args",
                        JsonArray.of(Stream.of(arguments).map(JsonString::new).toList()));
    }

    @Test
    void serversOfAFile_areStarted_andOneThatIsGoneHoldsUpNoOther(@TempDir Path folder) throws Exception {
        JsonObject notes = program("-cp", classPath(), NoteServer.class.getName());
        JsonObject all = JsonObject.empty()
                .with("notes", notes)
                .with("trusted", notes.with("trusted", true))
                .with("gone", JsonObject.empty().with("command", "/no/such/program"));
        Path file = Files.writeString(
                folder.resolve("mcp.json"), JsonText.write(JsonObject.empty().with("mcpServers", all)));
        try (McpServers servers = McpServers.start(file);
                ToolGate gate = gate("{}", Reply.skip("no"))) {
            assertEquals(1, servers.problems().size(), servers.problems()::toString);
            assertTrue(servers.problems().getFirst().startsWith("the server `gone` does not start"));
            assertEquals(
                    List.of("mcp__notes__read", "mcp__notes__delete", "mcp__trusted__read", "mcp__trusted__delete"),
                    servers.tools().stream().map(tool -> tool.gated().name()).toList());
            var ran = new ArrayList<String>();
            for (McpTool tool : servers.tools()) {
                JsonObject arguments = JsonObject.empty().with("name", "a");
                if (gate.session("s", Path.of("/srv")).run(tool.gated(), arguments, tool::execute)
                        instanceof Result.Ran<String> result) {
                    ran.add(result.value());
                }
            }
            assertEquals(List.of("read {\"name\":\"a\"}"), ran, "only the one that is trusted to say that it reads");
        }
    }

    @Test
    void aFileThatListsNoServers_isAClearError(@TempDir Path folder) throws Exception {
        for (String bad : List.of(
                "{}", "{\"mcpServers\": {\"a b\": {\"command\": \"x\"}}}", "{\"mcpServers\": {\"a\": {}}}", "[")) {
            Path file = Files.writeString(folder.resolve("mcp.json"), bad);
            assertThrows(InvalidJson.class, () -> McpServers.start(file));
        }
        assertThrows(IOException.class, () -> McpServers.start(folder.resolve("none.json")));
    }
}
