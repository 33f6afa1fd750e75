package dev.licet.core.contain;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A file that a command would have changed.
 *
 * @param kind what became of it
 * @param path its absolute path
 */
public record FileChange(Kind kind, String path) {
    /** What becomes of a file. */
    public enum Kind {
        MADE,
        /** A link was put there: whatever is there may be found by other names. */
        LINKED,
        CHANGED,
        /** With all that is below it, if it was a folder. */
        REMOVED;

        /** The word for it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What is called {@code text}. */
        public static Optional<Kind> of(String text) {
            return Arrays.stream(values())
                    .filter(kind -> kind.text().equals(text))
                    .findFirst();
        }
    }

    /** Its form in documents: {@code {kind, path}}. */
    public JsonObject form() {
        return JsonObject.empty().with("kind", kind.text()).with("path", path);
    }

    /**
     * What {@link #form} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static FileChange of(JsonObject form) {
        return new FileChange(
                form.text("kind")
                        .flatMap(Kind::of)
                        .orElseThrow(() -> new IllegalArgumentException("`kind` is made, linked, changed or removed")),
                form.text("path")
                        .filter(path -> path.startsWith("/"))
                        .orElseThrow(() -> new IllegalArgumentException("`path` is an absolute path")));
    }
}
