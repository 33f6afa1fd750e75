package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./licet agent` as a program, alone and in a terminal, with a scripted model behind a real endpoint. */
class AgentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What has to be built is built before anybody waits for it. */
    @BeforeAll
    static void build() throws Exception {
        assertEquals(0, Program.finish(Program.licet("--version"), "").status());
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private Program.Result agent(ScriptedModel model, String... words) throws Exception {
        Stream<String> where = Stream.of(
                "agent",
                "--model",
                "script",
                "--base-url",
                model.url(),
                "--data-dir",
                folder.resolve("data").toString(),
                "--cwd",
                folder.toString());
        return Program.finish(
                Program.licet(Stream.concat(where, Stream.of(words)).toArray(String[]::new)), "");
    }

    @Test
    void theDemonstration_showsAWholeConversation() throws Exception {
        Program.Result yes = Program.finish(Program.licet("agent", "--demo", "--yes"), "");
        assertEquals(0, yes.status(), yes.err());
        assertTrue(yes.out().contains("The greeting is mended."), yes.out());
        assertTrue(yes.out().contains("Licet denied `read_file`: it reads .env"), yes.out());
        assertFalse(yes.out().contains("\033"), "no colours where there is no terminal");
        Program.Result no = Program.finish(Program.licet("agent", "--demo", "--no"), "");
        assertTrue(no.out().contains("The user rejected `shell_exec`."), no.out());
    }

    @Test
    void withoutATerminal_whatIsAsked_isDenied_andSaysSo() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(
                List.of(Line.calls("shell_exec", command("install -d made")), Line.says("It was not allowed.")))) {
            Program.Result result = agent(model, "make", "it");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().contains("It was not allowed."), result.out());
            assertFalse(Files.exists(folder.resolve("made")));
            assertTrue(model.toolResults().getFirst().contains("not executed"), model.toolResults()::toString);
        }
        Program.Result usage = Program.finish(Program.licet("agent"), "");
        assertEquals(2, usage.status());
        assertTrue(usage.err().contains("name a --model"), usage.err());
    }

    @Test
    void inATerminal_thePersonIsAskedInTheBox_andTalksOn() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(List.of(
                        Line.calls("shell_exec", command("install -d made")),
                        Line.says("Made it."),
                        Line.says("You are welcome.")));
                Tmux tmux = new Tmux(
                        100,
                        30,
                        Program.ROOT.resolve("licet") + " agent --model script --base-url " + model.url()
                                + " --data-dir " + folder.resolve("data") + " --cwd " + folder
                                + "; echo ended with $?; cat")) {
            tmux.await("\n>");
            tmux.type("make it");
            tmux.keys("Enter");
            tmux.await("Command: install -d made");
            tmux.keyUntil("1", "Made it.");
            tmux.await("Made it.\n\n>");
            assertTrue(Files.exists(folder.resolve("made")));
            tmux.type("!echo mine");
            tmux.keys("Enter");
            tmux.await("\nmine");
            tmux.type("/tools");
            tmux.keys("Enter");
            tmux.await("read_file");
            tmux.type("thanks");
            tmux.keys("Enter");
            tmux.await("You are welcome.");
            tmux.type("/exit");
            tmux.keys("Enter");
            tmux.await("ended with 0");
            assertTrue(model.requests().getLast().toString().contains("I ran `echo mine` myself"));
        }
    }

    private static final String NOTES = """
            const lines = require('readline').createInterface({input: process.stdin});
            const tool = (name, readOnlyHint) =>
              ({name, description: name + ' a note', inputSchema: {type: 'object'}, annotations: {readOnlyHint}});
            const answers = {
              initialize: (params) => ({
                protocolVersion: params.protocolVersion, capabilities: {tools: {}}, serverInfo: {name: 'notes', version: '1'}}),
              'tools/list': () => ({tools: [tool('read', true), tool('delete', false)]}),
              'tools/call': (params) => ({content: [{type: 'text', text: params.name + ' ' + params.arguments.name}]}),
            };
            lines.on('line', (line) => {
              const {id, method, params} = JSON.parse(line);
              if (id !== undefined) console.log(JSON.stringify({jsonrpc: '2.0', id, result: answers[method](params)}));
            });
            """;

    @Test
    void toolsOfMcpServers_areBehindTheGateToo() throws Exception {
        Path server = Files.writeString(folder.resolve("notes.js"), NOTES);
        Path config = Files.writeString(
                folder.resolve("mcp.json"),
                JsonText.write(JsonObject.empty()
                        .with(
                                "mcpServers",
                                JsonObject.empty()
                                        .with(
                                                "notes",
                                                JsonObject.empty()
                                                        .with(
                                                                "command",
                                                                Program.require("node", "nodejs")
                                                                        .toString())
                                                        .with(
                                                                "args",
                                                                JsonArray.of(
                                                                        List.of(new JsonString(server.toString())))))
                                        .with("gone", JsonObject.empty().with("command", "/no/such/program")))));
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"mcp__notes__read\": \"allow\", \"mcp__notes__delete\": \"deny\"}");
        JsonObject plants = JsonObject.empty().with("name", "plants");
        try (ScriptedModel model = ScriptedModel.start(List.of(
                Line.calls("mcp__notes__read", plants),
                Line.calls("mcp__notes__delete", plants),
                Line.says("Done.")))) {
            Program.Result result = agent(model, "--mcp-config", config.toString(), "tidy", "up");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.err().contains("the server `gone` does not start"), result.err());
            assertEquals("read plants", model.toolResults().getFirst());
            assertTrue(
                    model.toolResults().getLast().startsWith("Licet denied `mcp__notes__delete`"),
                    model.toolResults()::toString);
        }
    }
}
