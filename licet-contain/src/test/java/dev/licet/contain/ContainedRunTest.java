package dev.licet.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.RefusedChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainedRunTest {
    @TempDir
    private Path folder;

    private Contained contained;

    @BeforeEach
    void workspace() throws IOException {
        contained = Contained.in(folder);
        contained.file("a.txt", "a\n");
        contained.file("d/b.txt", "b\n");
        contained.file("d/c.txt", "c\n");
    }

    private String text(String name) throws IOException {
        return Files.readString(contained.workspace().resolve(name));
    }

    private boolean isThere(String name) {
        return Files.exists(contained.workspace().resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    /** The same line, run as it is elsewhere, leaves the same behind. */
    private void like(String line) throws Exception {
        Path free = folder.resolve("free");
        new ProcessBuilder("cp", "-a", contained.workspace().toString(), free.toString())
                .start()
                .waitFor();
        new ProcessBuilder("bash", "-c", line).directory(free.toFile()).start().waitFor();
        contained.run(line);
        assertEquals(listing(free), listing(contained.workspace()), line);
    }

    private static String listing(Path place) throws Exception {
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "find . ! -name . -printf '%P %y %m %s %l %n\\n' | LC_ALL=C sort; tar c --sort=name --xattrs --mtime=@0 --pax-option=exthdr.name=%f,delete=atime,delete=ctime . | sha256sum")
                .directory(place.toFile())
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void whatALineChanges_isToldAndNotThereBefore() throws Exception {
        try (ContainedRun run = contained.prepare(
                "echo x > new; echo y >> a.txt; rm d/b.txt; mkdir e; chmod 700 d; cat d/c.txt > /dev/null")) {
            assertEquals(0, run.builder().start().waitFor());
            assertEquals(
                    List.of("changed a.txt", "changed d", "removed d/b.txt", "made e", "made new"),
                    run.changes().stream()
                            .map(change -> change.kind().text() + " "
                                    + contained.workspace().relativize(Path.of(change.path())))
                            .toList());
        }
        assertEquals("a\n", text("a.txt"));
        assertTrue(isThere("d/b.txt"));
        assertFalse(isThere("new"));
    }

    @Test
    void commit_leavesWhatTheLineWouldHaveLeft() throws Exception {
        for (String line : List.of(
                "echo x > new; echo y >> a.txt; rm d/b.txt; mkdir -p e/f; echo z > e/f/g",
                "mv d e",
                "rm -r d; echo x > d",
                "rm a.txt; mkdir a.txt; echo x > a.txt/x",
                "rm -r d; mkdir d; echo n > d/new",
                "mv d e; mkdir d; mv e/b.txt d/",
                "ln -s a.txt link; ln -s /nowhere dead; ln a.txt second",
                "chmod 755 a.txt; chmod 700 d; touch -d 2001-01-01 d/b.txt",
                "mkdir m; touch m/$'\\xff\\xfe' m/' sp ace' m/$'new\\nline' m/ü",
                "printf 'x' > a.txt; : > d/b.txt; setfattr -n user.note -v 1 d/c.txt",
                "mkdir -p deep/er/and/on; touch deep/er/and/on/x; chmod 500 deep/er/and",
                "rm -rf d a.txt")) {
            RunFolder.delete(folder.resolve("free"));
            RunFolder.delete(contained.workspace());
            workspace();
            like(line);
        }
    }

    @Test
    void times_areThoseTheLineGave() throws Exception {
        contained.run("touch -d '2001-02-03 04:05:06.789' a.txt; mkdir m; touch m/x; touch -d '2002-02-03' m");
        assertEquals(
                "2001-02-03T04:05:06.789Z",
                Files.getLastModifiedTime(contained.workspace().resolve("a.txt"))
                        .toString());
        assertEquals(
                "2002-02-03T00:00:00Z",
                Files.getLastModifiedTime(contained.workspace().resolve("m")).toString());
    }

    @Test
    void whatIsOpenedAndNotChanged_isNoChange() throws Exception {
        assertEquals(List.of(), contained.run(": >> a.txt; exec 3<> d/b.txt").changes());
    }

    @Test
    void refused_staysAsItIs() throws Exception {
        contained.run(
                "echo x > a.txt; mkdir h; echo x > h/i; rm -r d",
                contained.workspace().resolve("h").toString(),
                contained.workspace().resolve("d").toString());
        assertEquals("x\n", text("a.txt"));
        assertFalse(isThere("h"));
        assertTrue(isThere("d/b.txt"));
    }

    @Test
    void refused_isWhatIsToldOfIt_alsoWhereANameIsNoText() throws Exception {
        try (ContainedRun run = contained.prepare("mkdir h; echo x > h/$'\\xff.yml'")) {
            run.builder().start().waitFor();
            run.settle(changes -> changes.stream()
                    .filter(change -> change.path().endsWith(".yml"))
                    .map(change -> new RefusedChange(change.path(), "no", false))
                    .toList());
        }
        try (Stream<Path> there = Files.list(contained.workspace().resolve("h"))) {
            assertEquals(List.of(), there.toList());
        }
    }

    @Test
    void fileAsAStream_cannotBeOpenedForMore() throws Exception {
        Path in = Files.writeString(folder.resolve("in.txt"), "in\n");
        Path out = Files.writeString(folder.resolve("out.txt"), "before\n");
        try (ContainedRun run = contained.prepare(
                "cat; seq 200000; for i in 0 1 2; do echo x 1<> /proc/self/fd/$i; done > /dev/null 2>&1; echo x > /proc/self/fd/0")) {
            ProcessBuilder builder = run.builder()
                    .redirectInput(in.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.start().waitFor();
        }
        assertEquals("in\n", Files.readString(in));
        List<String> said = Files.readAllLines(out);
        assertEquals(List.of("before", "in", "1"), said.subList(0, 3));
        assertEquals("200000", said.getLast(), "what was written is there when the command has ended");
    }

    @Test
    void folderThatBecameALinkMeanwhile_leadsNowhere() throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        Files.writeString(out.resolve("b.txt"), "theirs\n");
        try (ContainedRun run =
                contained.prepare("echo evil > d/b.txt; echo evil > d/new; mkdir -p d/e/f; echo evil > d/e/f/g")) {
            run.builder().start().waitFor();
            run.changes();
            contained.run("rm -r d; ln -s ../out d");
            assertFalse(run.commit(Set.of()).isEmpty());
        }
        try (Stream<Path> there = Files.walk(out)) {
            assertEquals(List.of(out, out.resolve("b.txt")), there.sorted().toList());
        }
        assertEquals("theirs\n", Files.readString(out.resolve("b.txt")));
    }

    @Test
    void filesBesideAProgram_areNotSeen() throws Exception {
        // In no folder that is new in each run, nor in the home directory.
        Path place = Files.createTempDirectory(
                Files.createDirectories(Path.of("target")).toRealPath(), "tool");
        String home = System.getProperty("user.home");
        try {
            System.setProperty("user.home", "/nonexistent");
            Path tool = Files.createDirectory(place.resolve("bin")).resolve("greet");
            Files.writeString(tool, "#!/bin/sh\necho hello\n");
            Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.writeString(place.resolve(".env"), "LICET-PRIVATE");
            Files.writeString(place.resolve("id_rsa"), "LICET-PRIVATE");
            var bounds = new Bounds(List.of(contained.workspace().toString()), List.of());
            try (ContainedRun run = contained
                    .container()
                    .prepare(
                            bounds,
                            contained.workspace(),
                            Map.of("PATH", "/usr/bin:" + tool.getParent()),
                            List.of("/bin/bash", "-c", "greet; cat " + place + "/.env " + place + "/id_rsa"))) {
                Process process = run.builder().redirectErrorStream(true).start();
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(said.startsWith("hello\n"), said);
                assertFalse(said.contains("LICET-PRIVATE"), said);
            }
        } finally {
            System.setProperty("user.home", home);
            RunFolder.delete(place);
        }
    }

    @Test
    void journalOfSomebodyElse_isNotCarriedOut() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Path payload = Files.writeString(folder.resolve("payload"), "theirs");
        for (String rights : new String[] {"rwxrwxrwx", "rwx-w----"}) {
            Path run = Files.createDirectories(folder.resolve("runs/run-planted"));
            Files.writeString(run.resolve("journal"), "PUT\t" + payload.toUri() + "\t" + victim.toUri() + "\n");
            Files.setPosixFilePermissions(run, PosixFilePermissions.fromString(rights));
            contained.container().recover();
            assertEquals("mine", Files.readString(victim), rights);
        }
        Path run = folder.resolve("runs/run-planted");
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(run, "unix:uid", 65534);
        contained.container().recover();
        assertEquals("mine", Files.readString(victim));
    }

    @Test
    void whatItLeftRunning_isGoneBeforeItsChangesAreLookedAt() throws Exception {
        // What has much memory takes a while to die.
        String large =
                "python3 -c 'import time; x = b\"x\" * (200 << 20); open(\"filled\", \"a\").write(\"x\"); time.sleep(600)'";
        String line = large + " & " + large + " & until [ \"$(cat filled 2>/dev/null)\" = xx ]; do sleep 0.02; done";
        for (String end : List.of("", "; echo ready; wait")) {
            Files.deleteIfExists(contained.workspace().resolve("filled"));
            try (ContainedRun run = contained.prepare(line + end)) {
                Process process = run.builder()
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (!end.isEmpty()) {
                    assertEquals("ready", process.inputReader().readLine());
                    process.destroyForcibly();
                }
                process.waitFor();
                assertEquals(1, run.changes().size());
                assertTrue(run.isOver(), end);
            }
        }
    }

    @Test
    void program_hasNotTheRightsOfItsOwner() throws Exception {
        contained.run("cp /bin/true own; chmod 6755 own");
        assertEquals(0755, (Integer) Files.getAttribute(contained.workspace().resolve("own"), "unix:mode") & 07777);
    }

    @Test
    void whatSomethingElseChangedMeanwhile_isNotTouched() throws Exception {
        try (ContainedRun run =
                contained.prepare("echo mine > a.txt; echo mine > new; rm -r d; echo ready; read line")) {
            Process process = run.builder().start();
            assertEquals("ready", process.inputReader().readLine());
            Files.writeString(contained.workspace().resolve("d/b.txt"), "theirs\n");
            process.getOutputStream().close();
            process.waitFor();
            assertEquals(List.of(contained.workspace().resolve("d").toString()), run.commit(Set.of()));
        }
        assertEquals("a\n", text("a.txt"));
        assertEquals("theirs\n", text("d/b.txt"));
        assertFalse(isThere("new"));
    }

    @Test
    void whatSomethingElseMadeMeanwhile_isNotTouched() throws Exception {
        try (ContainedRun run = contained.prepare("echo mine > new; echo mine > a.txt")) {
            run.builder().start().waitFor();
            run.changes();
            Files.writeString(contained.workspace().resolve("new"), "theirs\n");
            assertEquals(List.of(contained.workspace().resolve("new").toString()), run.commit(Set.of()));
        }
        assertEquals("theirs\n", text("new"));
        assertEquals("a\n", text("a.txt"));
    }

    @Test
    void exitStatusAndStreams_areTheLines() throws Exception {
        assertEquals(7, contained.run("exit 7").status());
        assertEquals(128 + 15, contained.run("kill -TERM $$").status());
        try (ContainedRun run = contained.prepare("cat; echo error >&2")) {
            Process process = run.builder().start();
            process.getOutputStream().write("in\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            assertEquals("in\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals("error\n", new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void run_leavesNothingBehind() throws Exception {
        contained.run("mkdir x; chmod 0 x; sleep 300 & disown; echo y > z");
        try (Stream<Path> left = Files.list(folder.resolve("runs"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void workspaceOnAnotherDisk_isCommittedToo() throws Exception {
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "licet-test");
        try {
            Files.writeString(memory.resolve("a.txt"), "a");
            Files.createDirectory(memory.resolve("d"));
            var bounds = new Bounds(List.of(memory.toRealPath().toString()), List.of());
            try (ContainedRun run = contained
                    .container()
                    .prepare(
                            bounds,
                            memory,
                            Map.of(),
                            List.of(
                                    "/bin/bash",
                                    "-c",
                                    "echo x > a.txt; chmod 750 a.txt; mkdir e; echo y > e/f; ln -s f e/g; rmdir d"))) {
                assertEquals(0, run.builder().start().waitFor());
                assertEquals(List.of(), run.commit(Set.of()));
            }
            assertEquals("x\n", Files.readString(memory.resolve("a.txt")));
            assertEquals(
                    "rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(memory.resolve("a.txt"))));
            try (Stream<Path> there = Files.walk(memory)) {
                assertEquals(
                        "a.txt e e/f e/g",
                        there.skip(1)
                                .map(path -> memory.relativize(path).toString())
                                .sorted()
                                .collect(Collectors.joining(" ")));
            }
        } finally {
            RunFolder.delete(memory);
        }
    }

    @Test
    void tooManyProcesses_endTheRun() throws Exception {
        try (ContainedRun run = contained.prepare("for i in $(seq 1500); do sleep 600 & done; sleep 600")) {
            Process process = run.builder()
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            RunWatch watch = run.watch(process);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(
                    "it had more than " + RunWatch.MAX_THREADS + " processes and threads",
                    watch.ended().orElse(""));
        }
    }

    @Test
    void workspaceInTheFolderOfRuns_isRunFromElsewhere() throws Exception {
        Path inside = Files.createDirectories(folder.resolve("runs/mine"));
        Path outer = folder.toRealPath();
        var bounds = new Bounds(List.of(outer.toString()), List.of());
        try (ContainedRun run =
                contained.container().prepare(bounds, inside, Map.of(), List.of("/bin/bash", "-c", "echo x > here"))) {
            assertEquals(0, run.builder().start().waitFor());
            assertEquals(List.of(), run.commit(Set.of()));
        }
        assertEquals("x\n", Files.readString(inside.resolve("here")));
    }

    @Test
    void workspaceAboveWhatEveryRunFinds_isRefused() {
        var bounds = new Bounds(List.of("/var/tmp"), List.of());
        IOException refused = assertThrows(
                NotContained.class,
                () -> contained.container().prepare(bounds, Path.of("/var/tmp"), Map.of(), List.of("/bin/true")));
        assertEquals("it cannot be contained: what earlier runs keep lies in the workspace", refused.getMessage());
    }

    @Test
    void folderThatIsGone_isSaid() {
        var bounds = new Bounds(List.of(folder.resolve("gone").toString()), List.of());
        IOException refused = assertThrows(
                NotContained.class,
                () -> contained.container().prepare(bounds, folder.resolve("gone"), Map.of(), List.of("/bin/true")));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("it cannot be contained: "), refused::toString);
    }

    @Test
    void kinds_haveWords() {
        for (FileChange.Kind kind : FileChange.Kind.values()) {
            assertEquals(kind, FileChange.Kind.of(kind.text()).orElseThrow());
        }
    }

    @Test
    void linkThatGivesWayToAFolder_isNotLookedThrough() throws Exception {
        Files.createSymbolicLink(contained.workspace().resolve("link"), Path.of("/etc"));
        Contained.End end = contained.run("rm link; mkdir link; echo x > link/passwd; cp -a d e");
        assertEquals(
                List.of("made e", "made e/b.txt", "made e/c.txt", "removed link", "made link", "made link/passwd"),
                end.changes().stream()
                        .map(change -> change.kind().text() + " "
                                + contained.workspace().relativize(Path.of(change.path())))
                        .toList());
        assertEquals(List.of(), end.conflicts());
        assertEquals("x\n", text("link/passwd"));
    }

    @Test
    void folderThatTakesThePlaceOfALinkToIt_hasItsFiles() throws Exception {
        Files.createSymbolicLink(contained.workspace().resolve("current"), Path.of("d"));
        like("rm current && cp -a d current && echo more > current/n.txt");
        assertEquals("b\n", text("current/b.txt"));
    }

    @Test
    void whoseFolderHasGoneMeanwhile_nothingIsPutInPlace() throws Exception {
        for (String instead : List.of("rm -r d", "rm -r d; echo x > d", "mv d d2; ln -s d2 d")) {
            try (ContainedRun run = contained.prepare("echo y >> a.txt; echo n > d/new; echo z > z")) {
                run.builder().start().waitFor();
                assertEquals(3, run.changes().size());
                new ProcessBuilder("bash", "-c", instead)
                        .directory(contained.workspace().toFile())
                        .start()
                        .waitFor();
                assertEquals(List.of(contained.workspace().resolve("d/new").toString()), run.commit(Set.of()), instead);
            }
            assertEquals("a\n", text("a.txt"));
            assertFalse(isThere("z"));
            new ProcessBuilder("bash", "-c", "rm -rf d d2; mkdir d; echo b > d/b.txt")
                    .directory(contained.workspace().toFile())
                    .start()
                    .waitFor();
        }
    }

    @Test
    void whatWasMovedToWhereItMayNotBe_staysWhereItWas() throws Exception {
        String refused = contained.workspace().resolve("app.env").toString();
        contained.file("app.env", "of its own\n");
        contained.file("big", "a line\nanother line\n".repeat(2_000));
        contained.file("code", "one = 1\ntwo = 2\nthree = 3\nfour = 4\n");
        Files.createSymbolicLink(contained.workspace().resolve("link"), Path.of("somewhere"));
        for (String line : List.of(
                "mv big app.env",
                "mv big app.env; ln -s app.env big",
                "mv app.env t; mv big app.env; mv t big",
                "mv big app.env; echo more >> app.env",
                "mv big app.env; (echo first; cat app.env) > t; mv t app.env",
                "mv code app.env; sed -i 's/two = 2/two = 22/' app.env",
                "mv code x; mv x app.env; echo other > code",
                "mv link app.env",
                "mkdir n; mv code n/x; mv n/x app.env")) {
            String before = listing(contained.workspace());
            contained.run(line, refused);
            for (String name : List.of("big", "code", "app.env", "link")) {
                assertTrue(isThere(name), line + ": " + name);
            }
            assertEquals("a line\nanother line\n".repeat(2_000), text("big"), line);
            assertTrue(text("code").startsWith("one = 1"), line);
            assertEquals("of its own\n", text("app.env"), line);
            assertTrue(Files.isSymbolicLink(contained.workspace().resolve("link")), line);
            assertTrue(line.startsWith("mkdir") || before.equals(listing(contained.workspace())), line);
            new ProcessBuilder("rm", "-rf", contained.workspace().resolve("n").toString())
                    .start()
                    .waitFor();
        }
        contained.run("rm d/b.txt; mv a.txt app.env; mkdir new; mv d/c.txt new/c", refused);
        assertFalse(isThere("d/b.txt"));
        assertEquals("c\n", text("new/c"));
        assertEquals("a\n", text("a.txt"));
    }

    /** A run that was cut off once its journal stood. */
    private void cutOff(String line) throws Exception {
        try (ContainedRun run = contained.prepare(line)) {
            run.builder().start().waitFor();
            try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
                Journal.write(runs.findFirst().orElseThrow(), run.overlayChanges());
            }
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            return runs.toList();
        }
    }

    private static boolean isIn(Path place, String text) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.readString(file, StandardCharsets.ISO_8859_1).equals(text)) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void whatSomebodyDidAfterARunWasCutOff_isNotUndone_andNothingIsLost() throws Exception {
        contained.file("e/x", "x\n");
        cutOff(
                "echo y >> a.txt; rm d/b.txt; echo n > d/new; echo z > z; echo q > e/x; mkdir f; echo s > f/s; mv d/c.txt z2");
        contained.file("a.txt", "mine\n");
        contained.file("z2", "mine, too\n");
        new ProcessBuilder("rm", "-r", contained.workspace().resolve("e").toString())
                .start()
                .waitFor();
        contained.container().recover();
        assertEquals("mine\n", text("a.txt"));
        assertEquals("mine, too\n", text("z2"));
        assertFalse(isThere("e"));
        assertEquals("n\n", text("d/new"));
        assertEquals("s\n", text("f/s"));
        assertEquals("c\n", text("d/c.txt"));
        assertEquals("b\n", text("d/b.txt"), "nothing more is removed");
        assertEquals(1, kept().size());
        assertTrue(kept().getFirst().getFileName().toString().startsWith("kept-"));
        assertTrue(isIn(kept().getFirst(), "a\ny\n"));
        assertTrue(isIn(kept().getFirst(), "q\n"));
        contained.container().recover();
        assertEquals(1, kept().size());
    }

    @Test
    void whatWasReplaced_isKeptIfNotAllCanBePutInPlace() throws Exception {
        Files.createSymbolicLink(contained.workspace().resolve("l"), Path.of("d"));
        cutOff("echo new > a.txt; rm l; mkdir l; echo x > l/x; echo z > z");
        contained.file("z", "mine\n");
        contained.container().recover();
        assertEquals("new\n", text("a.txt"));
        assertEquals("x\n", text("l/x"));
        assertTrue(isIn(kept().getFirst(), "a\n"), "what was there before");
        assertTrue(isIn(kept().getFirst(), "z\n"), "what could not be put in place");
    }

    @Test
    void whatCannotBePutAside_staysForALaterRun() throws Exception {
        cutOff("echo y >> a.txt; echo n > d/new");
        contained.file("a.txt", "mine\n");
        Path run = kept().getFirst();
        Path place = run.resolveSibling(run.getFileName().toString().replaceFirst("^run-", "kept-"));
        Files.createDirectories(place.resolve("taken"));
        contained.container().recover();
        assertTrue(isIn(run, "a\ny\n"), "nothing is lost");
        assertEquals("mine\n", text("a.txt"));
        Files.delete(place.resolve("taken"));
        contained.container().recover();
        assertEquals(List.of(place), kept());
        assertTrue(isIn(place, "a\ny\n"));
        assertEquals("mine\n", text("a.txt"));
        assertEquals("n\n", text("d/new"));
    }
}
