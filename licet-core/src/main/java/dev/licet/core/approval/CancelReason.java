package dev.licet.core.approval;

import java.util.Locale;

/** Why an approval ended without an answer. */
public enum CancelReason {
    /** The call was withdrawn. */
    ABORTED("the call was aborted"),
    SESSION_ENDED("the session has ended"),
    WORKER_GONE("the worker has disconnected"),
    AGENT_ENDED("the subagent has ended"),
    /** What was asked is denied by now. */
    DENIED("the rules have changed since it was asked, and deny it now");

    private final String words;

    CancelReason(String words) {
        this.words = words;
    }

    /** The reason in words, as the rest of a sentence. */
    public String words() {
        return words;
    }

    /** The name that stores and clients use: {@code session-ended}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The reason called {@code text}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static CancelReason of(String text) {
        for (CancelReason reason : values()) {
            if (reason.text().equals(text)) {
                return reason;
            }
        }
        throw new IllegalArgumentException("no reason for cancelling: `" + text + "`");
    }
}
