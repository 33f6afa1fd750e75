package dev.licet.server.access;

import dev.licet.core.approval.Answer;
import dev.licet.core.call.ToolCall;
import java.time.Instant;

/**
 * Who sends a request, as its transport proves it.
 *
 * @param channel over what: {@code api}, {@code web}, {@code trpc}, {@code connectonion}
 */
public record Caller(Principal principal, String channel) {

    public boolean may(Right right) {
        return principal.may(right);
    }

    /** Whether it has to do with the session of {@code call}. */
    public boolean reaches(ToolCall call) {
        return principal.reaches(call.worker(), call.session());
    }

    /** An answer of this caller. */
    public Answer answer(Instant at, String comment) {
        return new Answer(principal.name(), channel, at, comment);
    }
}
