package dev.licet.agent.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Where the agent works.
 *
 * @param directory absolute path of the folder; paths of tools are relative to it
 * @param outputs where the whole output is kept of which the model is only shown a part
 */
public record Workspace(Path directory, Path outputs) {
    /** Most characters of one result that the model is shown. */
    public static final int MOST_SHOWN = 30_000;

    /** What stands for the home directory at the beginning of a path. */
    private static final List<String> HOMES = List.of("~", "$HOME", "${HOME}");

    private static final int HEAD = MOST_SHOWN * 2 / 3;

    public Workspace {
        directory = directory.toAbsolutePath().normalize();
    }

    /** The path that an argument names. INVARIANT (same path): it is expanded as the gate expands it, or another file is judged. */
    Path path(String argument) {
        for (String home : HOMES) {
            if (argument.equals(home) || argument.startsWith(home + "/")) {
                return directory
                        .resolve(System.getProperty("user.home", "/") + argument.substring(home.length()))
                        .normalize();
            }
        }
        return directory.resolve(argument).normalize();
    }

    /** A path for the model: relative where it is in the folder. */
    String shown(Path path) {
        return path.startsWith(directory) ? directory.relativize(path).toString() : path.toString();
    }

    /** {@code text}, or its beginning and end and where all of it is. */
    String bounded(String text) throws IOException {
        if (text.length() <= MOST_SHOWN) {
            return text;
        }
        Files.createDirectories(outputs);
        Path file = outputs.resolve(Instant.now().toEpochMilli() + "-"
                + UUID.randomUUID().toString().substring(0, 8) + ".txt");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        int left = text.length() - MOST_SHOWN;
        return text.substring(0, HEAD) + "\n… " + left + " characters are left out here; all of it is in " + file
                + " …\n" + text.substring(text.length() - (MOST_SHOWN - HEAD));
    }
}
