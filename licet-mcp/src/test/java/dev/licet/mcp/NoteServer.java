package dev.licet.mcp;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A small MCP server over standard input and output, by the specification's own messages: one tool reads, one deletes. */
final class NoteServer {
    private NoteServer() {}

    public static void main(String[] args) throws IOException, InvalidJson {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonObject message = JsonText.parseObject(line);
            if (message.get("id").isPresent()) {
                out.println(JsonText.write(JsonObject.empty()
                        .with("jsonrpc", "2.0")
                        .with("id", message.get("id").get())
                        .with("result", result(message))));
            }
        }
    }

    private static JsonValue result(JsonObject message) {
        JsonObject parameters = message.object("params").orElseGet(JsonObject::empty);
        return switch (message.text("method").orElse("")) {
            case "initialize" ->
                JsonObject.empty()
                        .with(
                                "protocolVersion",
                                parameters.text("protocolVersion").orElse("2025-06-18"))
                        .with("capabilities", JsonObject.empty().with("tools", JsonObject.empty()))
                        .with(
                                "serverInfo",
                                JsonObject.empty().with("name", "notes").with("version", "1"));
            case "tools/list" ->
                JsonObject.empty()
                        .with(
                                "tools",
                                JsonArray.of(List.of(tool("read", "readOnlyHint"), tool("delete", "destructiveHint"))));
            case "tools/call" -> {
                String name = parameters.text("name").orElse("");
                String arguments = JsonText.write(parameters.object("arguments").orElseGet(JsonObject::empty));
                yield JsonObject.empty()
                        .with(
                                "content",
                                JsonArray.of(List.of(
                                        JsonObject.empty().with("type", "text").with("text", name + " " + arguments))));
            }
            default -> JsonObject.empty();
        };
    }

    private static JsonObject tool(String name, String hint) {
        return JsonObject.empty()
                .with("name", name)
                .with("description", name + "s a note")
                .with(
                        "inputSchema",
                        JsonObject.empty()
                                .with("type", "object")
                                .with(
                                        "properties",
                                        JsonObject.empty()
                                                .with("name", JsonObject.empty().with("type", "string"))))
                .with("annotations", JsonObject.empty().with(hint, true));
    }
}
