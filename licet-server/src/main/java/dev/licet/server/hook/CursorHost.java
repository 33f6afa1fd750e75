package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/**
 * Cursor: beforeShellExecution, beforeMCPExecution, beforeReadFile and preToolUse. Its {@code ask} is not enforced
 * everywhere, so that it is never used; changed arguments are documented for none of them. Source: Cursor hooks reference.
 */
final class CursorHost implements Host {
    private static final String SHELL = "beforeShellExecution";

    private static final JsonObject CLOSED =
            JsonObject.empty().with("timeout", HookHost.CURSOR.patience()).with("failClosed", true);

    private static final HookConfiguration CONFIGURATION = new HookConfiguration(
            HookHost.CURSOR,
            HookConfiguration.Location.home(".cursor/hooks.json"),
            HookConfiguration.Layout.LIST,
            HookConfiguration.VERSION,
            List.of(
                    HookConfiguration.Event.of(SHELL, CLOSED),
                    HookConfiguration.Event.of("beforeMCPExecution", CLOSED),
                    HookConfiguration.Event.of("beforeReadFile", CLOSED),
                    // What has an event of its own would be asked twice.
                    HookConfiguration.Event.of("preToolUse", CLOSED.with("matcher", "Write|Delete|Edit|Grep|Task"))),
            "Cursor's cloud agents and Tab completions run no hooks.");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        JsonObject usual = probe.about(event);
        return switch (event) {
            case SHELL -> usual.with("command", "echo > '" + probe.file() + "'");
            // What lacks a part is always refused.
            case "beforeMCPExecution" -> usual.with("tool_name", "canary");
            case "beforeReadFile" -> usual;
            default -> usual.with("tool_name", "Write").with("tool_input", probe.arguments());
        };
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return Host.says(answer, "permission");
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

    /** An allow would spare its own question. */
    @Override
    public boolean canBeLeftAlone() {
        return false;
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("permission", "allow"));
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty()
                .with("permission", "deny")
                .with("user_message", why)
                .with("agent_message", why));
    }
}
