package dev.licet.server.oidc;

/** Somebody could not be signed in; the message is for them. */
final class NotSignedIn extends Exception {
    private static final long serialVersionUID = 1L;

    NotSignedIn(String message) {
        super(message);
    }

    NotSignedIn(String message, Throwable cause) {
        super(message, cause);
    }
}
