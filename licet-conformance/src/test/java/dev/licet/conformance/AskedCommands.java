package dev.licet.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Rules that ask about commands which would run unasked, so that a person can be seen to answer. */
final class AskedCommands {
    private AskedCommands() {}

    /** Lets the gate in {@code data} ask about every command that begins like one of {@code programs}. */
    static void in(Path data, String... programs) throws IOException {
        Files.createDirectories(data);
        Files.writeString(
                data.resolve("licet.yaml"),
                Arrays.stream(programs)
                        .map(program -> "    - { match: \"" + program + " *\", approval: prompt }\n")
                        .collect(Collectors.joining("", "bash:\n  patterns:\n", "")));
    }
}
