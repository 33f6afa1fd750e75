package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code licet install}, then {@code licet doctor}, in a home directory of their own. */
class InstallTest {
    private static final List<String> HOSTS = List.of(
            "amp",
            "claude",
            "codex",
            "gemini",
            "cursor",
            "copilot",
            "crush",
            "goose",
            "kilo",
            "kiro",
            "vscode",
            "cline",
            "qwen",
            "opencode",
            "pi");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Program.Result licet(String... args) throws Exception {
        var command = new ArrayList<>(List.of(Program.ROOT.resolve("licet").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("LICET_HOME", folder.resolve("data dir").toString());
        return Program.finish(builder.start(), "");
    }

    @Test
    void everyHost_isProtected_withAndWithoutAServer() throws Exception {
        try (RunningServer server = RunningServer.start(folder.resolve("data dir"), 0)) {
            assertTrue(server.port() > 0);
            for (String host : HOSTS) {
                Program.Result installed = licet("install", host);
                assertEquals(0, installed.status(), installed.err());
            }
            Program.Result untrusted = licet("doctor");
            assertEquals(1, untrusted.status());
            assertTrue(untrusted.out().contains("codex    NOT PROTECTED"), untrusted.out());
            Path hooks = folder.toRealPath().resolve(".codex/hooks.json");
            Files.writeString(
                    folder.resolve(".codex/config.toml"),
                    Stream.of("pre_tool_use", "permission_request")
                            .map(event -> "[hooks.state.\"" + hooks + ":" + event + ":0:0\"]\ntrusted_hash = \"x\"\n")
                            .collect(Collectors.joining()));
            Program.Result healthy = licet("doctor");
            assertEquals(0, healthy.status(), healthy.out() + healthy.err());
            assertEquals(HOSTS.size(), healthy.out().split(" protected\n", -1).length - 1, healthy.out());
        }
        Path settings = folder.resolve(".cursor/hooks.json");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replace("\"failClosed\" : true", "\"failClosed\" : false")
                        .replace("\"failClosed\": true", "\"failClosed\": false"));
        Program.Result sick = licet("doctor");
        assertEquals(1, sick.status());
        assertTrue(sick.out().contains("cursor   NOT PROTECTED"), sick.out());
        assertTrue(sick.out().contains("`failClosed` is not true"), sick.out());
    }

    @Test
    void aHookOverHttp_isCalledWithATokenThatCannotAnswer() throws Exception {
        try (RunningServer server = RunningServer.start(folder.resolve("data dir"), 0)) {
            assertEquals(0, licet("install", "claude", "--http").status());
            Program.Result doctor = licet("doctor");
            assertEquals(0, doctor.status(), doctor.out());
            String token = Files.readString(folder.resolve(".claude/settings.json"))
                    .replaceAll("(?s).*Bearer (licet_[0-9a-f_]+).*", "$1");
            assertTrue(token.startsWith("licet_"), token);
            Program.Result list = licet("token", "list");
            assertTrue(list.out().contains("claude-hook") && list.out().contains("agent"), list.out());
            assertTrue(server.url().startsWith("http://127.0.0.1:"));
        }
    }

    @Test
    void dryRun_changesNothing() throws Exception {
        Program.Result result = licet("install", "codex", "--dry-run");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("hook codex --data-dir"), result.out());
        assertTrue(Files.notExists(folder.resolve(".codex")));
    }

    @Test
    void withoutAServer_aCallMayBeJudgedOnTheSpot() throws Exception {
        assertEquals(0, licet("--version").status(), "a hook does not build the product");
        for (var expected : List.of(
                List.of("/w/a.txt", "\"allow\""),
                List.of("/w/.env", "\"deny\""),
                List.of("/w/../x/.env", "\"deny\""))) {
            var hook = new ProcessBuilder(
                    Program.ROOT.resolve("licet").toString(),
                    "hook",
                    "claude",
                    "--data-dir",
                    folder.resolve("data").toString(),
                    "--offline",
                    "judge");
            Program.Result result = Program.finish(
                    hook.start(),
                    "{\"session_id\":\"s\",\"cwd\":\"/w\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\""
                            + expected.get(0) + "\"}}");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().contains("\"permissionDecision\":" + expected.get(1)), result.out() + result.err());
        }
    }
}
