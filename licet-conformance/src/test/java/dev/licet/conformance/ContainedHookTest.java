package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of coding agents in mode `contained`: the hook puts another command in their place, which the agent runs. */
class ContainedHookTest {
    @TempDir
    private Path folder;

    private Path data;
    private Path project;

    @BeforeEach
    void project() throws IOException, InterruptedException {
        Program.require("bubblewrap", "bwrap");
        data = folder.resolve("data");
        project = Files.createDirectory(folder.resolve("project"));
        Program.run("git", "-C", project.toString(), "init", "-q");
    }

    private RunningServer server() throws IOException {
        return RunningServer.start(data, 0, "--mode", "contained");
    }

    private JsonObject hooked(String event, String command) throws Exception {
        return hooked(event, JsonObject.empty().with("command", command).with("description", "Go on"));
    }

    private JsonObject hooked(String event, JsonObject input) throws Exception {
        JsonObject payload = JsonObject.empty()
                .with("session_id", "s")
                .with("cwd", project.toString())
                .with("hook_event_name", event)
                .with("tool_name", "Bash")
                .with("tool_input", input);
        Program.Result result =
                Program.finish(Program.licet("hook", "claude", "--data-dir", data.toString()), JsonText.write(payload));
        assertEquals(0, result.status(), result::err);
        return JsonText.parseObject(result.out()).object("hookSpecificOutput").orElseThrow();
    }

    /** What an agent runs in the place of {@code command}. */
    private String replaced(String command) throws Exception {
        JsonObject output = hooked("PreToolUse", command);
        assertEquals(Optional.of("allow"), output.text("permissionDecision"), output::toString);
        JsonObject input = output.object("updatedInput").orElseThrow();
        assertEquals(Optional.of("Go on"), input.text("description"));
        return input.text("command").orElseThrow();
    }

    @Test
    void theAgent_runsItsCommandWithinBounds_once() throws Exception {
        try (RunningServer server = server()) {
            Files.writeString(
                    project.resolve("build.sh"), "echo made | tee out.txt; touch ../outside; echo odd >&2; exit 3\n");
            String line = replaced("bash build.sh");
            assertTrue(line.contains(" contained --data-dir "), line);
            Program.Result run = Program.bash(project, line);
            assertEquals(3, run.status(), run::err);
            assertEquals("made\n", run.out());
            assertTrue(run.err().contains("odd\n"), run::err);
            assertEquals("made\n", Files.readString(project.resolve("out.txt")));
            assertFalse(Files.exists(folder.resolve("outside")));
            Program.Result again = Program.bash(project, line);
            assertEquals(1, again.status());
            assertTrue(again.err().contains("make the call again"), again::err);
            assertEquals(
                    List.of("judged", "ticket", "redeemed", "outcome"),
                    server.get("/v1/audit").elements("entries").reversed().stream()
                            .map(entry -> ((JsonObject) entry).text("step").orElseThrow())
                            .filter(step -> !List.of("checkpoint", "started").contains(step))
                            .toList());
        }
    }

    @Test
    void theCommand_runsInTheFolderThatItsArgumentsName() throws Exception {
        Path sub = Files.createDirectory(project.resolve("sub")).toRealPath();
        try (RunningServer server = server()) {
            Files.writeString(sub.resolve("go.sh"), "pwd | tee where.txt\n");
            JsonObject input = JsonObject.empty().with("command", "bash go.sh").with("workdir", "sub");
            JsonObject output = hooked("PreToolUse", input);
            JsonObject updated = output.object("updatedInput").orElseThrow();
            assertEquals(Optional.of("sub"), updated.text("workdir"));
            Program.Result run = Program.finish(
                    new ProcessBuilder("bash", "-c", updated.text("command").orElseThrow())
                            .directory(sub.toFile())
                            .start(),
                    "");
            assertEquals(sub + "\n", run.out(), run::err);
            assertEquals(sub + "\n", Files.readString(sub.resolve("where.txt")));
            assertEquals(List.of(), server.pending());
        }
    }

    @Test
    void aSecondEvent_aboutWhatTheAgentRunsInstead_isAnsweredOnce() throws Exception {
        try (RunningServer server = server()) {
            String line = replaced("make");
            JsonObject first = hooked("PermissionRequest", line);
            assertEquals(Optional.of("allow"), first.object("decision").flatMap(each -> each.text("behavior")));
            assertEquals(List.of(), server.pending());
        }
    }

    @Test
    void whatFailsForWantOfANetwork_isAskedWhenItIsMadeAgain() throws Exception {
        Program.require("python3", "python3");
        String connect = "python3 -c 'import socket; socket.create_connection((\"example.com\", 80))'";
        try (RunningServer server = server()) {
            Program.Result run = Program.bash(project, replaced(connect) + " 2>&1");
            assertEquals(1, run.status());
            assertTrue(run.out().contains("a person is asked to run it without them"), run::out);
            Process asking = Program.licet("hook", "claude", "--data-dir", data.toString(), "--wait", "1");
            JsonObject payload = JsonObject.empty()
                    .with("session_id", "s")
                    .with("cwd", project.toString())
                    .with("hook_event_name", "PreToolUse")
                    .with("tool_name", "Bash")
                    .with(
                            "tool_input",
                            JsonObject.empty().with("command", connect).with("description", "Go on"));
            Program.finish(asking, JsonText.write(payload));
            assertEquals(1, server.pending().size());
        }
    }
}
