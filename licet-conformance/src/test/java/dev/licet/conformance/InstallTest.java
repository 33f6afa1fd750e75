package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            Program.Result result = Program.finish(
                    withoutServer("claude").start(),
                    "{\"session_id\":\"s\",\"cwd\":\"/w\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\""
                            + expected.get(0) + "\"}}");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().contains("\"permissionDecision\":" + expected.get(1)), result.out() + result.err());
        }
    }

    private ProcessBuilder withoutServer(String host) {
        return new ProcessBuilder(
                Program.ROOT.resolve("licet").toString(),
                "hook",
                host,
                "--data-dir",
                folder.resolve("data").toString(),
                "--offline",
                "judge");
    }

    /** Amp writes the arguments; tool and directory are what its variables and the hook's own place say. */
    private Program.Result amp(String folderName, String locale, Map<String, String> variables, byte[] arguments)
            throws Exception {
        Path work = Files.createDirectories(folder.resolve(folderName));
        ProcessBuilder builder = withoutServer("amp");
        builder.directory(work.toFile()).environment().putAll(variables);
        builder.environment().put("LC_ALL", locale);
        Process process = builder.start();
        process.getOutputStream().write(arguments);
        return Program.finish(process, "");
    }

    @Test
    void whatAmpDoesNotWrite_isTrue_orTheCallIsRefused() throws Exception {
        assertEquals(0, licet("--version").status(), "a hook does not build the product");
        Map<String, String> bash = Map.of("AGENT_TOOL_NAME", "Bash");
        byte[] list = "{\"cmd\": \"ls\"}".getBytes(StandardCharsets.UTF_8);
        for (String place : List.of("plain", "a blank", "it's \"$x\"")) {
            Program.Result seen = amp(place, "C", bash, list);
            assertEquals(0, seen.status(), seen.err());
            assertEquals("", seen.out());
        }
        assertEquals(0, amp("\u00e9", "C.UTF-8", bash, list).status());
        for (String place : List.of("\u00e9", "x\ny")) {
            Program.Result unknown = amp(place, "C", bash, list);
            assertEquals(2, unknown.status());
            assertTrue(unknown.err().contains("working directory"), unknown.err());
        }
        for (byte[] odd : List.of(
                "{\"cmd\": \"ls #\ncat .env\"}".getBytes(StandardCharsets.UTF_8),
                "{\"cmd\": \"ls \u00ff\"}".getBytes(StandardCharsets.ISO_8859_1),
                "{\"cmd\": \"ls\"}\0".getBytes(StandardCharsets.UTF_8),
                "{\"cmd\": \"ls\", \"cmd\": \"ls\"}".getBytes(StandardCharsets.UTF_8),
                "[]".getBytes(StandardCharsets.UTF_8),
                "{\"cmd\": \"cat .env\"}".getBytes(StandardCharsets.UTF_8))) {
            Program.Result refused = amp("plain", "C", bash, odd);
            assertEquals(2, refused.status(), new String(odd, StandardCharsets.UTF_8) + refused.err());
            assertTrue(refused.err().startsWith("Licet denied"), refused.err());
        }
        assertEquals(2, amp("plain", "C", Map.of("AGENT_TOOL_NAME", ""), list).status());
        assertEquals(
                2, amp("plain", "C", Map.of("AGENT_TOOL_NAME", "Bash\n"), list).status());
        assertEquals(2, amp("plain", "C", Map.of(), list).status());
    }
}
