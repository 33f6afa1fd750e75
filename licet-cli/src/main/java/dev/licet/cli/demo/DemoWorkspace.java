package dev.licet.cli.demo;

import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A small project in a scratch folder, with a repository and a remote to push to. */
record DemoWorkspace(Path scratch) {

    static DemoWorkspace create() throws IOException, InterruptedException {
        var demo = new DemoWorkspace(Files.createTempDirectory("licet-demo-").toRealPath());
        try {
            demo.fill();
            return demo;
        } catch (IOException | InterruptedException | RuntimeException e) {
            demo.delete();
            throw e;
        }
    }

    private void fill() throws IOException, InterruptedException {
        write("README.md", "# Greeter\n\nSays hello.\n");
        write("src/greet.sh", "#!/bin/bash\necho \"Helo, ${1:-world}!\"\n");
        write(
                "tests/run.sh",
                "#!/bin/bash\nif ./src/greet.sh | grep -q Hello; then echo '1 passed'; else echo '1 failed'; exit 1; fi\n");
        write(".env", "TOKEN=not-a-real-token\n");
        write(".gitignore", ".env\n");
        for (String script : List.of("src/greet.sh", "tests/run.sh")) {
            Files.setPosixFilePermissions(project().resolve(script), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        repository();
    }

    Path project() {
        return scratch.resolve("project");
    }

    Path data() {
        return scratch.resolve("data");
    }

    /** Puts the demonstration's rules at {@code file}. */
    static void writeRules(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream in = Objects.requireNonNull(DemoWorkspace.class.getResourceAsStream("permissions.jsonc"))) {
            Files.write(file, in.readAllBytes());
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = project().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void repository() throws IOException, InterruptedException {
        git("init", "-q", "--bare", "-b", "main", scratch.resolve("remote.git").toString());
        git("init", "-q", "-b", "main");
        git("config", "user.name", "Demo Agent");
        git("config", "user.email", "demo@example.invalid");
        git("config", "advice.ignoredHook", "false");
        git("remote", "add", "origin", scratch.resolve("remote.git").toString());
        git("add", "-A");
        git("commit", "-q", "-m", "Start");
    }

    private void git(String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(args));
        Process process;
        try {
            var builder =
                    new ProcessBuilder(command).directory(project().toFile()).redirectErrorStream(true);
            // The person's own settings and repositories stay out of this.
            builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
            builder.environment().put("HOME", scratch.toString());
            builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
            process = builder.start();
        } catch (IOException e) {
            throw new GateException("the demonstration needs git: install it and try again", e);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new GateException("the demonstration's repository cannot be made: " + output.strip());
        }
    }

    /** Removes everything. */
    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
