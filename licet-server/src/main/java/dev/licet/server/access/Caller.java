package dev.licet.server.access;

import dev.licet.core.call.ToolCall;

/**
 * Who sends a request, as its transport proves it.
 *
 * @param channel over what: {@code api}, {@code web}, {@code trpc}, {@code connectonion}
 * @param tokenId the token it rests on, which may be revoked while a connection is open
 */
public record Caller(Principal principal, String channel, String tokenId) {
    /** What stands for the id of the owner's token, which is in no file of tokens. */
    public static final String OWNER = "owner";

    /** The same over another protocol. */
    public Caller over(String protocol) {
        return new Caller(principal, protocol, tokenId);
    }

    public boolean may(Right right) {
        return principal.may(right);
    }

    /** Whether it has to do with the session of {@code call}. */
    public boolean reaches(ToolCall call) {
        return principal.reaches(call.worker(), call.session());
    }
}
