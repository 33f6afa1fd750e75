package dev.licet.core.call;

/** Which session: ids of sessions are unique within a worker. */
public record SessionKey(WorkerId worker, SessionId session) {}
