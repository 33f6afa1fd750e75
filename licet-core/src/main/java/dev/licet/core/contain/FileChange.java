package dev.licet.core.contain;

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
}
