package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Files that stay out of the workspace, by their size. What was moved to their names stays where it was, or it would be
 * nowhere.
 */
final class Moved {
    private final Map<Long, List<Path>> staying = new HashMap<>();

    /** @param staying the changes that are not put in place */
    Moved(List<OverlayChange> staying) throws IOException {
        for (OverlayChange change : staying) {
            if (change.kind() != FileChange.Kind.REMOVED
                    && Files.isRegularFile(change.upper(), LinkOption.NOFOLLOW_LINKS)
                    && Files.size(change.upper()) > 0) {
                this.staying
                        .computeIfAbsent(Files.size(change.upper()), size -> new ArrayList<>())
                        .add(change.upper());
            }
        }
    }

    /** What {@code changes} would remove of that: files, and folders with one in them. */
    List<Path> origins(List<OverlayChange> changes) throws IOException {
        var origins = new ArrayList<Path>();
        for (OverlayChange change : changes) {
            if (!staying.isEmpty() && change.kind() == FileChange.Kind.REMOVED && isOrigin(change.path())) {
                origins.add(change.path());
            }
        }
        return List.copyOf(origins);
    }

    /** Whether {@code removed}, or a file in it, has the content of one that stays out. */
    private boolean isOrigin(Path removed) throws IOException {
        try (Stream<Path> files = Files.walk(removed)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    for (Path other : staying.getOrDefault(Files.size(file), List.of())) {
                        if (Files.mismatch(file, other) < 0) {
                            return true;
                        }
                    }
                }
            }
            return false;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
