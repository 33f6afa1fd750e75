package dev.licet.core.call;

import java.util.regex.Pattern;

/**
 * The machine or workspace that executes tools.
 *
 * @param text 1 to 64 letters, digits, dots, dashes or underscores, beginning with a letter or digit: it names a folder
 */
public record WorkerId(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** The one that is meant where none is named. */
    public static final WorkerId STANDARD = new WorkerId("local");

    public WorkerId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a worker id has 1 to 64 letters, digits, `.`, `-` or `_`: `" + text + "`");
        }
    }
}
