package dev.licet.contain;

import java.io.IOException;

/** A command cannot be run within bounds: the message says why, and what to do. It was not run. */
public final class NotContained extends IOException {
    private static final long serialVersionUID = 1L;

    NotContained(String why) {
        super(why);
    }

    NotContained(String why, Throwable cause) {
        super(why, cause);
    }
}
