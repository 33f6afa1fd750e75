package dev.licet.gate.audit;

import dev.licet.core.audit.Checkpoint;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checkpoints of the audit in a file, a line each. */
final class CheckpointFile {
    private CheckpointFile() {}

    /** The last checkpoint in {@code file}, if there is one. */
    static Optional<Checkpoint> last(Path file) {
        List<Checkpoint> every = all(file);
        return every.isEmpty() ? Optional.empty() : Optional.of(every.getLast());
    }

    private static List<Checkpoint> all(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .map(Checkpoint::parse)
                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            throw new GateException("the checkpoints in `" + file + "` cannot be read: " + e.getMessage(), e);
        }
    }

    /** The checkpoints in {@code file}; lines that are none are problems. */
    static List<Checkpoint> readable(Path file, List<String> problems) {
        var all = new ArrayList<Checkpoint>();
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                try {
                    all.add(Checkpoint.parse(line));
                } catch (IllegalArgumentException e) {
                    problems.add("a line in `" + file + "` is not a checkpoint");
                }
            }
        } catch (IOException e) {
            problems.add("the checkpoints in `" + file + "` cannot be read: " + e.getMessage());
        }
        return all;
    }
}
