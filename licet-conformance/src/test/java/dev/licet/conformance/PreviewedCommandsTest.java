package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.console.ExitCode;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `licet run` of commands that are asked: what they change is seen before they are answered. */
class PreviewedCommandsTest {
    @TempDir
    private Path folder;

    private Path project = Path.of("");
    private Optional<RunningServer> server = Optional.empty();

    @BeforeEach
    void project() throws Exception {
        Program.require("bubblewrap", "bwrap");
        project = Files.createDirectory(folder.resolve("project")).toRealPath();
        Program.run("git", "-C", project.toString(), "init", "-q");
        file("Makefile", "all:\n\t@sed -i s/one/two/ a.txt && echo made\n");
        file("a.txt", "one\n");
        server = Optional.of(RunningServer.here(folder.resolve("data")));
    }

    @AfterEach
    void stop() throws Exception {
        server.orElseThrow().close();
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private String text(String name) throws IOException {
        return Files.readString(project.resolve(name));
    }

    private List<String> arguments(String line, String... options) {
        var words = new ArrayList<>(List.of(
                "run", "--data-dir", folder.resolve("data").toString(), "--cwd", project.toString(), "--session", "s"));
        words.addAll(List.of(options));
        words.addAll(List.of("--", line));
        return words;
    }

    private Process start(String line, String... options) throws IOException {
        var command = new ArrayList<>(List.of(Program.ROOT.resolve("licet").toString()));
        command.addAll(arguments(line, options));
        return new ProcessBuilder(command).redirectInput(new File("/dev/null")).start();
    }

    private Program.Result run(String line, String... options) throws IOException, InterruptedException {
        return Program.finish(start(line, options), "");
    }

    /** The one approval, once its call was tried. */
    private String tried() throws Exception {
        return Await.until(
                "a preview",
                () -> approvals().stream()
                        .filter(approval -> approval.object("preview").isPresent())
                        .flatMap(approval -> approval.text("id").stream())
                        .findFirst());
    }

    private List<JsonObject> approvals() throws Exception {
        return server.orElseThrow().get("/v1/approvals").elements("approvals").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    private void approve(String id, String body) throws Exception {
        JsonObject answered = server.orElseThrow().post("/v1/approvals/" + id + "/approve", body);
        assertTrue(answered.isTrue("applied"), answered::toString);
    }

    @Test
    void approvedWhileItWaits_isPutInPlace_andNotRunAgain() throws Exception {
        file("Makefile", "all:\n\t@sed -i s/one/two/ a.txt && date +%N && echo complains >&2\n");
        Process waiting = start("make", "--wait", "60");
        String id = tried();
        String shown = JsonText.write(approvals().getFirst().object("display").orElseThrow());
        assertTrue(shown.contains("- one\\n+ two"), shown);
        assertEquals("one\n", text("a.txt"));
        file("Makefile", "all:\n\t@touch ran-again\n");
        approve(id, "{}");
        Program.Result put = Program.finish(waiting, "");
        assertEquals(0, put.status(), put::err);
        assertEquals("two\n", text("a.txt"));
        assertTrue(put.out().matches("[0-9]+\n"), put::out);
        assertTrue(shown.contains(put.out().strip() + "\\ncomplains"), shown);
        assertEquals("complains\n", put.err());
        assertFalse(Files.exists(project.resolve("ran-again")));
    }

    @Test
    void approvedAfterItWent_isMadeAnew_andPutInPlaceIfItIsTheSame() throws Exception {
        assertEquals(ExitCode.ASK, run("make").status());
        approve(tried(), "{}");
        Program.Result put = run("make");
        assertEquals(0, put.status(), put::err);
        assertEquals("made\n", put.out());
        assertEquals("two\n", text("a.txt"));
        assertEquals(ExitCode.ASK, run("make").status(), "it was approved once");
    }

    @Test
    void approvedAfterItWent_isNotPutInPlaceIfItDoesSomethingElse() throws Exception {
        run("make");
        approve(tried(), "{}");
        file("Makefile", "all:\n\t@echo three > a.txt\n");
        Program.Result other = run("make");
        assertEquals(126, other.status());
        assertTrue(other.err().contains("it does something else by now than what was approved"), other::err);
        assertEquals("one\n", text("a.txt"));
    }

    @Test
    void approvedWhereNothingIsHeldInBounds_doesNotRun() throws Exception {
        run("make");
        approve(tried(), "{}");
        Program.Result denied = run("make", "--no-bounds");
        assertEquals(ExitCode.DENY, denied.status());
        assertTrue(denied.err().contains("cannot be put in place from here"), denied::err);
        assertEquals("one\n", text("a.txt"));
    }

    @Test
    void approvedToRun_runsWithoutBounds() throws Exception {
        file("Makefile", "all:\n\t@touch ../outside 2> /dev/null; true\n");
        run("make");
        approve(tried(), "{\"run\":true}");
        assertEquals(0, run("make").status());
        assertTrue(Files.exists(folder.resolve("outside")));
    }

    @Test
    void whatFailsWithinBounds_runsIfItIsApproved() throws Exception {
        file("Makefile", "all:\n\t@test -d ../data && touch ../outside && echo two > a.txt\n");
        Process waiting = start("make", "--wait", "60");
        String id = tried();
        assertFalse(approvals().getFirst().object("preview").orElseThrow().isTrue("complete"));
        approve(id, "{}");
        assertEquals(0, Program.finish(waiting, "").status());
        assertTrue(Files.exists(folder.resolve("outside")));
        assertEquals("two\n", text("a.txt"));
    }

    @Test
    void protectedFile_isPutInPlaceOnceItWasSeen_butNothingThatARuleDenies() throws Exception {
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"write_file\": {\"*.lock\": \"deny\"}, \"edit_file\": {\"*.lock\": \"deny\"}}");
        file("Makefile", "all:\n\t@echo exit 0 > .git/hooks/pre-commit; echo x > a.lock; echo two > a.txt\n");
        Process waiting = start("make", "--wait", "60");
        String id = tried();
        String shown = JsonText.write(approvals().getFirst().object("display").orElseThrow());
        assertTrue(shown.contains("made .git/hooks/pre-commit (+1 -0), protected: "), shown);
        assertTrue(shown.contains("made a.lock (+1 -0), stays as it is, "), shown);
        approve(id, "{}");
        Program.Result put = Program.finish(waiting, "");
        assertEquals("exit 0\n", text(".git/hooks/pre-commit"));
        assertEquals("two\n", text("a.txt"));
        assertFalse(Files.exists(project.resolve("a.lock")));
        assertTrue(put.err().contains("not put in place: " + project.resolve("a.lock")), put::err);
    }

    @Test
    void whatSomethingElseChangedMeanwhile_staysAsItIs() throws Exception {
        Process waiting = start("make", "--wait", "60");
        String id = tried();
        file("a.txt", "mine\n");
        approve(id, "{}");
        Program.Result contested = Program.finish(waiting, "");
        assertEquals(126, contested.status());
        assertTrue(contested.err().contains("something else has changed the same files"), contested::err);
        assertEquals("mine\n", text("a.txt"));
    }

    @Test
    void whatHasInput_orIsNotToBeTried_isAskedAsItIs() throws Exception {
        Program.finish(Program.licet(arguments("make").toArray(String[]::new)), "");
        run("make all", "--no-preview");
        run("git push");
        assertEquals(
                List.of(),
                approvals().stream()
                        .filter(approval -> approval.object("preview").isPresent())
                        .toList());
        assertEquals(3, approvals().size());
    }

    @Test
    void killedWhileItWaits_leavesNothingBehind() throws Exception {
        Process waiting = start("make", "--wait", "60");
        tried();
        waiting.destroyForcibly();
        assertTrue(waiting.waitFor(20, TimeUnit.SECONDS));
        assertEquals("one\n", text("a.txt"));
        // The next one removes what this left.
        run("make");
        try (Stream<Path> kept = Files.list(folder.resolve("data/contained"))) {
            assertEquals(List.of(), kept.toList());
        }
    }

    @Test
    void whoWatches_isShownIt_alsoWhenItComesAfterTheQuestion() throws Exception {
        String data = folder.resolve("data").toString();
        try (Tmux tmux = Tmux.licet(100, 50, "watch", "--lines", "--data-dir", data)) {
            tmux.await("connected");
            Process waiting = start("make", "--wait", "60");
            String shown = tmux.await("[y]es, put in place  [r]un it instead");
            assertTrue(shown.contains("changed a.txt (+1 -1)"), shown);
            assertTrue(shown.contains("+ two"), shown);
            assertTrue(shown.contains("made"), shown);
            file("Makefile", "all:\n\t@touch ran\n");
            tmux.keyUntil("r", "✓ approved by terminal");
            assertEquals(0, Program.finish(waiting, "").status());
            assertTrue(Files.exists(project.resolve("ran")));
            assertEquals("one\n", text("a.txt"));
        }
    }

    @Test
    void inATerminal_itIsShownInTheBox_andPutInPlaceByOneKey() throws Exception {
        List<String> words = arguments("make");
        try (Tmux tmux = Tmux.licet(100, 50, words.toArray(String[]::new))) {
            String box = tmux.await("2. Run it instead, without bounds");
            assertTrue(box.contains("changed a.txt (+1 -1)"), box);
            assertTrue(box.contains("+ two"), box);
            assertTrue(box.contains("1. Put these changes in place"), box);
            tmux.keyUntil("1", "ended with 0");
        }
        assertEquals("two\n", text("a.txt"));
    }
}
