package dev.licet.core.approval;

import java.time.Instant;

/**
 * Who answered an approval, when, and what they added.
 *
 * @param principal who, as the gate knows them; {@code owner} is whoever has the data directory's token
 * @param channel where the answer came from: {@code terminal}, {@code web}, {@code api}, …
 * @param at when it was given
 * @param comment what the person wrote for the model; empty when nothing
 */
public record Answer(String principal, String channel, Instant at, String comment) {
    /** Who has the token of the data directory. */
    public static final String OWNER = "owner";

    /** Longest comment, in UTF-16 units. */
    public static final int MAX_COMMENT = 10_000;

    public Answer {
        if (principal.isEmpty() || principal.length() > 64) {
            throw new IllegalArgumentException("the name of who answers has 1 to 64 characters");
        }
        if (channel.isEmpty() || channel.length() > 64) {
            throw new IllegalArgumentException("a channel has 1 to 64 characters");
        }
        if (comment.length() > MAX_COMMENT) {
            throw new IllegalArgumentException("a comment has at most " + MAX_COMMENT + " characters");
        }
    }

    /** An answer of the owner. */
    public static Answer byOwner(String channel, Instant at, String comment) {
        return new Answer(OWNER, channel, at, comment);
    }

    /** This answer without its comment, as it counts for other calls that it decides. */
    public Answer withoutComment() {
        return new Answer(principal, channel, at, "");
    }
}
