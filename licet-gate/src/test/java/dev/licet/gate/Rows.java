package dev.licet.gate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Tables for tests: a row a line, its fields between bars, `\|` a bar in one; what begins with `##` is a comment. */
public final class Rows {
    private Rows() {}

    /** The rows of the file called {@code name} that lies beside {@code test}. */
    public static List<String> of(Class<?> test, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(test.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("##"))
                    .toList();
        }
    }

    /** What stands between the bars of {@code row}, without the blanks around it. */
    public static List<String> fields(String row) {
        return Arrays.stream(row.split(" ?(?<!\\\\)\\|(?: |$)", -1))
                .map(field -> field.replace("\\|", "|").strip())
                .toList();
    }
}
