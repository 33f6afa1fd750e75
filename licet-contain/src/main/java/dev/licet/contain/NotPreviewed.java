package dev.licet.contain;

/** Nothing is known of what a command would change; the message completes "there is no preview: ". */
public final class NotPreviewed extends Exception {
    private static final long serialVersionUID = 1L;

    NotPreviewed(String message) {
        super(message);
    }

    NotPreviewed(String message, Throwable cause) {
        super(message, cause);
    }
}
