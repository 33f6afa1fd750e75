package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;

/** The form {@code {"hookSpecificOutput": {"hookEventName": …}}} that Claude Code began and others took over. */
final class SpecificOutput {
    private SpecificOutput() {}

    static Host.Output decision(String event, String decision, String reason) {
        return of(members(event, decision, reason));
    }

    static JsonObject members(String event, String decision, String reason) {
        return JsonObject.empty()
                .with("hookEventName", event)
                .with("permissionDecision", decision)
                .with("permissionDecisionReason", reason);
    }

    static Host.Output of(JsonObject members) {
        return Host.Output.of(JsonObject.empty().with("hookSpecificOutput", members));
    }

    /** Whether {@code answer} refuses, in either of the two forms. */
    static boolean isRefusal(JsonObject answer) {
        JsonObject output = answer.object("hookSpecificOutput").orElseGet(JsonObject::empty);
        JsonObject decision = output.object("decision").orElseGet(JsonObject::empty);
        return Host.says(output, "permissionDecision") || Host.says(decision, "behavior");
    }

    /** The answer to a question that the host would otherwise put to its own user. */
    static Host.Output request(JsonObject decision) {
        return of(JsonObject.empty().with("hookEventName", "PermissionRequest").with("decision", decision));
    }
}
