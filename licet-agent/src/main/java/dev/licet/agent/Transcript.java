package dev.licet.agent;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what is said and done, as JSON Lines, and shows it on another display. What cannot be written down is shown all
 * the same.
 */
public final class Transcript implements Display {
    private static final Logger LOG = LoggerFactory.getLogger(Transcript.class);

    private final Path file;

    /** Lines are written one after the other. */
    private final ReentrantLock writing = new ReentrantLock();

    private final Display display;
    private final StringBuilder said = new StringBuilder();

    private Transcript(Path file, Display display) {
        this.file = file;
        this.display = display;
    }

    /** A transcript in {@code folder}, which is made if there is none, called after {@code session}; it is added to. */
    public static Transcript in(Path folder, String session, Display display) throws IOException {
        Files.createDirectories(folder);
        return new Transcript(folder.resolve(session.replaceAll("[^A-Za-z0-9._-]", "_") + ".jsonl"), display);
    }

    /** Where it is written. */
    public Path file() {
        return file;
    }

    /** What the user says. */
    public void user(String text) {
        write(JsonObject.empty().with("user", text));
    }

    @Override
    public void text(String piece) {
        writing.lock();
        try {
            said.append(piece);
            display.text(piece);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void said() {
        writing.lock();
        try {
            write(JsonObject.empty().with("assistant", said.toString()));
            said.setLength(0);
            display.said();
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void calls(String name, JsonObject arguments) {
        write(JsonObject.empty().with("calls", name).with("arguments", arguments));
        display.calls(name, arguments);
    }

    @Override
    public void told(String name, String result, boolean ran) {
        write(JsonObject.empty().with("tool", name).with("ran", ran).with("result", result));
        display.told(name, result, ran);
    }

    private void write(JsonObject what) {
        writing.lock();
        try {
            String line = JsonText.write(JsonObject.empty()
                            .with("at", Instant.now().toString())
                            .with("what", what)) + "\n";
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                LOG.warn("`{}` cannot be written: {}", file, e.getMessage());
            }
        } finally {
            writing.unlock();
        }
    }
}
