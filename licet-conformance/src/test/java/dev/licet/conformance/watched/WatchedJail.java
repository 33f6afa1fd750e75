package dev.licet.conformance.watched;

import dev.licet.conformance.Program;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Real programs under strace, in a folder beside which everything is read-only; {@code watched.sh} says how. For one thread. */
final class WatchedJail implements AutoCloseable {
    private final Path directory;
    private final Process process;
    private final OutputStream input;
    private final InputStream output;

    WatchedJail() throws IOException, InterruptedException {
        Program.require("strace", "strace");
        Program.require("git", "git");
        directory = Files.createTempDirectory("licet-watched").toRealPath();
        Path script = directory.resolve("watched.sh");
        try (InputStream in = Objects.requireNonNull(WatchedJail.class.getResourceAsStream("watched.sh"))) {
            Files.copy(in, script);
        }
        var command = new ArrayList<>(List.of("unshare"));
        if (!System.getProperty("user.name").equals("root")) {
            command.add("--map-root-user");
        }
        command.addAll(List.of("--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child"));
        command.addAll(List.of("bash", script.toString(), directory.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = process.getOutputStream();
        output = new BufferedInputStream(process.getInputStream());
        run("true");
    }

    /** Where the lines run. */
    Path workspace() {
        return directory.resolve("run/w");
    }

    Path home() {
        return directory.resolve("run/home");
    }

    /** What {@code line} did. */
    List<Deed> run(String line) throws IOException {
        input.write((line + "\0").getBytes(StandardCharsets.UTF_8));
        input.flush();
        var bytes = new ByteArrayOutputStream();
        for (int b = output.read(); b != 0; b = output.read()) {
            if (b < 0) {
                throw new IOException(
                        "the jail has ended; it needs Linux, util-linux, strace, git and the right to make"
                                + " namespaces");
            }
            bytes.write(b);
        }
        return Deed.in(bytes.toString(StandardCharsets.UTF_8), workspace());
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
