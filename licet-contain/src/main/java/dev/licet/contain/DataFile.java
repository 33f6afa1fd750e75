package dev.licet.contain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Data files of this package. */
final class DataFile {
    private DataFile() {}

    /** The lines of {@code name} that are neither empty nor comments. */
    static List<String> of(String name) {
        try (InputStream in = Objects.requireNonNull(DataFile.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What stands behind {@code kind |} in the lines of {@code name}, a word each. */
    static List<String> words(String name, String kind) {
        return of(name).stream()
                .filter(line -> line.startsWith(kind + " "))
                .flatMap(line -> List.of(line.replaceFirst("^[^|]*\\| *", "").split(" +")).stream())
                .toList();
    }
}
