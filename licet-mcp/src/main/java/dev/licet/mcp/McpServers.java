package dev.licet.mcp;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * MCP servers that a file lists, started as programs: {@code {"mcpServers": {"NAME": {"command", "args", "env", "trusted"}}}},
 * as other agents have it. Of a server that is {@code trusted} its own words about its tools count. Thread-safe.
 */
public final class McpServers implements AutoCloseable {
    /** What programs end with, also on Windows. */
    private static final List<String> ENDINGS = List.of("", ".exe", ".cmd", ".bat");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<McpSyncClient> clients = new ArrayList<>();
    private final List<McpTool> tools = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private McpServers() {}

    /**
     * Starts the servers that {@code file} lists. One that does not start is a {@link #problems problem}, and the others are
     * there.
     *
     * @throws IOException when the file cannot be read
     * @throws InvalidJson when it is not what is expected, saying where
     */
    public static McpServers start(Path file) throws IOException, InvalidJson {
        Map<String, Server> wanted = read(JsonText.parseObject(Files.readString(file)));
        var servers = new McpServers();
        wanted.forEach(servers::start);
        return servers;
    }

    private record Server(String command, List<String> arguments, Map<String, String> environment, boolean trusted) {}

    private static Map<String, Server> read(JsonObject file) throws InvalidJson {
        var all = new LinkedHashMap<String, Server>();
        for (var member : file.object("mcpServers")
                .orElseThrow(() -> InvalidJson.at("expected an object `mcpServers`", 1, 1))
                .members()
                .entrySet()) {
            if (!GatedMcpClient.isName(member.getKey())) {
                throw InvalidJson.at(
                        "the name of a server has letters, digits and dashes: `" + member.getKey() + "`", 1, 1);
            }
            if (!(member.getValue() instanceof JsonObject form)
                    || form.text("command").isEmpty()) {
                throw InvalidJson.at(
                        "the server `" + member.getKey()
                                + "` has no `command`: only servers that are programs are started",
                        1,
                        1);
            }
            var environment = new LinkedHashMap<String, String>();
            form.object("env")
                    .orElseGet(JsonObject::empty)
                    .members()
                    .forEach((name, value) -> environment.put(name, text(value)));
            all.put(
                    member.getKey(),
                    new Server(
                            form.text("command").orElseThrow(),
                            form.elements("args").stream().map(McpServers::text).toList(),
                            environment,
                            form.isTrue("trusted")));
        }
        return all;
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString text ? text.value() : JsonText.write(value);
    }

    /** Whether there is such a program: one that is missing would only show by its silence. */
    private static boolean isProgram(String command) {
        if (command.contains("/") || command.contains(File.separator)) {
            return Files.isExecutable(Path.of(command));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder ->
                        ENDINGS.stream().anyMatch(ending -> Files.isExecutable(Path.of(folder, command + ending))));
    }

    private void start(String name, Server server) {
        if (!isProgram(server.command())) {
            problems.add("the server `" + name + "` does not start: there is no program `" + server.command() + "`");
            return;
        }
        McpSyncClient client = McpClient.sync(new StdioClientTransport(
                        ServerParameters.builder(server.command())
                                .args(server.arguments())
                                .env(server.environment())
                                .build(),
                        McpJsonDefaults.getMapper()))
                .requestTimeout(PATIENCE)
                .initializationTimeout(PATIENCE)
                .build();
        try {
            client.initialize();
            for (var tool : GatedMcpClient.tools(client)) {
                var gated = new McpTool(client, tool, GatedMcpClient.gated(name, tool, server.trusted()));
                String left = "the tool `" + tool.name() + "` of the server `" + name + "` is left out: ";
                if (!gated.isCallable()) {
                    problems.add(left + "no model can call a tool of that name");
                } else if (tools.stream()
                        .anyMatch(other ->
                                other.gated().name().equals(gated.gated().name()))) {
                    problems.add(left + "it is listed twice");
                } else {
                    tools.add(gated);
                }
            }
            clients.add(client);
        } catch (RuntimeException e) {
            problems.add("the server `" + name + "` does not start: " + e.getMessage());
            client.close();
        }
    }

    /** Every tool of every server. */
    public List<McpTool> tools() {
        return List.copyOf(tools);
    }

    /** What is not there, and why. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Ends the servers. */
    @Override
    public void close() {
        clients.forEach(McpSyncClient::closeGracefully);
    }
}
