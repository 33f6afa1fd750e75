package dev.licet.core.call;

/** Which session: ids of sessions are unique within a worker. */
public record SessionKey(WorkerId worker, SessionId session) {
    /** The session of {@code call}. */
    public static SessionKey of(ToolCall call) {
        return new SessionKey(call.worker(), call.session());
    }
}
