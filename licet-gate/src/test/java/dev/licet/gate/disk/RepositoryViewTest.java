package dev.licet.gate.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Place.Extent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What git ignores and keeps, with the real git as the judge. */
class RepositoryViewTest {
    private static final String[] NAMES = {"a", "b", "ab", "a.log", "b.txt", ".env", "build", "x y", "#c"};
    private static final String[] PATTERNS = {
        "a", "a/", "/a", "*.log", "*", "!a", "!b.txt", "a/b", "**/b", "a/**", "a/**/b", "**/a/b/", "?b", ".env",
                "!.env",
        "build/", "/build", "b*", "!*.log", "\\#c", "#c", "[ab]", "![ab]", "a ", "x y", "x y/a", "/**/ab", "**", "!**",
                "*/a"
    };

    private final DiskView view = new DiskView();

    @TempDir
    private Path root;

    @BeforeEach
    void repository() throws Exception {
        git("init", "-q");
    }

    @Test
    void whatGitDoesNotIgnore_isFound() throws Exception {
        var random = new Random(7);
        int left = 0;
        for (int round = 0; round < 60; round++) {
            Path repository = Files.createDirectory(root.resolve("r" + round));
            run(repository, "git", "init", "-q");
            grow(repository, random, 3);
            Set<String> seen = found(repository, Extent.NOT_IGNORED);
            Set<String> missing = lines(run(repository, "git", "ls-files", "-z", "--others", "--exclude-standard"));
            missing.removeAll(seen);
            assertEquals(Set.of(), missing, "round " + round);
            left += found(repository, Extent.EVERYTHING).size() - seen.size();
        }
        assertTrue(left > 100, left + " files were left out");
    }

    @Test
    void whatIsIgnored_isLeftOut() throws Exception {
        write(".gitignore", "*.pem\n/out/\nlogs\n!kept.pem\n");
        write("sub/.gitignore", "s.txt\n");
        List.of("a.pem", "kept.pem", "out/x", "sub/out/x", "sub/logs/x", "s.txt", "sub/s.txt")
                .forEach(this::write);
        Set<String> seen = found(root, Extent.NOT_IGNORED);
        assertEquals(Set.of(".gitignore", "kept.pem", "s.txt", "sub/.gitignore", "sub/out/x"), files(seen));
    }

    @Test
    void whatGitKeeps_isKnown_alsoOnceThatHasChanged() throws Exception {
        assertEquals(Optional.of(List.of()), view.kept(root.toString()));
        List.of("a", "sub/b", "not added").forEach(this::write);
        git("add", "a", "sub");
        assertEquals(Optional.of(List.of("a", "sub/b")), view.kept(root.toString()));
        assertEquals(Optional.of(List.of("a", "sub/b")), view.kept(root.toString()));
        git("rm", "-q", "--cached", "a");
        git("add", "not added");
        assertEquals(Optional.of(List.of("not added", "sub/b")), view.kept(root.toString()));
        assertEquals(Optional.empty(), view.kept(root.resolve("sub").toString()), "no repository lies there");
    }

    @Test
    void theFolderThatIsNamed_countsEvenIfItIsIgnored() throws Exception {
        write(".gitignore", "out/\n*.pem\n");
        List.of("out/x", "out/y.pem").forEach(this::write);
        assertEquals(Set.of("x"), files(found(root.resolve("out"), Extent.NOT_IGNORED)));
        assertEquals(Set.of("", "x", "y.pem"), found(root.resolve("out"), Extent.EVERYTHING));
    }

