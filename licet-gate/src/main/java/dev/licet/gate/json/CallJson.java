package dev.licet.gate.json;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The JSON form of a tool call: {@code {callId, tool, arguments, sessionId, workerId, cwd, env?}}. */
public final class CallJson {
    private static final Set<String> NAMES =
            Set.of("callId", "tool", "arguments", "sessionId", "workerId", "cwd", "env");

    private CallJson() {}

    /** The form of {@code call}. */
    public static JsonObject write(ToolCall call) {
        JsonObject form = JsonObject.empty()
                .with("callId", call.id().text())
                .with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("sessionId", call.session().text())
                .with("workerId", call.worker().text())
                .with("cwd", call.directory());
        if (call.environment().isEmpty()) {
            return form;
        }
        JsonObject environment = JsonObject.empty();
        for (var variable : call.environment().entrySet()) {
            environment = environment.with(variable.getKey(), variable.getValue());
        }
        return form.with("env", environment);
    }

    /**
     * The call that {@code form} describes.
     *
     * @throws IllegalArgumentException naming the member that is missing, wrong or unknown
     */
    public static ToolCall read(JsonObject form) {
        for (String name : form.members().keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("a call has no member `" + name + "`");
            }
        }
        return new ToolCall(
                new CallId(text(form, "callId").orElse("call")),
                text(form, "tool").orElseThrow(() -> missing("tool")),
                form.object("arguments").orElseThrow(() -> missing("arguments")),
                new SessionId(text(form, "sessionId").orElse("default")),
                new WorkerId(text(form, "workerId").orElse("local")),
                text(form, "cwd").orElseThrow(() -> missing("cwd")),
                environment(form));
    }

    private static Map<String, String> environment(JsonObject form) {
        if (form.get("env").isEmpty()) {
            return Map.of();
        }
        var environment = new HashMap<String, String>();
        JsonObject members =
                form.object("env").orElseThrow(() -> new IllegalArgumentException("`env` is not an object"));
        members.members().forEach((name, value) -> {
            if (!(value instanceof JsonString string)) {
                throw new IllegalArgumentException("the variable `" + name + "` in `env` is not a text");
            }
            environment.put(name, string.value());
        });
        return environment;
    }

    private static Optional<String> text(JsonObject form, String name) {
        if (form.get(name).isPresent() && form.text(name).isEmpty()) {
            throw new IllegalArgumentException("`" + name + "` is not a text");
        }
        return form.text(name);
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("a call needs the member `" + name + "`");
    }
}
