package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Cursor: beforeShellExecution, beforeMCPExecution, beforeReadFile and preToolUse. Its {@code ask} is not enforced
 * everywhere, so that it is never used; changed arguments are documented for none of them. Source: Cursor hooks reference.
 */
final class CursorHost implements Host {
    private static final String SHELL = "beforeShellExecution";

    @Override
    public String name() {
        return "cursor";
    }

    /** As long as the timeout that it is installed with leaves. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(590);
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.required("hook_event_name");
        String session = payload.text("conversation_id", "session_id").orElse("cursor");
        return switch (event) {
            case SHELL ->
                asked(
                        payload,
                        event,
                        "Shell",
                        JsonObject.empty().with("command", payload.required("command")),
                        session,
                        place);
            case "beforeReadFile" ->
                asked(
                        payload,
                        event,
                        "Read",
                        JsonObject.empty().with("file_path", payload.required("file_path")),
                        session,
                        place);
            case "beforeMCPExecution" ->
                asked(
                        payload,
                        event,
                        "mcp__" + server(payload) + "__" + payload.required("tool_name"),
                        payload.arguments("tool_input"),
                        session,
                        place);
            case "preToolUse" ->
                asked(payload, event, payload.required("tool_name"), payload.arguments("tool_input"), session, place);
            default -> Optional.empty();
        };
    }

    private static Optional<HookCall> asked(
            Payload payload, String event, String tool, JsonObject arguments, String session, Place place) {
        return Optional.of(new HookCall(payload.call(tool, arguments, session, place), event, false));
    }

    /** What stands for a server, of which only its address or its command is told. */
    private static String server(Payload payload) {
        return payload.text("server_name", "url", "command").orElse("unknown").replaceAll("[^A-Za-z0-9.-]+", "-");
    }

    @Override
    public List<String> events() {
        return List.of(SHELL, "beforeMCPExecution", "beforeReadFile", "preToolUse");
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("permission", "allow"));
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.empty();
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty()
                .with("permission", "deny")
                .with("user_message", why)
                .with("agent_message", why));
    }
}