    @Test
    void outsideOfARepository_nothingIsIgnored(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve(".gitignore"), "a\n");
        Files.writeString(folder.resolve("a"), "");
        Files.createDirectories(folder.resolve("in/.git"));
        Files.writeString(folder.resolve("in/.gitignore"), "b\n");
        Files.writeString(folder.resolve("in/b"), "");
        Files.createDirectories(folder.resolve("side"));
        Files.writeString(folder.resolve("side/.gitignore"), "c\n");
        Files.writeString(folder.resolve("side/c"), "");
        assertEquals(
                Set.of("", ".gitignore", "a", "in", "in/.git", "in/.gitignore", "side", "side/.gitignore", "side/c"),
                found(folder, Extent.NOT_IGNORED));
    }

    @Test
    void aRepositoryInAnotherOne_isToldNothingByIt() throws Exception {
        write(".gitignore", "a\n");
        Files.createDirectories(root.resolve("in/.git"));
        List.of("in/a", "a").forEach(this::write);
        assertTrue(found(root, Extent.NOT_IGNORED).contains("in/a"));
        assertFalse(found(root, Extent.NOT_IGNORED).contains("a"));
        assertTrue(found(root.resolve("in"), Extent.NOT_IGNORED).contains("a"));
    }

    @Test
    void whereAnotherFileTakesSomethingBack_everythingIsMeant() throws Exception {
        write(".gitignore", "a\n");
        write("sub/.ignore", "!a\n");
        write("sub/a");
        assertTrue(found(root, Extent.NOT_IGNORED).contains("sub/a"));
        assertTrue(found(root.resolve("sub"), Extent.NOT_IGNORED).contains("a"));
        Files.writeString(root.resolve("sub/.ignore"), "b\n");
        assertFalse(found(root, Extent.NOT_IGNORED).contains("sub/a"));
    }

    @Test
    void whatIsTracked_isWhatTheIndexSays() throws Exception {
        for (String version : List.of("2", "3", "4")) {
            List.of("a", "sub/a b", "sub/ä.txt", "sub/deep/x", "left", "later").forEach(this::write);
            git("add", "a", "sub");
            git("add", "-N", "later");
            git("update-index", "--index-version", version);
            Set<String> kept = lines(git("ls-files", "-z"));
            assertEquals(5, kept.size());
            assertEquals(kept, found(root, Extent.TRACKED), "version " + version);
            assertEquals(Set.of("a b", "ä.txt", "deep/x"), found(root.resolve("sub"), Extent.TRACKED));
        }
    }

    @Test
    void anIndexThatCannotBeRead_meansEverything() throws Exception {
        List.of("a", "b").forEach(this::write);
        git("add", "a");
        git("update-index", "--split-index");
        assertTrue(found(root, Extent.TRACKED).contains("b"));
        Files.writeString(root.resolve(".git/index"), "DIRC and then something else");
        assertTrue(found(root, Extent.TRACKED).contains("b"));
    }

    @Test
    void nothingWasAdded_nothingIsTracked() {
        write("a");
        assertEquals(Set.of(), found(root, Extent.TRACKED));
    }

    private static void grow(Path folder, Random random, int depth) throws IOException {
        Files.createDirectories(folder);
        var lines = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            lines.add(PATTERNS[random.nextInt(PATTERNS.length)]);
        }
        if (!lines.isEmpty()) {
            Files.writeString(
                    folder.resolve(".gitignore"), String.join(random.nextBoolean() ? "\n" : "\r\n", lines) + "\n");
        }
        for (String name : NAMES) {
            int kind = random.nextInt(4);
            if (kind == 0 && depth > 0) {
                grow(folder.resolve(name), random, depth - 1);
            } else if (kind < 3) {
                Files.writeString(folder.resolve(name), "");
            }
        }
    }

    private Set<String> found(Path folder, Extent extent) {
        return new TreeSet<>(view.below(folder.toString(), extent).orElseThrow());
    }

    /** Without folders and git's own. */
    private static Set<String> files(Set<String> found) {
        return found.stream()
                .filter(name ->
                        !name.startsWith(".git/") && found.stream().noneMatch(other -> other.startsWith(name + "/")))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
    }

    private static Set<String> lines(String text) {
        return Stream.of(text.split("\0"))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void write(String name) {
        write(name, "");
    }

    private void write(String name, String text) {
        try {
            Files.createDirectories(root.resolve(name).getParent());
            Files.writeString(root.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String git(String... words) throws Exception {
        return run(root, Stream.concat(Stream.of("git"), Stream.of(words)).toArray(String[]::new));
    }

    private static String run(Path folder, String... words) throws Exception {
        var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
