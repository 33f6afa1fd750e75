package dev.licet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.server.LicetServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What one run of the program did. */
    private record Run(int status, String out, String err) {}

    private static Run run(String input, String... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int status = Main.run(
                List.of(args),
                new Streams(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void imported_onlyWhole_unlessPartlyIsSaid() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("app/.claude")).resolve("settings.json");
        Files.writeString(settings, "{\"permissions\": {\"allow\": [\"Bash\"], \"deny\": [\"Bash(make 2>&1)\"]}}");
        String data = folder.resolve("data").toString();
        Path rules = folder.resolve("data/workers/local/taken-over.jsonc");
        Run whole = run("", "import", "claude", "--apply", settings.toString(), "--data-dir", data);
        assertEquals(ExitCode.FAILURE, whole.status());
        assertTrue(whole.err().contains("`Bash(make 2>&1)`"), whole::err);
        assertFalse(Files.exists(rules));
        Run partly = run("", "import", "claude", "--apply", "--partly", settings.toString(), "--data-dir", data);
        assertEquals(ExitCode.OK, partly.status(), partly::err);
        check(folder.resolve("app").toString(), "shell_exec", "make", ExitCode.OK);
        Run dropped = run("", "import", "--drop", "--data-dir", data);
        assertEquals(ExitCode.OK, dropped.status(), dropped::err);
        assertFalse(Files.exists(rules));
    }

    @Test
    void imported_permissionsDecide() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("app/.claude")).resolve("settings.json");
        Files.writeString(
                settings,
                "{\"permissions\": {\"allow\": [\"Bash(npm test:*)\", \"Edit(infra/*.ts)\"], \"ask\": [\"Bash(git status)\"],"
                        + " \"deny\": [\"Read(./notes/**)\", \"WebFetch(domain:example.com)\", \"Bash(npm test secret)\"]}}");
        String data = folder.resolve("data").toString();
        Run shown = run("", "import", "claude", settings.toString(), "--data-dir", data);
        assertEquals(ExitCode.OK, shown.status(), shown::err);
        assertTrue(shown.out().contains("nothing is written yet"), shown::out);
        assertFalse(Files.exists(folder.resolve("data/workers/local/permissions.jsonc")));
        Run saved = run("", "import", "claude", "--apply", settings.toString(), "--data-dir", data);
        assertEquals(ExitCode.OK, saved.status(), saved::err);
        String app = folder.resolve("app").toString();
        check(app, "shell_exec", "npm test", ExitCode.OK);
        check(app, "shell_exec", "npm test unit", ExitCode.OK);
        check(app, "shell_exec", "npm test secret", ExitCode.DENY);
        check(app, "shell_exec", "make deploy", ExitCode.ASK);
        check("/srv/project", "shell_exec", "npm test", ExitCode.ASK);
        check(app, "shell_exec", "git status", ExitCode.ASK);
        check(app, "shell_exec", "cat notes/today.md", ExitCode.DENY);
        check(app, "shell_exec", "curl https://example.com/", ExitCode.DENY);
    }

    private void check(String cwd, String tool, String command, int status) {
        Run run = run(
                "", "check", tool, command, "--data-dir", folder.resolve("data").toString(), "--cwd", cwd);
        assertEquals(status, run.status(), () -> cwd + " " + command + ": " + run.out() + run.err());
    }

    private Run check(String tool, String arguments, String... more) {
        var args = new ArrayList<>(List.of(
                "check", tool, arguments, "--data-dir", folder.resolve("data").toString(), "--cwd", "/srv/project"));
        args.addAll(List.of(more));
        return run("", args.toArray(String[]::new));
    }

    @Test
    void check_printsTheDecisionWithALinePerFact() {
        Run run = check("shell_exec", "{\"command\":\"make && rm -rf build\"}");
        assertEquals("""
                ask: shell_exec in /srv/project
                  ask    runs make          no rule covers this, and it runs code of the project
                  allow  runs rm -rf build  it only reads and changes files: mode write allows it
                  allow  deletes build      part of the command
                always would save:
                  allow  shell_exec: make
                """, run.out());
        assertEquals(new Run(ExitCode.ASK, run.out(), ""), run);
    }

    @Test
    void check_underAPreset_showsWhatItsAlwaysRemembers() {
        Run prefix = check("shell_exec", "git push origin main", "--preset", "licet");
        Run tool = check("bash", "git push origin main", "--preset", "connectonion");

        assertTrue(prefix.out().contains("allow  shell_exec: git push *"), prefix.out());
        assertTrue(tool.out().endsWith("always would save:\n  allow  shell_exec\n"), tool.out());
    }

    @Test
    void check_tellsTheDecisionByItsExitStatus() {
        assertEquals(ExitCode.OK, check("read_file", "{\"path\":\"a\"}").status());
        assertEquals(ExitCode.ASK, check("skill", "{\"name\":\"a\"}").status());
        assertEquals(ExitCode.DENY, check("read_file", "{\"path\":\".env\"}").status());
        assertEquals(ExitCode.USAGE, check("read_file", "{\"path\":").status());
        assertEquals(
                ExitCode.USAGE, check("read_file", "{}", "--worker", "../x").status());
    }

    @Test
    void check_asJson_hasTheSameContent() {
        Run run = check("shell_exec", "{\"command\":\"make\"}", "--json");
        assertTrue(run.out().startsWith("{\"decision\":\"ask\",\"tool\":\"shell_exec\",\"digest\":\""), run.out());
        assertTrue(run.out().contains("\"always\":[{\"tool\":\"shell_exec\",\"pattern\":\"make\"}]"), run.out());
    }

    @Test
    void check_byABrokenPolicy_saysWhere_andAsks() throws IOException {
        Path policy = Files.writeString(folder.resolve("p.jsonc"), "{\n  \"shell_exec\": {\"ls\": \"alow\"\n}\n");
        Run run = check("shell_exec", "{\"command\":\"ls\"}", "--policy", policy.toString());
        assertEquals(ExitCode.ASK, run.status());
        assertTrue(run.err().startsWith("licet: p.jsonc:"), run.err());
        Files.writeString(policy, "{\n  \"shell_exec\": {\"ls\": \"alow\"}\n}\n");
        run = check("shell_exec", "{\"command\":\"ls\"}", "--policy", policy.toString());
        assertEquals(
                "licet: p.jsonc:2:24: unknown action `alow` (did you mean `allow`? It counts as `ask`)\n", run.err());
        assertEquals(
                ExitCode.FAILURE,
                check("x", "{}", "--policy", folder.resolve("none").toString()).status());
    }

    @Test
    void noCommand_showsTheHelp_andEveryCommandHasOne() {
        assertTrue(run("").out().contains("licet serve --demo"));
        for (String command : List.of("serve", "watch", "check", "hook", "facts", "corpus")) {
            Run help = run("", "help", command);
            assertEquals(ExitCode.OK, help.status());
            assertTrue(help.out().startsWith("Usage: licet " + command), help.out());
        }
        assertTrue(run("", "--version").out().startsWith("licet "));
    }

    @Test
    void mistakes_getASuggestion() {
        Run command = run("", "chek");
        assertEquals(ExitCode.USAGE, command.status());
        assertTrue(command.err().contains("Did you mean `check`?"), command.err());
        Run option = run("", "serve", "--prot", "1");
        assertEquals(ExitCode.USAGE, option.status());
        assertTrue(option.err().contains("Did you mean `--port`?"), option.err());
        assertEquals(ExitCode.USAGE, run("", "serve", "--yes").status());
        assertEquals(ExitCode.USAGE, run("", "serve", "--port", "70000").status());
    }

    @Test
    void serve_onATakenPortOrAForeignAddress_saysWhatToDo() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run run = run(
                    "",
                    "serve",
                    "--port",
                    "" + taken.getLocalPort(),
                    "--data-dir",
                    folder.resolve("d").toString());
            assertEquals(ExitCode.FAILURE, run.status());
            assertEquals(
                    "licet: port " + taken.getLocalPort()
                            + " on 127.0.0.1 is taken; stop the other program, or choose another with --port\n",
                    run.err());
        }
        Run foreign = run(
                "",
                "serve",
                "--host",
                "0.0.0.0",
                "--data-dir",
                folder.resolve("d").toString());
        assertEquals(ExitCode.FAILURE, foreign.status());
        assertTrue(foreign.err().contains("loopback address only"), foreign.err());
        Files.writeString(folder.resolve("file"), "");
        Run unusable = run(
                "", "serve", "--port", "0", "--data-dir", folder.resolve("file").toString());
        assertTrue(unusable.err().contains("is not a directory"), unusable.err());
    }

    @Test
    void hookWithoutAServer_blocks_andSaysWhy() {
        String data = folder.resolve("data").toString();
        Run none = run("{}", "hook", "claude", "--data-dir", data);
        assertEquals(new Run(2, "", none.err()), none);
        assertTrue(none.err().startsWith("Licet denied this call: there is no token in"), none.err());
        DataDirectory.at(Path.of(data)).token();
        Run down = run("{}", "hook", "claude", "--data-dir", data, "--server", "http://127.0.0.1:9");
        assertEquals(2, down.status());
        assertTrue(down.err().contains("cannot be reached"), down.err());
        assertEquals(2, run("{}", "hook", "claud").status());
        assertEquals(2, run("{}", "hook", "claude", "--wat", "1").status());
        assertEquals(2, run("{}", "hook", "claude", "--server").status());
        assertEquals(
                2,
                run("{}", "hook", "claude", "--data-dir", data, "--server", "not a url")
                        .status());
    }

    @Test
    void hookAgainstSomethingElse_blocks() throws IOException {
        String data = folder.resolve("data").toString();
        DataDirectory.at(Path.of(data)).token();
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerJunk(other));
            Run run = run(
                    "{}", "hook", "claude", "--data-dir", data, "--server", "http://127.0.0.1:" + other.getLocalPort());
            assertEquals(2, run.status());
            assertEquals("", run.out());
        }
    }

    private static void answerJunk(ServerSocket server) {
        try (var socket = server.accept()) {
            socket.getInputStream().readNBytes(10);
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void hook_passesTheServersAnswer() throws IOException {
        DataDirectory directory = DataDirectory.at(folder.resolve("data"));
        try (var server = LicetServer.start(directory, "127.0.0.1", 0)) {
            assertFalse(server.url().isEmpty());
            String input =
                    "{\"session_id\":\"s\",\"cwd\":\"/w\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\","
                            + "\"tool_input\":{\"file_path\":\"FILE\"},\"tool_use_id\":\"t\"}";
            Run allowed = run(
                    input.replace("FILE", "a"),
                    "hook",
                    "claude",
                    "--data-dir",
                    directory.path().toString());
            assertEquals(0, allowed.status());
            assertTrue(allowed.out().contains("\"permissionDecision\":\"allow\""), allowed.out());
            Run denied = run(
                    input.replace("FILE", ".env"),
                    "hook",
                    "claude",
                    "--data-dir",
                    directory.path().toString());
            assertEquals(0, denied.status());
            assertTrue(denied.out().contains("\"permissionDecision\":\"deny\""), denied.out());
            Run other = run(
                    input.replace("PreToolUse", "Stop"),
                    "hook",
                    "claude",
                    "--data-dir",
                    directory.path().toString());
            assertEquals(new Run(3, "", other.err()), other);
        }
    }

    @Test
    void facts_areJsonLines() {
        Run run = run("{\"id\":7,\"command\":\"cat $x > o\",\"cwd\":\"/w\"}\n\n{\"command\":\"(ls\"}\n", "facts");
        assertEquals("""
                {"id":7,"facts":[{"type":"Runs","argv":["cat",null],"span":{"start":0,"end":10}},{"type":"Reads","path":null,"span":{"start":4,"end":6}},{"type":"Writes","path":"o","span":{"start":7,"end":10}}],"opaque":[]}
                {"facts":[],"opaque":[{"why":"`)` is missing","span":{"start":0,"end":3}}]}
                """, run.out());
        assertEquals(ExitCode.FAILURE, run("{\n", "facts").status());
    }

    @Test
    void corpus_scoresCasesAndGlobs() throws IOException {
        Path cases = Files.writeString(folder.resolve("c.jsonl"), """
                {"id":"1","class":"a","tool":"shell_exec","policy":{"shell_exec":{"ls":"allow"}},"args":{"command":"ls"},"expect":"should_allow"}
                {"id":"2","class":"b","tool":"shell_exec","policy":{"shell_exec":{"ls":"allow"}},"args":{"command":"ls; id"},"expect":"must_not_allow"}
                {"id":"3","class":"c","tool":"shell_exec","policy":{"shell_exec":{"ls":"allow"}},"args":{"command":"id"},"expect":"must_deny"}
                {"id":"4","class":"d","tool":"read_file","policy":{"*":"allow"},"args":"{\\"path\\":1,\\"path\\":2}","expect":"must_deny"}
                {"id":"5","class":"e","tool":"shell_exec","policy":{},"granted":[{"args":{"command":"git push origin"}}],"args":{"command":"git push origin"},"expect":"should_allow"}
                {"pattern":"a*","value":"ab","match":true}
                """);
        Path failures = folder.resolve("f.jsonl");
        Run run = run("", "corpus", cases.toString(), "--failures", failures.toString());
        assertEquals(ExitCode.FAILURE, run.status());
        assertTrue(run.out().endsWith("5 passed, 1 failed\n"), run.out());
        assertTrue(Files.readString(failures).contains("\"id\":\"3\""));
        assertTrue(Files.readString(failures).endsWith("\"got\":\"ask\"}\n"));
        assertEquals(
                ExitCode.FAILURE,
                run("", "corpus", folder.resolve("none").toString()).status());
    }

    @Test
    void watchWithoutAServer_saysWhatToDo() {
        Run run = run("", "watch", "--data-dir", folder.resolve("data").toString());
        assertEquals(ExitCode.FAILURE, run.status());
        assertTrue(run.err().contains("start the server with `licet serve`"), run.err());
    }

    @Test
    void lintTestAndDiff_tellByTheirExitStatus() throws IOException {
        Path rules = folder.resolve("permissions.jsonc");
        Files.writeString(rules, "{\n  \"shell_exec\": {\"git push *\": \"deny\", \"git *\": \"allow\"}\n}\n");
        Run lint = run("", "lint", rules.toString());
        assertEquals(ExitCode.FAILURE, lint.status());
        assertEquals("""
                permissions.jsonc:2: contradicted: `shell_exec: git push *` is partly overridden: `shell_exec: git *` \
                (permissions.jsonc:2) allows some of what it denies [as in `git push x`] \
                (if this is not intended, move the deny below the allow)
                2 rules, 1 to look at
                """, lint.out());
        Path tests = folder.resolve("tests.yaml");
        Files.writeString(tests, """
                mode: none
                tests:
                  - allow: git status
                  - deny: git push
                  - ask: {tool: read_file, args: {path: a}}
                """);
        Run test = run("", "test", tests.toString());
        assertEquals(ExitCode.FAILURE, test.status());
        assertEquals(
                tests + ":4: expected deny, got allow: git push\n"
                        + "  runs git push: rule `shell_exec: git *` (permissions.jsonc:2) says allow\n"
                        + tests + ": 2 passed, 1 failed; 1 of 2 rules decided something\n"
                        + "  not tested: rule `shell_exec: git push *` (permissions.jsonc:2)\n",
                test.out());
        Path mended = folder.resolve("mended.jsonc");
        Files.writeString(mended, "{\n  \"shell_exec\": {\"git *\": \"allow\", \"git push *\": \"deny\"}\n}\n");
        assertEquals(ExitCode.OK, run("", "lint", mended.toString()).status());
        Run diff = run(
                "",
                "diff",
                rules.toString(),
                mended.toString(),
                "--data-dir",
                folder.resolve("d").toString());
        assertEquals(ExitCode.FAILURE, diff.status());
        assertTrue(diff.out().contains("allow → deny  shell_exec git push x\n"), diff::out);
        Run same = run(
                "",
                "diff",
                rules.toString(),
                rules.toString(),
                "--data-dir",
                folder.resolve("d").toString());
        assertEquals(new Run(ExitCode.OK, "No call was found that they decide differently.\n", ""), same);
    }

    @Test
    void presetAndMode_goBeforeFiles_andAreChecked() {
        assertEquals(
                ExitCode.OK,
                check("shell_exec", "{\"command\":\"make\"}", "--preset", "oh-my-pi")
                        .status());
        assertEquals(
                ExitCode.ASK,
                check("shell_exec", "{\"command\":\"make\"}", "--preset", "oh-my-pi", "--mode", "write")
                        .status());
        assertEquals(
                ExitCode.ASK,
                check("write_file", "{\"path\":\"a\"}", "--mode", "always-ask").status());
        Run wrong = check("glob", "{\"pattern\":\"a\"}", "--preset", "molff");
        assertEquals(ExitCode.USAGE, wrong.status());
        assertTrue(
                wrong.err().contains("unknown preset `molff`: use one of licet, careful, balanced, trusting, oh-my-pi"),
                wrong::err);
    }

    @Test
    void check_writesNothing() {
        assertEquals(ExitCode.OK, check("glob", "{\"pattern\":\"a\"}").status());
        assertFalse(Files.exists(folder.resolve("data")));
    }

    @Test
    void run_isJudgedByThePresetAndModeOfItsOptions_aServersPresetIsItsOwn() throws IOException {
        String data = folder.resolve("data").toString();
        List<String> touch = List.of("run", "--data-dir", data, "--cwd", folder.toString(), "--session", "s");
        assertEquals(ExitCode.ASK, runs(touch, "--", "install", "-d", "made").status());
        assertFalse(Files.exists(folder.resolve("made")));
        assertEquals(
                0, runs(touch, "--auto-approve", "--", "install", "-d", "made").status());
        assertTrue(Files.exists(folder.resolve("made")));
        Run both = runs(touch, "--yolo", "--mode", "write", "--", "true");
        assertEquals(ExitCode.USAGE, both.status());
        assertTrue(both.err().contains("--yolo and --mode write exclude each other"), both::err);
        try (var server = LicetServer.start(DataDirectory.at(Path.of(data)), "127.0.0.1", 0)) {
            assertFalse(server.url().isEmpty());
            Run preset = runs(touch, "--preset", "ollama", "--", "true");
            assertEquals(ExitCode.FAILURE, preset.status());
            assertTrue(preset.err().contains("start that one with --preset ollama"), preset::err);
            assertEquals(
                    0, runs(touch, "--yolo", "--", "install", "-d", "again").status());
            assertTrue(Files.exists(folder.resolve("again")));
            assertEquals(
                    ExitCode.ASK, runs(touch, "--", "install", "-d", "again").status(), "chosen for one command alone");
        }
    }

    private static Run runs(List<String> first, String... more) {
        var args = new ArrayList<>(first);
        args.addAll(List.of(more));
        return run("", args.toArray(String[]::new));
    }

    @Test
    void trust_holdsForOneVersion() throws IOException {
        Path project = folder.resolve("project");
        Path rules = project.resolve(".licet").resolve("permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"shell_exec\": {\"make *\": \"allow\"}}");
        String data = folder.resolve("data").toString();
        String[] check = {"check", "shell_exec", "make all", "--cwd", project.toString(), "--data-dir", data};
        assertEquals(ExitCode.ASK, run("", check).status());
        Run trusted = run("", "trust", project.toString(), "--data-dir", data);
        assertEquals("Trusted: " + rules + "\n  allow  shell_exec: make *\n", trusted.out());
        assertEquals(ExitCode.OK, run("", check).status());
        assertEquals(
                "No longer trusted.\n",
                run("", "trust", project.toString(), "--revoke", "--data-dir", data)
                        .out());
        assertEquals(ExitCode.ASK, run("", check).status());
        assertEquals(
                ExitCode.FAILURE,
                run("", "trust", folder.toString(), "--data-dir", data).status());
    }

    private Run audit(String... args) {
        var all = new ArrayList<>(List.of("audit"));
        all.addAll(List.of(args));
        all.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        return run("", all.toArray(String[]::new));
    }

    @Test
    void audit_isCheckedSearchedAndExported_withoutAServer() throws Exception {
        DataDirectory directory = DataDirectory.at(folder.resolve("data"));
        try (Gate gate = Gate.open(directory, InstantSource.system())) {
            var call = new ToolCall(
                    new CallId("c"),
                    "read_file",
                    JsonObject.empty().with("path", "=cmd,\"x\""),
                    new SessionId("s"),
                    WorkerId.STANDARD,
                    "/w",
                    Map.of());
            gate.submit(call, Duration.ZERO);
        }
        Run whole = audit("verify");
        assertEquals(ExitCode.OK, whole.status(), whole.err());
        assertTrue(whole.out().startsWith("✓ whole: 3 entries, 1 signed checkpoints"), whole.out());
        assertEquals(1, audit("search", "--step", "judged").out().lines().count());
        assertEquals(ExitCode.USAGE, audit("search", "--step", "nope").status());
        assertEquals(ExitCode.USAGE, audit("search", "--since", "yesterday").status());
        assertEquals(4, audit("export", "--format", "csv").out().lines().count());
        assertTrue(audit("export").out().lines().allMatch(line -> line.startsWith("{\"at\":\"")));
        Path kept =
                Files.writeString(folder.resolve("kept"), audit("checkpoint").out());
        assertEquals(
                ExitCode.OK, audit("verify", "--checkpoint", kept.toString()).status());
        Files.writeString(kept, "x");
        assertEquals(
                ExitCode.FAILURE,
                audit("verify", "--checkpoint", kept.toString()).status());
        Files.delete(directory.path().resolve("audit.head"));
        Run cut = audit("verify");
        assertEquals(ExitCode.FAILURE, cut.status());
        assertTrue(cut.out().contains("the end may have been cut off"), cut.out());
        Run none = run(
                "", "audit", "verify", "--data-dir", folder.resolve("nowhere").toString());
        assertEquals(ExitCode.FAILURE, none.status());
        assertTrue(none.err().contains("there is no record in"), none.err());
    }
}
