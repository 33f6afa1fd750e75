package dev.licet.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process is killed while it puts changes in place, at some point or other: all of them are there in the end, or none. */
class CommitKillTest {
    private static final int FILES = 400;

    /** So many times; {@code -Plong} takes more. */
    private static final int KILLS = Integer.getInteger("licet.kills", 12);

    @TempDir
    private Path folder;

    /** Commits what lies in the first argument's runs; run as a process of its own. */
    static final class Committing {
        private Committing() {}

        public static void main(String... arguments) throws Exception {
            Contained contained = Contained.in(Path.of(arguments[0]));
            String line = "for i in $(seq " + FILES
                    + "); do echo new > f$i; done; rm -r old; mkdir -p new/deep; echo x > new/deep/x";
            switch (What.valueOf(arguments[1])) {
                case RUN -> {
                    try (ContainedRun run = contained.prepare(line)) {
                        run.builder().start().waitFor();
                        run.changes();
                        awaitStart();
                        run.commit(Set.of());
                    }
                }
                case PREVIEW -> {
                    try (PreviewRun run = preview(contained, line)) {
                        awaitStart();
                        run.put(changes -> List.of());
                    }
                }
            }
            System.out.println("done");
        }

        private static PreviewRun preview(Contained contained, String line) throws Exception {
            return PreviewRun.of(
                    contained.container(),
                    new Bounds(List.of(contained.workspace().toString()), List.of()),
                    contained.workspace(),
                    Map.of("PATH", "/usr/bin:/bin"),
                    Container.bash(line),
                    Duration.ofMinutes(1),
                    changes -> List.of());
        }

        private static void awaitStart() throws IOException {
            System.out.println("ready");
            System.in.read();
        }
    }

    /** What is put in place. */
    enum What {
        RUN,
        PREVIEW
    }

    private static Set<String> state(Path workspace) throws IOException {
        try (Stream<Path> files = Files.walk(workspace)) {
            return files.filter(Files::isRegularFile)
                    .map(path -> {
                        try {
                            return workspace.relativize(path) + "="
                                    + Files.readString(path).strip();
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void commit_isWholeOrNone_whereverItIsKilled(What what) throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            Path place = Files.createDirectory(folder.resolve("kill-" + kill));
            Path workspace = place.resolve("workspace");
            Files.createDirectories(workspace.resolve("old"));
            for (int i = 1; i <= FILES; i++) {
                Files.writeString(workspace.resolve("f" + i), "old");
            }
            Files.writeString(workspace.resolve("old/x"), "old");
            Set<String> before = state(workspace);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Committing.class.getName(),
                            place.toString(),
                            what.name())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertEquals("ready", process.inputReader().readLine());
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            // The first ones before it has begun, the last ones after it has ended.
            TimeUnit.MICROSECONDS.sleep(kill * 60_000L / KILLS);
            process.destroyForcibly().waitFor();
            Contained.in(place).container().recover();
            Set<String> after = state(workspace);
            boolean none = after.equals(before);
            boolean all = after.size() == FILES + 1 && after.stream().noneMatch(file -> file.endsWith("=old"));
            assertTrue(none || all, () -> "half: " + after);
            try (Stream<Path> left = Files.list(place.resolve("runs"))) {
                assertEquals(List.of(), left.toList());
            }
        }
    }
}
