package dev.licet.cli.approval;

import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The person's editor: {@code $VISUAL}, {@code $EDITOR}, else vi. */
public final class Editor {
    private final String program;

    public Editor(Map<String, String> environment) {
        this.program = Optional.ofNullable(environment.get("VISUAL"))
                .or(() -> Optional.ofNullable(environment.get("EDITOR")))
                .orElse("vi");
    }

    /**
     * What becomes of {@code text} in the editor; the same where that ends with an error.
     *
     * @param ending what the file's name ends with, so that the editor knows what it is: {@code .sh}
     * @throws IOException when the editor cannot be used, with a message for people
     */
    public String edit(String text, String ending, Tty tty) throws IOException, InterruptedException {
        try {
            Path file = Files.createTempFile("licet", ending);
            try {
                Files.writeString(file, text + "\n");
                var process = new ProcessBuilder("sh", "-c", program + " \"$1\"", "sh", file.toString()).inheritIO();
                int status = tty.outside(() -> process.start().waitFor());
                // The last line ends with a break, as files do; that one is no part of the text.
                return status == 0 ? Files.readString(file).replaceFirst("\n\\z", "") : text;
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IOException("the editor `" + program + "` cannot be used: " + e.getMessage(), e);
        }
    }
}
