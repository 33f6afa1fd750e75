package dev.licet.terminal;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The person's editor: {@code $VISUAL}, {@code $EDITOR}, else vi. */
public final class Editor {
    private final String program;

    public Editor(Map<String, String> environment) {
        // An empty one would have the shell run the file itself.
        this.program = Stream.of("VISUAL", "EDITOR")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(program -> !program.isBlank())
                .findFirst()
                .orElse("vi");
    }

    /**
     * Lets a person change {@code arguments}: a command as it is, others as JSON.
     *
     * @param plain whether they are a command and nothing else
     * @return empty when they change nothing
     * @throws IOException when the editor cannot be used, with a message for people
     * @throws InvalidJson when what they leave is no JSON object
     */
    public Optional<JsonObject> change(JsonObject arguments, boolean plain, Tty tty)
            throws IOException, InvalidJson, InterruptedException {
        String before = plain ? arguments.text("command").orElse("") : JsonText.writePretty(arguments);
        String after = edit(before, plain ? ".sh" : ".json", tty);
        if (after.equals(before) || after.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(plain ? arguments.with("command", after) : JsonText.parseObject(after));
    }

    /** What becomes of {@code text}, in a file that ends with {@code ending}; the same where the editor fails. */
    private String edit(String text, String ending, Tty tty) throws IOException, InterruptedException {
        try {
            Path file = Files.createTempFile("licet", ending);
            try {
                Files.writeString(file, text + "\n");
                var process = new ProcessBuilder("sh", "-c", program + " \"$1\"", "sh", file.toString()).inheritIO();
                int status = tty.outside(() -> process.start().waitFor());
                // The last line ends with a break, as files do; that one is no part of the text.
                return status == 0 ? Files.readString(file).replaceFirst("\n\\z", "") : text;
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IOException("the editor `" + program + "` cannot be used: " + e.getMessage(), e);
        }
    }
}
