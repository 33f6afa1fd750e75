package dev.licet.core.approval;

import java.time.Instant;

/**
 * Who answered an approval, when, and what they added.
 *
 * @param channel where the answer came from: {@code terminal}, {@code web}, {@code api}, …
 * @param at when it was given
 * @param comment what the person wrote for the model; empty when nothing
 */
public record Answer(String channel, Instant at, String comment) {
    /** Longest comment, in UTF-16 units. */
    public static final int MAX_COMMENT = 10_000;

    public Answer {
        if (channel.isEmpty() || channel.length() > 64) {
            throw new IllegalArgumentException("a channel has 1 to 64 characters");
        }
        if (comment.length() > MAX_COMMENT) {
            throw new IllegalArgumentException("a comment has at most " + MAX_COMMENT + " characters");
        }
    }
}
