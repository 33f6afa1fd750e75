package dev.licet.core.contain;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.json.Sha256;
import java.util.List;

/**
 * What a command did when it was run within bounds before anybody has answered. Nothing of it is in place yet.
 *
 * @param status its exit status, from 0 to 255
 * @param output the end of what it printed
 * @param files what it changed, those with objections first; not all where they are many
 * @param more how many files it changed beside those
 * @param lost files that it wrote where nothing is kept, such as in {@code /tmp}; not all where they are many
 * @param digest what identifies all changes: SHA-256, 64 hexadecimal digits in lower case
 */
public record Preview(
        int status, String output, List<PreviewedFile> files, int more, List<String> lost, String digest) {
    /** More of what it printed is not kept, in UTF-16 units. */
    public static final int MAX_OUTPUT = 8_000;

    /** More files are only counted. */
    public static final int MAX_FILES = 500;

    /** More of what differs is not shown, in UTF-16 units, all files together. */
    public static final int MAX_DIFF = 100_000;

    /** More files are not named that are not kept. */
    public static final int MAX_LOST = 10;

    private static final int MAX_STATUS = 255;

    public Preview {
        files = List.copyOf(files);
        lost = List.copyOf(lost);
        if (status < 0 || status > MAX_STATUS || more < 0 || !Sha256.isHex(digest)) {
            throw new IllegalArgumentException("a preview has a `status` from 0 to 255 and a `digest`");
        }
        if (output.length() > MAX_OUTPUT
                || files.size() > MAX_FILES
                || lost.size() > MAX_LOST
                || files.stream().mapToInt(file -> file.diff().length()).sum() > MAX_DIFF) {
            throw new IllegalArgumentException("a preview shows at most " + MAX_FILES + " files, " + MAX_DIFF
                    + " characters of what differs, and " + MAX_OUTPUT + " of output");
        }
    }

    /**
     * Whether approving puts these changes in place. A command that failed within bounds may have failed because of them: if it
     * is approved it runs.
     */
    public boolean isComplete() {
        return status == 0;
    }

    /** How many files it changed. */
    public int changed() {
        return files.size() + more;
    }

    /** Its form in documents. */
    public JsonObject form() {
        return JsonObject.empty()
                .with("status", status)
                .with("output", output)
                .with(
                        "files",
                        JsonArray.of(files.stream().map(PreviewedFile::form).toList()))
                .with("more", more)
                .with("lost", JsonArray.of(lost.stream().map(JsonString::new).toList()))
                .with("digest", digest);
    }

    /**
     * What {@link #form} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static Preview of(JsonObject form) {
        return new Preview(
                number(form, "status"),
                form.text("output").orElse(""),
                form.elements("files").stream().map(Preview::file).toList(),
                number(form, "more"),
                form.elements("lost").stream().map(Preview::name).toList(),
                form.text("digest").orElse(""));
    }

    private static PreviewedFile file(JsonValue value) {
        return PreviewedFile.of(value instanceof JsonObject form ? form : JsonObject.empty());
    }

    private static String name(JsonValue value) {
        if (value instanceof JsonString name) {
            return name.value();
        }
        throw new IllegalArgumentException("`lost` is a list of names");
    }

    private static int number(JsonObject form, String name) {
        if (form.get(name).orElse(null) instanceof JsonNumber number) {
            try {
                return number.value().intValueExact();
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("`" + name + "` is a whole number", e);
            }
        }
        throw new IllegalArgumentException("a preview needs the number `" + name + "`");
    }
}
