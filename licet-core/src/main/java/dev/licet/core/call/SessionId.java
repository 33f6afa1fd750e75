package dev.licet.core.call;

/**
 * One conversation of an agent on a worker.
 *
 * @param text 1 to 256 characters, none of them a control character
 */
public record SessionId(String text) {
    private static final int MAX_LENGTH = 256;

    public SessionId {
        if (text.isEmpty() || text.length() > MAX_LENGTH || Controls.areIn(text)) {
            throw new IllegalArgumentException("an id has 1 to 256 characters and no control characters");
        }
    }
}
