package dev.licet.gate.store;

import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;

/**
 * What an entry of the audit is about, to look it up by.
 *
 * @param worker empty where none is concerned
 * @param session empty where none is concerned
 * @param tool empty where none is concerned
 */
public record AuditSubject(String worker, String session, String tool) {
    /** The gate itself. */
    public static final AuditSubject GATE = new AuditSubject("", "", "");

    public static AuditSubject of(ToolCall call) {
        return new AuditSubject(call.worker().text(), call.session().text(), call.tool());
    }

    public static AuditSubject of(Session session) {
        return new AuditSubject(session.worker().text(), session.id().text(), "");
    }

    /** {@code what} with this subject in it. */
    JsonObject in(JsonObject what) {
        JsonObject whole = what;
        whole = worker.isEmpty() ? whole : whole.with("workerId", worker);
        whole = session.isEmpty() ? whole : whole.with("sessionId", session);
        return tool.isEmpty() ? whole : whole.with("tool", tool);
    }
}
