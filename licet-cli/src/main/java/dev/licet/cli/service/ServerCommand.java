package dev.licet.cli.service;

import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How the server is started, and other programs for that. */
record ServerCommand(String program, Path dataDirectory) {
    private static final int PATIENCE_SECONDS = 60;

    List<String> words(int port) {
        return List.of(program, "serve", "--data-dir", dataDirectory.toString(), "--port", Integer.toString(port));
    }

    /** What became of a program. */
    record Ended(int status, String output) {}

    /** Runs {@code words} to their end, which has to come in a minute. */
    static Ended run(List<String> words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new GateException("`" + String.join(" ", words) + "` does not end");
            }
            return new Ended(process.exitValue(), output);
        } catch (IOException e) {
            return new Ended(-1, String.valueOf(e.getMessage()));
        }
    }
}
