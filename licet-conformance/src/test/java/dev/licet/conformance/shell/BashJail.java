package dev.licet.conformance.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Real bash in namespaces of its own, without network, files or programs; {@code jail.sh} says how. For one thread. */
final class BashJail implements AutoCloseable {
    /** Ways in which what a line starts may succeed, fail and print. */
    static final int MODES = 4;

    private final Path directory;
    private final Process process;
    private final OutputStream input;
    private final InputStream output;

    BashJail() throws IOException {
        directory = Files.createTempDirectory("licet-jail");
        Path script = directory.resolve("jail.sh");
        try (InputStream in = Objects.requireNonNull(BashJail.class.getResourceAsStream("jail.sh"))) {
            Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
        }
        Path root = Files.createDirectory(directory.resolve("root"));
        boolean isRoot = System.getProperty("user.name").equals("root");
        List<String> unshare = isRoot
                ? List.of("unshare", "--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child")
                : List.of(
                        "unshare",
                        "--map-root-user",
                        "--mount",
                        "--net",
                        "--ipc",
                        "--uts",
                        "--pid",
                        "--fork",
                        "--kill-child");
        var command = new ArrayList<>(unshare);
        command.addAll(List.of("bash", script.toString(), root.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = process.getOutputStream();
        output = new BufferedInputStream(process.getInputStream());
    }

    /** What bash did with a line in one mode. */
    record Execution(boolean accepted, List<String> trace, List<String> written) {}

    /** Runs {@code line}; it must not contain NUL. */
    Execution run(String line, int mode) throws IOException {
        input.write((mode + "\0" + line + "\0").getBytes(StandardCharsets.UTF_8));
        input.flush();
        boolean accepted = field().equals("0");
        List<String> trace = Trace.entries(field());
        List<String> written = Stream.of(field().split("\1", -1))
                .filter(file -> !file.isEmpty())
                .toList();
        return new Execution(accepted, trace, written);
    }

    private String field() throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int b = output.read(); b != 0; b = output.read()) {
            if (b < 0) {
                throw new IOException(
                        "the jail has ended; it needs Linux, util-linux and the right to make namespaces");
            }
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        input.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(directory.resolve("jail.sh"));
        Files.deleteIfExists(directory.resolve("root"));
        Files.deleteIfExists(directory);
    }
}
