package dev.licet.core.json;

/**
 * The canonical text of a JSON value (RFC 8785): members sorted by UTF-16 units, no blanks, shortest numbers.
 *
 * <p>A number that no double holds exactly keeps all its digits instead of being rounded, so that two different calls
 * never share a text. Half of a surrogate pair, which no system could be passed unchanged, becomes {@code ?}.
 */
public final class CanonicalJson {
    /** Most texts are shorter, in bytes. */
    private static final int USUAL_LENGTH = 512;

    private CanonicalJson() {}

    /** The canonical text of {@code value}. */
    public static String of(JsonValue value) {
        var text = new Utf8Text(USUAL_LENGTH);
        append(value, text);
        return text.toString();
    }

    /** Puts the canonical text of {@code value} behind {@code text}. */
    public static void append(JsonValue value, Utf8Text text) {
        new JsonWriter(true, text).append(value);
    }
}
