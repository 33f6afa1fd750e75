package dev.licet.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.command.CommandText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EscapeTest {
    private static final int SECONDS = 120;

    @TempDir
    private Path folder;

    private static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(EscapeTest.class.getResourceAsStream("escapes.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private Contained workspace() throws IOException {
        Contained contained = Contained.in(folder).masking(".env", "keys", "deep/hidden");
        contained.file(".env", "LICET-PRIVATE file\n");
        contained.file("keys/key", "LICET-PRIVATE key\n");
        contained.file("deep/hidden", "LICET-PRIVATE deep\n");
        contained.file("open.txt", "open\n");
        return contained;
    }

    private String exports(Outside outside) {
        var all = new ArrayList<String>();
        outside.names().forEach((name, value) -> all.add(name + "=" + CommandText.inQuotes(value)));
        all.addAll(List.of(
                "SECRET=.env",
                "KEYS=keys",
                "LEFT=" + CommandText.inQuotes(folder.resolve("runs").toString())));
        return "export " + String.join(" ", all) + "\n";
    }

    @Test
    void noLine_getsOutOfItsBounds() throws Exception {
        Contained contained = workspace();
        var escaped = new ArrayList<String>();
        List<String> lines = lines();
        try (Outside outside = new Outside(folder.resolve("out"))) {
            for (String line : lines) {
                String said = run(contained, exports(outside) + line);
                Optional<String> harm = outside.harm();
                boolean told = said.contains("LICET-PRIVATE") || said.lines().anyMatch("ESCAPED"::equals);
                if (harm.isPresent() || told || said.contains("(timeout)")) {
                    escaped.add(line + " → " + harm.orElseGet(() -> said.substring(Math.max(0, said.length() - 200))));
                }
            }
        }
        assertEquals(List.of(), escaped);
        assertTrue(lines.size() >= 150, () -> "only " + lines.size() + " lines");
        assertEquals(List.of(), left(), "processes that outlived their run");
    }

    /** Runs {@code line} without putting anything in place; what it wrote. */
    private static String run(Contained contained, String line) throws IOException, InterruptedException {
        try (ContainedRun run = contained.prepare(line)) {
            Process process = run.builder().redirectErrorStream(true).start();
            process.getOutputStream().close();
            var output = new StringBuilder();
            Thread reader = Thread.ofPlatform().daemon().start(() -> {
                try {
                    output.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    output.append(e);
                }
            });
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            reader.join();
            return output + (ended ? "" : "(timeout)");
        }
    }

    private static List<String> left() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .arguments()
                        .map(List::of)
                        .orElse(List.of())
                        .contains("300"))
                .map(ProcessHandle::toString)
                .toList();
    }

    @Test
    void withoutBounds_theSameLinesAreNoticed() throws Exception {
        Path workspace = Files.createDirectory(folder.resolve("free"));
        Files.writeString(workspace.resolve(".env"), "LICET-PRIVATE file\n");
        for (String line : List.of(
                "echo x > $OUT/new",
                "echo x >> $OUT/kept",
                "kill -9 $PID",
                "python3 -c 'import os; os.chmod(os.environ[\"OUT\"]+\"/kept\", 0o777)'",
                "exec 3<>/dev/tcp/127.0.0.1/$PORT; cat <&3",
                "python3 -c 'import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(os.environ[\"SOCKET\"]); s.recv(1)'",
                "python3 -c 'import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(chr(0)+os.environ[\"NAME\"]); s.recv(1)'")) {
            Path out = folder.resolve("out" + line.hashCode());
            try (Outside outside = new Outside(out)) {
                assertFalse(outside.harm().isPresent(), line);
                var free = new ProcessBuilder("bash", "-c", exports(outside) + line).directory(workspace.toFile());
                free.start().waitFor();
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                while (outside.harm().isEmpty() && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                assertTrue(outside.harm().isPresent(), line);
            }
        }
    }

    @Test
    void environment_isWhatIsListed() throws Exception {
        Contained.End end = workspace().run("env | cut -d= -f1 | sort | tr '\\n' ' '");
        assertEquals("HOME PATH PWD SHLVL TMPDIR _ ", end.output());
    }
}
