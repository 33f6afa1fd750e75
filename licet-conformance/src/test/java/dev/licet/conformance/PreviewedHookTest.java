package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of coding agents that are asked: the server tries them, and the agent puts in place what was approved. */
class PreviewedHookTest {
    @TempDir
    private Path folder;

    private Path data = Path.of("");
    private Path project = Path.of("");

    @BeforeEach
    void project() throws Exception {
        Program.require("bubblewrap", "bwrap");
        data = Files.createDirectory(folder.resolve("data"));
        project = Files.createDirectory(folder.resolve("project")).toRealPath();
        Program.run("git", "-C", project.toString(), "init", "-q");
        Files.writeString(project.resolve("Makefile"), "all:\n\t@date +%N | tee out.txt; echo odd >&2\n");
    }

    /** A call of Claude Code that waits for its answer. */
    private Process calling(String command) throws IOException {
        JsonObject payload = JsonObject.empty()
                .with("session_id", "s")
                .with("cwd", project.toString())
                .with("hook_event_name", "PreToolUse")
                .with("tool_name", "Bash")
                .with("tool_input", JsonObject.empty().with("command", command));
        Process hook = Program.licet("hook", "claude", "--data-dir", data.toString());
        try (OutputStream input = hook.getOutputStream()) {
            input.write(JsonText.write(payload).getBytes(StandardCharsets.UTF_8));
        }
        return hook;
    }

    private static JsonObject output(Process hook) throws Exception {
        Program.Result result = Program.finish(hook, "");
        assertEquals(0, result.status(), result::err);
        return JsonText.parseObject(result.out()).object("hookSpecificOutput").orElseThrow();
    }

    private static JsonObject tried(RunningServer server) throws Exception {
        return Await.until(
                "a preview",
                () -> server.get("/v1/approvals").elements("approvals").stream()
                        .map(JsonObject.class::cast)
                        .filter(approval -> approval.object("preview").isPresent())
                        .findFirst());
    }

    private static void answer(RunningServer server, JsonObject approval, String how, String body) throws Exception {
        String id = approval.text("id").orElseThrow();
        assertTrue(server.post("/v1/approvals/" + id + "/" + how, body).isTrue("applied"));
    }

    /** What the agent runs in the place of its command, once that is approved as it was tried. */
    private String replaced(RunningServer server, String command) throws Exception {
        Process hook = calling(command);
        JsonObject approval = tried(server);
        answer(server, approval, "approve", "{}");
        JsonObject output = output(hook);
        assertEquals(Optional.of("allow"), output.text("permissionDecision"), output::toString);
        return output.object("updatedInput").orElseThrow().text("command").orElseThrow();
    }

    private long kept() throws IOException {
        try (Stream<Path> all = Files.walk(data, 2)) {
            return all.filter(each -> each.getFileName().toString().startsWith("run-"))
                    .count();
        }
    }

    private void awaitNothingKept() throws Exception {
        Await.until("nothing that is kept", () -> kept() == 0 ? Optional.of(true) : Optional.empty());
    }

    @Test
    void whatWasApproved_isPutInPlace_andIsNotRunAgain() throws Exception {
        try (RunningServer server = RunningServer.start(data, 0)) {
            String line = replaced(server, "make");
            assertTrue(line.contains(" contained --data-dir "), line);
            assertFalse(Files.exists(project.resolve("out.txt")));
            Program.Result put = Program.bash(project, line);
            assertEquals(0, put.status(), put::err);
            assertEquals(Files.readString(project.resolve("out.txt")), put.out());
            assertEquals("odd\n", put.err());
            assertEquals(1, Program.bash(project, line).status(), "once");
            assertEquals(
                    List.of("judged", "asked", "previewed", "answered", "released", "ticket", "redeemed", "outcome"),
                    server.get("/v1/audit").elements("entries").reversed().stream()
                            .map(entry -> ((JsonObject) entry).text("step").orElseThrow())
                            .filter(step -> !List.of("checkpoint", "started").contains(step))
                            .toList());
            awaitNothingKept();
        }
    }

    @Test
    void whatSomethingElseChangedMeanwhile_staysAsItIs() throws Exception {
        try (RunningServer server = RunningServer.start(data, 0)) {
            Files.writeString(project.resolve("out.txt"), "before\n");
            String line = replaced(server, "make");
            Files.writeString(project.resolve("out.txt"), "mine\n");
            Program.Result put = Program.bash(project, line);
            assertEquals(126, put.status());
            assertTrue(put.err().contains("something else has changed the same files"), put::err);
            assertEquals("mine\n", Files.readString(project.resolve("out.txt")));
        }
    }

    @Test
    void approvedToRun_theAgentRunsItItself() throws Exception {
        try (RunningServer server = RunningServer.start(data, 0)) {
            Process hook = calling("make");
            answer(server, tried(server), "approve", "{\"run\":true}");
            JsonObject output = output(hook);
            assertEquals(Optional.of("allow"), output.text("permissionDecision"));
            assertEquals(Optional.empty(), output.get("updatedInput"));
            awaitNothingKept();
        }
    }

    @Test
    void denied_isThrownAway() throws Exception {
        try (RunningServer server = RunningServer.start(data, 0)) {
            Process hook = calling("make");
            answer(server, tried(server), "deny", "{\"mode\":\"soft\"}");
            assertEquals(Optional.of("deny"), output(hook).text("permissionDecision"));
            awaitNothingKept();
            assertFalse(Files.exists(project.resolve("out.txt")));
        }
    }

    @Test
    void whereThatIsNotWanted_nothingIsTried() throws Exception {
        Files.writeString(data.resolve("licet.yaml"), "server:\n  previews: false\n");
        try (RunningServer server = RunningServer.start(data, 0)) {
            Process hook = calling("touch x; make");
            String id = server.awaitPending();
            server.post("/v1/approvals/" + id + "/approve", "{}");
            assertEquals(Optional.empty(), output(hook).get("updatedInput"));
            assertFalse(server.get("/v1/audit").toString().contains("previewed"));
        }
    }
}
