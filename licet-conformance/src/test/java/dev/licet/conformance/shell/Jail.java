package dev.licet.conformance.shell;

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
import java.util.List;
import java.util.Objects;

/** Real shells in namespaces of their own, without network, files or programs; {@code jail.sh} says how. For one thread. */
final class Jail implements AutoCloseable {
    private static final List<String> SCRIPTS = List.of("jail.sh", "jail.pl");

    /** What is in the jail, and makes it, besides bash. */
    private static final List<String> PROGRAMS = List.of("zsh", "dash", "perl");

    private final Path directory;
    private final Process process;
    private final OutputStream input;
    private final InputStream output;

    Jail() throws IOException {
        requirePrograms();
        directory = Files.createTempDirectory("licet-jail");
        for (String name : SCRIPTS) {
            try (InputStream in = Objects.requireNonNull(Jail.class.getResourceAsStream(name))) {
                Files.copy(in, directory.resolve(name));
            }
        }
        Path root = Files.createDirectory(directory.resolve("root"));
        var command = new ArrayList<>(List.of("unshare"));
        if (!System.getProperty("user.name").equals("root")) {
            command.add("--map-root-user");
        }
        command.addAll(List.of("--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child"));
        command.addAll(List.of("bash", directory.resolve("jail.sh").toString(), root.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = process.getOutputStream();
        output = new BufferedInputStream(process.getInputStream());
    }

    private static void requirePrograms() throws IOException {
        try {
            for (String name : PROGRAMS) {
                Program.require(name, name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the programs of the jail were looked for", e);
        }
    }

    /** Sends a record; no field may contain NUL. */
    void send(String... fields) throws IOException {
        input.write((String.join("\0", fields) + "\0").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** The next field of the answer. */
    String field() throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int b = output.read(); b != 0; b = output.read()) {
            if (b < 0) {
                throw new IOException(
                        "the jail has ended; it needs Linux, util-linux, perl, the shells and the right to make namespaces");
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
        for (String name : SCRIPTS) {
            Files.deleteIfExists(directory.resolve(name));
        }
        Files.deleteIfExists(directory.resolve("root"));
        Files.deleteIfExists(directory);
    }
}
