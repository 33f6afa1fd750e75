package dev.licet.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.RefusedChange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Previews of real programs. */
class PreviewRunTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Settled.Referee NOBODY = changes -> List.of();

    @TempDir
    private Path folder;

    private Contained contained;

    @BeforeEach
    void workspace() throws IOException {
        contained = Contained.in(folder);
        contained.file("a.txt", "one\n");
        contained.file("old/x", "x");
        contained.file("old/y", "y");
    }

    private PreviewRun of(String line, Duration limit, Settled.Referee referee) throws Exception {
        return PreviewRun.of(
                contained.container(),
                new Bounds(List.of(contained.workspace().toString()), List.of()),
                contained.workspace(),
                Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"),
                Container.bash(line),
                limit,
                referee);
    }

    private PreviewRun of(String line) throws Exception {
        return of(line, LIMIT, NOBODY);
    }

    private Path path(String name) {
        return contained.workspace().resolve(name);
    }

    private List<String> files(Preview preview) {
        return preview.files().stream()
                .map(file -> file.change().kind().text() + " "
                        + contained.workspace().relativize(Path.of(file.change().path())) + " (" + file.detail() + ")"
                        + (file.stays() ? " stays" : ""))
                .toList();
    }

    /** What runs have left beside the workspace. */
    private long left() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            return runs.filter(run -> run.getFileName().toString().startsWith("run-"))
                    .count();
        }
    }

    private static Settled.Referee asking(boolean asks) {
        return changes -> changes.stream()
                .filter(change -> change.path().contains("/hooks/"))
                .map(change -> new RefusedChange(change.path(), "protected: a hook", asks))
                .toList();
    }

    @Test
    void whatItChanged_isTold_andNotThereBeforeItIsPut() throws Exception {
        try (PreviewRun run = of("echo two > a.txt; rm -r old; printf 'a\\nb\\n' > new; chmod +x new; ln -s a.txt l;"
                + " mkdir d; printf '\\0\\1' > bin; echo said; echo complained >&2")) {
            Preview preview = run.preview();
            assertTrue(preview.isComplete());
            assertEquals("said\ncomplained\n", preview.output());
            assertEquals(
                    List.of(
                            "changed a.txt (+1 -1)",
                            "made bin (2 bytes, not shown)",
                            "made d (folder)",
                            "linked l (link to a.txt)",
                            "made new (+2 -0, rights 755)",
                            "removed old (folder with 2 files)"),
                    files(preview));
            assertEquals(
                    "@@ -1,1 +1,1 @@\n- one\n+ two", preview.files().getFirst().diff());
            assertEquals("one\n", Files.readString(path("a.txt")));
            var out = new ByteArrayOutputStream();
            var err = new ByteArrayOutputStream();
            var notes = new ArrayList<String>();
            assertEquals(0, run.put(NOBODY, out, err, notes::add));
            assertEquals(List.of(), notes);
            assertEquals("two\n", Files.readString(path("a.txt")));
            assertTrue(Files.isExecutable(path("new")));
            assertFalse(Files.exists(path("old")));
            assertEquals("said\n", out.toString(StandardCharsets.UTF_8));
            assertEquals("complained\n", err.toString(StandardCharsets.UTF_8));
        }
        assertEquals(0, left());
    }

    @Test
    void whatIsNotPut_isThrownAway() throws Exception {
        of("echo two > a.txt; touch new").close();
        assertEquals("one\n", Files.readString(path("a.txt")));
        assertFalse(Files.exists(path("new")));
        assertEquals(0, left());
    }

    @Test
    void whatSomethingElseChangedMeanwhile_isNotOverwritten() throws Exception {
        try (PreviewRun run = of("echo two > a.txt; echo new > new; echo said")) {
            Files.writeString(path("a.txt"), "mine\n");
            var printed = new ByteArrayOutputStream();
            var notes = new ArrayList<String>();
            assertEquals(126, run.put(NOBODY, printed, printed, notes::add));
            assertEquals(
                    List.of(
                            "nothing that it changed was put in place, because something else has changed the same files: "
                                    + path("a.txt") + "; run it again"),
                    notes);
            assertEquals("", printed.toString(StandardCharsets.UTF_8));
        }
        assertEquals("mine\n", Files.readString(path("a.txt")));
        assertFalse(Files.exists(path("new")));
    }

    @Test
    void protectedFile_isPut_onceItWasSeenInFull() throws Exception {
        Files.createDirectories(path("hooks"));
        String line = "echo x > hooks/text; head -c 9 /dev/zero > hooks/bin; seq 30000 > hooks/long; echo y > b.txt";
        try (PreviewRun run = of(line, LIMIT, asking(true))) {
            assertEquals(
                    List.of(
                            "made hooks/bin (9 bytes, not shown) stays",
                            "made hooks/long (0 characters before, 168894 now, not shown) stays",
                            "made hooks/text (+1 -0)",
                            "made b.txt (+1 -0)"),
                    files(run.preview()));
            assertEquals(2, run.put(asking(true)).refused().size());
        }
        assertEquals("x\n", Files.readString(path("hooks/text")));
        assertEquals("y\n", Files.readString(path("b.txt")));
        assertFalse(Files.exists(path("hooks/bin")));
        assertFalse(Files.exists(path("hooks/long")));
    }

    @Test
    void deniedFile_staysWhateverIsAnswered_alsoIfItIsDeniedOnlyThen() throws Exception {
        Files.createDirectories(path("hooks"));
        try (PreviewRun run = of("echo x > hooks/a", LIMIT, asking(false))) {
            assertEquals(List.of("made hooks/a (+1 -0) stays"), files(run.preview()));
            run.put(asking(false));
        }
        try (PreviewRun run = of("echo x > hooks/b", LIMIT, asking(true))) {
            run.put(asking(false));
        }
        // What was not protected when it was seen was not approved as such.
        try (PreviewRun run = of("echo x > hooks/c")) {
            run.put(asking(true));
        }
        try (Stream<Path> hooks = Files.list(path("hooks"))) {
            assertEquals(List.of(), hooks.toList());
        }
    }

    @Test
    void filesOfGit_areCounted_butForBranchesThatGo() throws Exception {
        String git = "git -c user.name=x -c user.email=x@example.com ";
        new ProcessBuilder(
                        "bash",
                        "-c",
                        "git init -qb main && git add a.txt && " + git + "commit -qm one && git branch keep")
                .directory(contained.workspace().toFile())
                .start()
                .waitFor();
        try (PreviewRun run = of("git add old; echo b > b.txt; git branch -qD keep")) {
            List<String> files = files(run.preview());
            assertEquals("removed .git/refs/heads/keep ()", files.get(0));
            assertEquals("made b.txt (+1 -0)", files.get(1));
            assertTrue(files.get(2).matches("changed \\.git \\([0-9]+ files of git's account\\)"), files::toString);
            assertEquals(3, files.size());
            assertEquals(0, run.preview().more());
        }
    }

    @Test
    void manyFiles_areCounted() throws Exception {
        try (PreviewRun run = of("for i in {1..500}; do echo $i > f$i; done")) {
            assertEquals(480, run.preview().files().size());
            assertEquals(20, run.preview().more());
        }
    }

    @Test
    void whatIsWrittenWhereNothingIsKept_isNamed() throws Exception {
        try (PreviewRun run = of("echo x > /tmp/a; mkdir -p ~/.tool; ln -s x ~/.tool/b; echo y > a.txt")) {
            String home = System.getProperty("user.home");
            assertEquals(List.of("/tmp/a", home + "/.tool/b"), run.preview().lost());
        }
        try (PreviewRun run = of("mkdir /tmp/d; touch /tmp/d/x; rm -r /tmp/d")) {
            assertEquals(List.of(), run.preview().lost());
        }
    }

    @Test
    void protectedFileWithAnotherName_orThroughALink_staysAsItIs() throws Exception {
        Files.createDirectories(path("hooks"));
        String line = "echo x > x.txt; ln x.txt hooks/hard; ln -s ../x.txt hooks/soft";
        try (PreviewRun run = of(line, LIMIT, asking(true))) {
            assertEquals(
                    List.of(
                            "made hooks/hard (+1 -0) stays",
                            "linked hooks/soft (link to ../x.txt) stays",
                            "made x.txt (+1 -0)"),
                    files(run.preview()));
            run.put(asking(true));
        }
        try (Stream<Path> hooks = Files.list(path("hooks"))) {
            assertEquals(List.of(), hooks.toList());
        }
    }

    @Test
    void whatIsLongToRead_hasNone() {
        var large = assertThrows(NotPreviewed.class, () -> of("truncate -s 8G big"));
        assertEquals("it writes more than 512 MB", large.getMessage());
    }

    @Test
    void rightsThatAreUnusual_andLinesThatAreNotShown_areTold() throws Exception {
        String line = "mkdir -m 777 open; touch empty; install -m 666 empty w; echo x > s; chmod 6755 s;"
                + " head -c 30000 /dev/zero | tr '\\0' x > long";
        try (PreviewRun run = of(line)) {
            assertEquals(
                    List.of(
                            "made empty (empty)",
                            "made long (+1 -0, not shown)",
                            "made open (folder, rights 777)",
                            "made s (+1 -0, rights 755)",
                            "made w (empty, rights 666)"),
                    files(run.preview()));
        }
    }

    @Test
    void digest_isAnother_whereSomethingElseWouldBeLost() throws Exception {
        String line = "rm -r old; echo two > a.txt; touch $'n\\xff'";
        String digest = digest(line);
        assertEquals(digest, digest(line));
        assertNotEquals(digest, digest(line.replace("xff", "xfe")));
        contained.file("old/z", "z");
        String more = digest(line);
        assertNotEquals(digest, more);
        contained.file("a.txt", "three\n");
        assertNotEquals(more, digest(line));
    }

    @Test
    void digest_isTheSameForTheSameChanges_andNoOther() throws Exception {
        String digest = digest("echo two > a.txt");
        assertEquals(digest, digest("printf 'two\\n' > a.txt; echo other output"));
        for (String other : List.of(
                "echo three > a.txt",
                "echo two > a.txt; chmod 600 a.txt",
                "echo two > a.txt; touch b",
                "echo two > b",
                "rm a.txt",
                "rm a.txt; ln -s two a.txt",
                "rm a.txt; mkdir a.txt")) {
            assertNotEquals(digest, digest(other), other);
        }
    }

    private String digest(String line) throws Exception {
        try (PreviewRun run = of(line)) {
            return run.preview().digest();
        }
    }

    @Test
    void failedCommand_isNotComplete() throws Exception {
        try (PreviewRun run = of("echo two > a.txt; exit 3")) {
            assertFalse(run.preview().isComplete());
            assertEquals(3, run.preview().status());
        }
        try (PreviewRun run = of("kill -9 $$")) {
            assertEquals(137, run.preview().status());
        }
    }

    @Test
    void whatTakesTooLong_orPrintsTooMuch_hasNone_andIsGone() throws Exception {
        var slow = assertThrows(
                NotPreviewed.class, () -> of("echo two > a.txt; sleep 1000", Duration.ofSeconds(1), NOBODY));
        assertEquals("it takes longer than 1 seconds", slow.getMessage());
        var loud = assertThrows(NotPreviewed.class, () -> of("yes | head -c 3000000"));
        assertEquals("it prints more than 1048576 bytes", loud.getMessage());
        assertEquals(0, left());
        assertEquals("one\n", Files.readString(path("a.txt")));
    }

    @Test
    void whatLeavesSomethingRunning_hasNone() throws Exception {
        for (String line : List.of(
                "(sleep 5; echo late > late.txt) & echo two > a.txt",
                "setsid -f sleep 100",
                "nohup sleep 100 > /dev/null 2>&1 & disown",
                "python3 -c 'import os, time\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(100)'")) {
            var left = assertThrows(NotPreviewed.class, () -> of(line), line);
            assertEquals("it leaves something running", left.getMessage(), line);
        }
    }

    @Test
    void whatEndsByItself_isWaitedFor_andThereIsNoInput() throws Exception {
        try (PreviewRun run = of(
                "cat; echo two | tee >(cat > b.txt) > a.txt; sleep 0.1 & ls -l /proc/self/fd | grep -c 'left\\|licet'")) {
            assertEquals(List.of("changed a.txt (+1 -1)", "made b.txt (+1 -0)"), files(run.preview()));
            assertEquals("0\n", run.preview().output());
        }
    }

    @Test
    void linkInThePlaceOfAFile_isNotFollowed() throws Exception {
        Path outside = Files.writeString(folder.resolve("secret"), "geheim\n");
        try (PreviewRun run = of("rm a.txt; ln -s " + outside + " a.txt")) {
            assertEquals(List.of("linked a.txt (link to " + outside + ")"), files(run.preview()));
            assertFalse(run.preview().form().toString().contains("geheim"));
        }
        Files.delete(path("a.txt"));
        Files.createSymbolicLink(path("a.txt"), outside);
        try (PreviewRun run = of("rm a.txt; echo mine > a.txt")) {
            assertFalse(run.preview().form().toString().contains("geheim"));
        }
        assertTrue(Files.isSymbolicLink(path("a.txt")));
        assertTrue(Files.exists(path("a.txt"), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void whatListensOutside_isNotReached() throws Exception {
        Path tool = Files.createDirectories(
                        Path.of("target", "tool-" + ProcessHandle.current().pid()))
                .toAbsolutePath();
        Path socket = Files.createDirectories(tool.resolve("run")).resolve("s");
        Path bin = Files.createDirectories(tool.resolve("bin"));
        String line = "python3 -c 'import socket\nsocket.socket(socket.AF_UNIX).connect(\"" + socket + "\")'";
        try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            PreviewRun run = PreviewRun.of(
                    contained.container(),
                    new Bounds(List.of(contained.workspace().toString()), List.of()),
                    contained.workspace(),
                    Map.of("PATH", "/usr/bin:/bin:" + bin),
                    List.of("/bin/bash", "-c", "ls " + tool + "; " + line),
                    LIMIT,
                    NOBODY);
            try (run) {
                assertEquals(1, run.preview().status(), run.preview()::output);
            }
        } finally {
            RunFolder.delete(tool);
        }
    }
}
