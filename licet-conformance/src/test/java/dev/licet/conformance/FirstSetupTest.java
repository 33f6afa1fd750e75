package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code licet setup}, {@code status} and {@code service} as a person has them who begins, in a home directory of their own. */
class FirstSetupTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    @BeforeEach
    void agents() throws Exception {
        for (String folder : List.of(".claude", ".gemini", ".qwen", ".config/opencode")) {
            Files.createDirectories(home.resolve(folder));
        }
        Files.writeString(home.resolve(".gemini/settings.json"), "{\"theme\":\"x\"}");
    }

    @AfterEach
    void stop() throws Exception {
        assertEquals(0, licet("service", "stop").status());
    }

    private Program.Result licet(String... args) throws Exception {
        return Program.finish(process(args), "");
    }

    private Process process(String... args) throws Exception {
        var command = new ArrayList<>(List.of(Program.ROOT.resolve("licet").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        // No agent of this machine.
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().remove("LICET_HOME");
        return builder.start();
    }

    @Test
    void fourAgents_areHookedUp_withThreeKeys() throws Exception {
        String command = "env -u LICET_HOME HOME='" + home + "' PATH=/usr/bin:/bin '" + Program.ROOT.resolve("licet")
                + "' setup --port 0; sleep 1d";
        try (var tmux = new Tmux(120, 45, command)) {
            tmux.await("Hook them up?");
            tmux.keyUntil("Enter", "Which one?");
            tmux.keyUntil("Enter", "Start it?");
            String end = tmux.keyUntil("Enter", "Inbox ");
            assertEquals(4, end.split(" protected", -1).length - 1, end);
            assertTrue(end.contains("what was there is in"), end);
        }
        Program.Result quiet = Program.finish(
                process("hook", "claude", "--data-dir", home.resolve(".licet").toString()),
                "{\"session_id\":\"s\",\"cwd\":\"" + home + "\",\"hook_event_name\":\"PreToolUse\","
                        + "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git status\"}}");
        assertTrue(quiet.out().contains("\"permissionDecision\":\"allow\""), quiet.out() + quiet.err());
        Program.Result status = licet("status");
        assertEquals(0, status.status(), status.out() + status.err());
        assertTrue(status.out().contains("Profile   balanced"), status.out());
        assertTrue(licet("service", "log").out().contains("Licet listens on"));
        assertEquals(0, licet("service", "status").status());
        assertEquals(0, licet("service", "stop").status());
        assertEquals(1, licet("service", "status").status());
        assertEquals(1, licet("status").status(), "the server is missing");
    }

    @Test
    void whoLeaves_hasChangedNothing() throws Exception {
        String command = "env -u LICET_HOME HOME='" + home + "' PATH=/usr/bin:/bin '" + Program.ROOT.resolve("licet")
                + "' setup; echo status $?; sleep 1d";
        try (var tmux = new Tmux(120, 45, command)) {
            tmux.await("Hook them up?");
            tmux.keyUntil("Enter", "Which one?");
            String end = tmux.keyUntil("Escape", "status 1");
            assertTrue(end.contains("nothing was changed"), end);
        }
        assertEquals("{\"theme\":\"x\"}", Files.readString(home.resolve(".gemini/settings.json")));
        assertTrue(Files.notExists(home.resolve(".claude/settings.json")));
    }

    @Test
    void withoutATerminal_nothingIsDoneUnasked() throws Exception {
        Files.writeString(home.resolve(".qwen/settings.json"), "{ // mine\n}");
        Program.Result asked = licet("setup");
        assertEquals(1, asked.status());
        assertTrue(asked.err().contains("licet setup --yes"), asked.err());
        Program.Result shown = licet("setup", "--dry-run", "--profile", "trusting");
        assertEquals(0, shown.status(), shown.err());
        assertTrue(shown.out().contains("will be hooked up in ~/.claude/settings.json"), shown.out());
        assertTrue(shown.out().contains("a comment, which JSON does not have"), shown.out());
        assertTrue(Files.notExists(home.resolve(".claude/settings.json")));
        assertTrue(Files.notExists(home.resolve(".licet/licet.yaml")));
    }

    @Test
    void aProfile_isWrittenBesideWhatIsThere() throws Exception {
        Files.createDirectories(home.resolve(".licet"));
        Files.writeString(home.resolve(".licet/licet.yaml"), "# mine\npreset: balanced\nshell: bash\n");
        Program.Result set = licet("setup", "--yes", "--agents", "claude", "--profile", "careful", "--no-service");
        assertEquals(0, set.status(), set.err());
        assertEquals("# mine\npreset: careful\nshell: bash\n", Files.readString(home.resolve(".licet/licet.yaml")));
        assertTrue(Files.exists(home.resolve(".claude/settings.json")));
        assertTrue(Files.notExists(home.resolve(".qwen/settings.json")));
        Program.Result wrong = licet("setup", "--yes", "--profile", "lax");
        assertEquals(1, wrong.status());
        assertTrue(wrong.err().contains("careful, balanced, trusting"), wrong.err());
    }
}
