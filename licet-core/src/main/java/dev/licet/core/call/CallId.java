package dev.licet.core.call;

/**
 * The id a caller gave to one tool call; unique within its session as far as the caller takes care.
 *
 * @param text 1 to 256 characters, none of them a control character
 */
public record CallId(String text) {
    private static final int MAX_LENGTH = 256;

    public CallId {
        if (text.isEmpty() || text.length() > MAX_LENGTH || Controls.areIn(text)) {
            throw new IllegalArgumentException("an id has 1 to 256 characters and no control characters");
        }
    }
}
