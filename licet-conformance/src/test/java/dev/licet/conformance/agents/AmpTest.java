package dev.licet.conformance.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.conformance.Program;
import dev.licet.conformance.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Amp works for who is signed in alone, and so is not played; but it says how its permissions judge a call, and asks the gate
 * for that as it does before a tool runs.
 */
@Tag("agents")
class AmpTest {
    private static final String PACKAGE = "@ampcode/cli-linux-x64";
    private static final String VERSION = "0.0.1790142911-g7618fb";
    private static final String ALLOWED = "action: allow";
    private static final String REJECTED = "action: reject";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private RunningServer server;

    @BeforeEach
    void hookItUp() throws Exception {
        Files.createDirectories(folder.resolve("work"));
        server = RunningServer.start(folder.resolve("data"), 0);
        licet("install", "amp");
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    private String licet(String... words) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of(Program.ROOT.resolve("licet").toString()));
        line.addAll(List.of(words));
        line.addAll(List.of("--data-dir", folder.resolve("data").toString()));
        return run(line);
    }

    /** Now and then it ends without a word, which says nothing. */
    private String judged(String... call) throws IOException, InterruptedException {
        String word = "";
        while (!word.contains("action: ")) {
            word = run(test(call));
        }
        return word;
    }

    private static List<String> test(String... call) throws IOException, InterruptedException {
        Path program = AgentPackages.programs(PACKAGE + "@" + VERSION).resolveSibling(PACKAGE + "/amp");
        var line = new ArrayList<>(List.of(program.toString(), "permissions", "test", "--thread-id", "T-1"));
        line.addAll(List.of(call));
        return line;
    }

    private String run(List<String> line) throws IOException, InterruptedException {
        Process process = started(line);
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    private Process started(List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.resolve("work").toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PATH", "/usr/bin:/bin");
        return builder.start();
    }

    @Test
    void itsOwnWordForEachCall_isTheGates() throws Exception {
        for (List<String> call : List.of(
                List.of("Bash", "--cmd", "ls -la"),
                List.of("shell_command", "--command", "git status", "--workdir", path("work")),
                List.of("Read", "--path", path("work/a.txt")),
                List.of("create_file", "--path", path("work/a.txt"), "--content", "x"),
                List.of("edit_file", "--path", path("work/a.txt"), "--old_str", "x", "--new_str", "y"),
                List.of("Grep", "--pattern", "x", "--path", "src"),
                List.of("glob", "--filePattern", "**/*.ts"))) {
            String word = judged(call.toArray(String[]::new));
            assertTrue(word.contains(ALLOWED), call + word);
        }
        for (List<String> call : List.of(
                List.of("Bash", "--cmd", "cat .env"),
                List.of("Read", "--path", path("work/.env")),
                List.of("create_file", "--path", path("work/.env"), "--content", "x"))) {
            String word = judged(call.toArray(String[]::new));
            assertTrue(word.contains(REJECTED) && word.contains("*.env"), call + word);
        }
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void whatIsAsked_isHeld_untilAPersonAnswers() throws Exception {
        Process approved = started(test("Bash", "--cmd", "make all"));
        server.post("/v1/approvals/" + server.awaitPending() + "/approve", "{}");
        assertTrue(new String(approved.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains(ALLOWED));
        Process rejected = started(test("-c", "subagent", "Bash", "--cmd", "make more"));
        server.post("/v1/approvals/" + server.awaitPending() + "/deny", "{\"feedback\":\"not this one\"}");
        String word = new String(rejected.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(word.contains(REJECTED) && word.contains("not this one"), word);
    }

    @Test
    void withoutAServer_orAProgram_nothingRuns() throws Exception {
        server.close();
        assertTrue(judged("Bash", "--cmd", "ls").contains(REJECTED));
        Files.delete(folder.resolve("data/hooks/licet-hook-amp"));
        assertTrue(judged("Bash", "--cmd", "ls").contains(REJECTED));
    }

    @Test
    void aRuleBeforeOurs_decidesInItsPlace_andDoctorSaysSo() throws Exception {
        assertTrue(licet("doctor").contains("amp      protected"));
        Path settings = folder.resolve(".config/amp/settings.json");
        String text = Files.readString(settings);
        Files.writeString(settings, text.replaceFirst("\\[", "[{\"tool\":\"Bash\",\"action\":\"allow\"},"));
        assertTrue(judged("Bash", "--cmd", "cat .env").contains(ALLOWED));
        assertTrue(licet("doctor").contains("there is a rule before ours"));
        licet("install", "amp");
        assertTrue(judged("Bash", "--cmd", "cat .env").contains(REJECTED));
        assertTrue(licet("install", "amp", "--uninstall").contains("Taken out of"));
        assertFalse(Files.exists(folder.resolve("data/hooks/licet-hook-amp")));
        assertEquals(
                List.of("Bash"),
                Files.readString(settings)
                        .lines()
                        .filter(line -> line.contains("Bash"))
                        .map(line -> "Bash")
                        .toList());
    }
}
