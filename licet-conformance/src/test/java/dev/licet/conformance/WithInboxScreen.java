package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Opens the inbox in a real terminal, over a server. */
abstract class WithInboxScreen {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @SuppressWarnings("NullAway.Init")
    RunningServer server;

    @BeforeEach
    void open() throws Exception {
        AskedCommands.in(data, "rm", "echo");
        server = RunningServer.here(data);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    Tmux watch(int columns, int rows) throws Exception {
        return Tmux.licet(columns, rows, "watch", "--data-dir", data.toString());
    }

    /** The same as a process of its own, behind what is {@code before} it on the shell's line. */
    Tmux process(int columns, int rows, String before) throws Exception {
        return new Tmux(
                columns,
                rows,
                before + Program.ROOT.resolve("licet") + " watch --data-dir " + data + "; echo left with $?; cat");
    }

    /** Submits a command of the session {@code session}; what else the call says is {@code more}. Gives the approval's id. */
    String ask(String session, String command, String... more) throws Exception {
        return submit(
                session, "Bash", JsonObject.empty().with("command", new JsonString(command)), String.join("", more));
    }

    String submit(String session, String tool, JsonObject arguments, String more) throws Exception {
        JsonObject reply = server.post(
                "/v1/calls?wait=0",
                "{\"callId\":\"c\",\"tool\":\"" + tool + "\",\"arguments\":" + JsonText.write(arguments)
                        + ",\"sessionId\":\"" + session + "\",\"workerId\":\"local\",\"cwd\":\"/home/u/proj\"" + more
                        + "}");
        return reply.object("approval").flatMap(each -> each.text("id")).orElseThrow();
    }

    JsonObject approval(String id) throws Exception {
        return server.get("/v1/approvals/" + id);
    }

    void awaitState(String id, String state) throws Exception {
        Await.until(state, () -> approval(id).text("state").filter(state::equals));
    }

    void assertPending(String id) throws Exception {
        assertEquals(Optional.of("pending"), approval(id).text("state"));
    }

    /** A screen without what differs from run to run. */
    static String steady(String screen) {
        return screen.replaceAll("[0-9]+ s\\b", "0 s").replaceAll("· [0-9a-z]{10}\\b", "· ID");
    }

    static String golden(String name) throws Exception {
        try (InputStream in = Objects.requireNonNull(InboxScreenTest.class.getResourceAsStream("inbox/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        }
    }

    void fourCalls() throws Exception {
        ask("one", "mk && git push origin main");
        ask("one", "npm publish", ",\"batchId\":\"b1\"");
        ask("one", "rm -rf 中文字 wide", ",\"batchId\":\"b1\"");
        ask("two", "curl https://example.com/日本語");
    }

    /** The recorded hostile commands of the box's own test. */
    static List<JsonObject> hostile() throws Exception {
        var all = new ArrayList<JsonObject>();
        for (String line : Files.readAllLines(
                Program.ROOT.resolve("licet-terminal/src/test/resources/dev/licet/terminal/box/hostile.jsonl"))) {
            all.add(JsonText.parseObject(line));
        }
        return all;
    }
}
