package dev.licet.cli.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.Main;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in the forms in which agents keep them, judged by the rules that ship. */
class ReplayTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private String replay(String... more) {
        return run("replay", more);
    }

    private String run(String command, String... more) {
        var args = new ArrayList<>(List.of(
                command,
                "--data-dir",
                folder.resolve("data").toString(),
                "--cwd",
                "/srv/project",
                folder.resolve("sessions").toString()));
        args.addAll(List.of(more));
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int status = Main.run(
                args,
                new Streams(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
        assertEquals(ExitCode.OK, status, err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonObject json(String... more) throws InvalidJson {
        var args = new ArrayList<>(List.of("--json"));
        args.addAll(List.of(more));
        return JsonText.parseObject(replay(args.toArray(String[]::new)));
    }

    private void session(String name, String... lines) throws IOException {
        Path file = folder.resolve("sessions").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private static String counted(JsonObject report, String list) {
        return report.elements(list).stream()
                .map(JsonObject.class::cast)
                .map(each -> each.text("what").orElseThrow() + " "
                        + each.number("calls").orElseThrow())
                .collect(Collectors.joining("; "));
    }

    private static String numbers(JsonObject report) {
        return List.of("calls", "allowed", "asked", "denied", "sessions").stream()
                .map(name -> name + " " + report.number(name).orElseThrow())
                .collect(Collectors.joining(", "));
    }

    /** What a gate has recorded teaches as sessions do: what somebody rejected is allowed by no proposal. */
    @Test
    void theRecordOfAGate_isRead() throws Exception {
        session(
                "record.jsonl",
                judged(1, "a", "make site", "d1"),
                judged(2, "a", "make site", "d1"),
                judged(3, "b", "make site", "d2"),
                judged(4, "a", "npm test", "d3"),
                judged(5, "a", "npm test", "d3"),
                judged(6, "b", "npm test", "d3"),
                "{\"number\":7,\"step\":\"answered\",\"what\":{\"digest\":\"d3\",\"state\":\"rejected\"}}",
                "{\"number\":8,\"step\":\"started\",\"what\":{\"key\":\"k\"}}");
        assertEquals("calls 6, allowed 2, asked 4, denied 0, sessions 2", numbers(json()));
        String learned = run("learn");
        assertTrue(learned.contains("allow  shell_exec: make site"), learned);
        assertFalse(learned.contains("allow  shell_exec: npm test"), learned);
    }

    private static String judged(int number, String session, String command, String digest) {
        return "{\"number\":" + number
                + ",\"step\":\"judged\",\"what\":{\"tool\":\"Bash\",\"arguments\":{\"command\":\""
                + command + "\"},\"sessionId\":\"" + session + "\",\"cwd\":\"/srv/project\",\"digest\":\"" + digest
                + "\"}}";
    }

    @Test
    void everyAgentsSessions_areRead() throws Exception {
        session(
                "claude.jsonl",
                "{\"type\":\"user\",\"sessionId\":\"a\",\"cwd\":\"/srv/project\",\"message\":{\"content\":\"do it\"}}",
                "{\"type\":\"assistant\",\"sessionId\":\"a\",\"cwd\":\"/srv/project\",\"message\":{\"content\":["
                        + "{\"type\":\"text\",\"text\":\"x\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"git status\"}},"
                        + "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"Bash\",\"input\":{\"command\":\"make\"}}]}}");
        session(
                "codex/rollout.jsonl",
                "{\"type\":\"session_meta\",\"payload\":{\"id\":\"b\",\"cwd\":\"/srv/project\"}}",
                "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call\",\"name\":\"exec_command\","
                        + "\"call_id\":\"c1\",\"arguments\":\"{\\\"cmd\\\":\\\"ls\\\"}\"}}",
                "{\"type\":\"response_item\",\"payload\":{\"type\":\"custom_tool_call\",\"name\":\"apply_patch\",\"call_id\":"
                        + "\"c2\",\"input\":\"*** Begin Patch\\n*** Add File: .git/config\\n+x\\n*** End Patch\"}}");
        session(
                "copilot/events.jsonl",
                "{\"type\":\"session.start\",\"data\":{\"sessionId\":\"c\",\"context\":{\"cwd\":\"/srv/project\"}}}",
                "{\"type\":\"tool.execution_start\",\"data\":{\"toolCallId\":\"d1\",\"toolName\":\"bash\","
                        + "\"arguments\":{\"command\":\"cat .env\"}}}");
        session(
                "gemini/chat.json",
                "{\n \"sessionId\": \"d\",\n \"messages\": [ {\"type\":\"user\"}, {\"toolCalls\": [ {\"id\":\"e1\",",
                "  \"name\":\"run_shell_command\", \"args\":{\"command\":\"pwd\"}} ] } ] }");
        session(
                "opencode/export.json",
                "{\"info\":{\"id\":\"e\",\"directory\":\"/srv/project\"},\"messages\":[{\"info\":{\"sessionID\":\"e\"},",
                "\"parts\":[{\"type\":\"tool\",\"id\":\"p1\",\"tool\":\"bash\",\"state\":{\"input\":{\"command\":\"ls\"}}}]}]}");
        session(
                "opencode/part.json",
                "{\"type\":\"tool\",\"id\":\"p2\",\"sessionID\":\"e\",\"tool\":\"bash\","
                        + "\"state\":{\"input\":{\"command\":\"ls -a\"}}}");
        session(
                "pi.jsonl",
                "{\"type\":\"session\",\"id\":\"f\",\"cwd\":\"/srv/project\"}",
                "{\"type\":\"message\",\"message\":{\"content\":[{\"type\":\"toolCall\",\"id\":\"g1\",\"name\":\"bash\","
                        + "\"arguments\":{\"command\":\"make\"}}]}}");
        session(
                "recorded.jsonl",
                "{\"session\":\"h\",\"tool\":\"Bash\",\"arguments\":{\"command\":\"frobnicate\"},\"cwd\":\"/srv/project\"}");

        JsonObject report = json();

        assertEquals("calls 10, allowed 5, asked 4, denied 1, sessions 7", numbers(report));
        assertEquals(
                "Claude Code 2; Codex 2; OpenCode 2; Copilot CLI 1; Gemini CLI 1; Pi 1; recorded calls 1",
                counted(report, "agents"));
        assertEquals(
                "runs make  (no rule covers this, and it runs code of the project) 2; runs frobnicate  (no rule covers this) 1;"
                        + " writes …  (protected: a CI, hook or configuration file that controls what runs later) 1",
                counted(report, "askedAbout"));
        assertEquals("", counted(report, "leftOut"));
    }

    @Test
    void howFarAlwaysReaches_decidesHowOftenItIsAsked() throws Exception {
        String call =
                "{\"session\":\"%s\",\"tool\":\"Bash\",\"arguments\":{\"command\":\"%s\"},\"cwd\":\"/srv/project\"}";
        session(
                "calls.jsonl",
                call.formatted("a", "make"),
                call.formatted("a", "make"),
                call.formatted("a", "gh pr view 1"),
                call.formatted("a", "gh issue list"),
                call.formatted("b", "make"));

        assertEquals(5, json("--remember", "none").number("asked").orElseThrow().intValue());
        assertEquals(3, json().number("asked").orElseThrow().intValue());
        assertEquals(
                2, json("--remember", "project").number("asked").orElseThrow().intValue());
        assertTrue(replay().contains("60.0 questions in 100 calls"), replay());
    }

    @Test
    void whatCannotBeRead_isLeftOut_andSaid() throws Exception {
        String call = "{\"type\":\"assistant\",\"sessionId\":\"a\",\"cwd\":\"/srv/project\",\"message\":{\"content\":["
                + "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"ls\"}}]}}";
        session(
                "first.jsonl",
                call,
                "{\"type\":\"assistant\",\"mess",
                "7",
                "{\"x\":\"" + "y".repeat(2_000_000) + "\"}");
        session("resumed.jsonl", call);
        session(
                "cut.json",
                "{\"sessionId\":\"b\",\"messages\":[{\"toolCalls\":[{\"id\":\"1\",\"name\":\"run_shell_command\","
                        + "\"args\":{\"command\":\"pwd\"}}]},{\"toolC");

        JsonObject report = json();

        assertEquals("calls 2, allowed 2, asked 0, denied 0, sessions 2", numbers(report));
        assertEquals(
                "a line that is no JSON object 2; a line of more than 1024 KiB 1; the rest of a file that is no JSON 1",
                counted(report, "leftOut"));
    }

    private void habits() throws IOException {
        String call = "{\"session\":\"%s\",\"n\":%d,\"tool\":\"Bash\",\"arguments\":{\"command\":\"%s\"},"
                + "\"cwd\":\"/srv/project\",\"outcome\":\"%s\"}";
        var lines = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            String session = "s" + i;
            List<String> commands = List.of(
                    "mise run docs", "mise run seed", "mise run site", "gh pr view " + i, "git push origin x", "make");
            for (int n = 0; n < commands.size(); n++) {
                lines.add(call.formatted(session, n, commands.get(n), "ok"));
            }
        }
        lines.add(call.formatted("s0", 90, "git push origin other", "rejected"));
        session("habits.jsonl", lines.toArray(String[]::new));
    }

    @Test
    void whatIsLearned_sparesQuestions_andAllowsNothingThatWasRejected() throws Exception {
        habits();
        JsonObject learned = JsonText.parseObject(run("learn", "--json", "--rules", "3"));

        String rules = learned.elements("proposals").stream()
                .map(each -> JsonText.write(((JsonObject) each).get("rules").orElseThrow()))
                .collect(Collectors.joining(" "));
        assertEquals(
                "[{\"tool\":\"shell_exec\",\"pattern\":\"mise run *\"}] [{\"tool\":\"effect\",\"pattern\":\"connects gh\"}]"
                        + " [{\"tool\":\"shell_exec\",\"pattern\":\"make\"}]",
                rules);
        assertEquals(36, learned.number("questions").orElseThrow().intValue());
        assertEquals(6, learned.number("questionsWithAll").orElseThrow().intValue());
    }

    @Test
    void ofAFamily_whatWasRejectedIsLeftOut() throws Exception {
        String call = "{\"session\":\"s%d\",\"n\":%d,\"tool\":\"Bash\",\"arguments\":{\"command\":\"%s\"},"
                + "\"cwd\":\"/srv/project\",\"outcome\":\"%s\"}";
        session(
                "family.jsonl",
                call.formatted(1, 1, "npm run lint", "ok"),
                call.formatted(2, 1, "npm run build", "ok"),
                call.formatted(3, 1, "npm run test:integration", "rejected"),
                call.formatted(4, 1, "echo x > /tmp/a", "ok"),
                call.formatted(4, 2, "echo x > /tmp/b", "ok"),
                call.formatted(4, 3, "echo x > /tmp/c", "ok"));
        String learned = run("learn");
        String family = learned.lines()
                .filter(line -> line.contains("npm run {"))
                .findFirst()
                .orElse(learned);
        assertTrue(family.contains("lint") && family.contains("build"), learned);
        assertFalse(family.contains("test:integration"), learned);
        assertTrue(learned.contains("allow  write_file: /tmp/*  (3 questions in 1 session)"), learned);
    }

    @Test
    void nothingIsSaved_butWhatIsChosen() throws Exception {
        habits();
        Path saved = folder.resolve("data/workers/local/permissions.jsonc");
        run("learn");
        assertTrue(!Files.exists(saved) || !Files.readString(saved).contains("mise"));
        String told = run("learn", "--apply", "1");
        assertTrue(told.contains("+ allow  shell_exec: mise run *"), told);
        assertTrue(Files.readString(saved).contains("mise run *"));
        assertEquals(
                18, json("--remember", "session").number("asked").orElseThrow().intValue());
    }
}
