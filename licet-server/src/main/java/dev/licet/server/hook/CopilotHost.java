package dev.licet.server.hook;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/**
 * GitHub Copilot CLI: preToolUse and permissionRequest, in its own spelling (camelCase, arguments as a text in older
 * versions) and in that of hooks registered as PreToolUse. Source: Copilot CLI hooks reference.
 */
final class CopilotHost implements Host {
    private static final String BEFORE = "preToolUse";
    private static final String REQUEST = "permissionRequest";

    private static final HookConfiguration CONFIGURATION = new HookConfiguration(
            HookHost.COPILOT,
            HookConfiguration.Location.home(".copilot/hooks/licet.json", "COPILOT_HOME", "hooks/licet.json"),
            HookConfiguration.Layout.LIST,
            HookConfiguration.VERSION,
            List.of(event(BEFORE), event(REQUEST)),
            "");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    private static HookConfiguration.Event event(String name) {
        JsonObject extra = HookConfiguration.COMMAND.with("timeoutSec", HookHost.COPILOT.patience());
        return new HookConfiguration.Event(name, Optional.empty(), "bash", extra);
    }

    @Override
    public List<String> remarks() {
        return List.of("Copilot CLI goes on when a hook takes too long.");
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        JsonObject about = JsonObject.empty().with("sessionId", Probe.SESSION).with("cwd", probe.directory());
        return event.equals(REQUEST)
                ? about.with("hookName", REQUEST)
                        .with("toolName", "edit")
                        .with(
                                "toolInput",
                                JsonObject.empty()
                                        .with("file_path", probe.file())
                                        .with("diff", ""))
                : about.with("toolName", "create")
                        .with(
                                "toolArgs",
                                JsonObject.empty().with("path", probe.file()).with("file_text", ""));
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return Host.says(answer, "permissionDecision") || Host.says(answer, "behavior");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("hook_event_name", "hookEventName", "hookName")
                .or(place::event)
                .orElse(BEFORE);
        boolean request = event.equalsIgnoreCase(REQUEST);
        if (!request && !event.equalsIgnoreCase(BEFORE)) {
            return Optional.empty();
        }
        return Optional.of(new HookCall(
                payload.call(
                        tool(payload.required("toolName", "tool_name"), request),
                        payload.arguments("toolArgs", "toolInput", "tool_input", "tool_args"),
                        payload.required("sessionId", "session_id"),
                        place),
                request ? REQUEST : BEFORE,
                request));
    }

    /** A permissionRequest calls {@code server/tool} what is {@code server-tool} in the other event. */
    private static String tool(String name, boolean request) {
        return request ? name.replaceFirst("/", "-") : name;
    }

    /** A permissionRequest calls every tool that changes a file `edit`, and shows the difference in place of the arguments. */
    @Override
    public ToolCall common(ToolCall call) {
        ToolKind kind = ToolTable.standard().kind(call.tool());
        Optional<String> file = call.arguments()
                .text("path")
                .or(() -> call.arguments().text("file_path"))
                .filter(path -> kind == ToolKind.WRITE || kind == ToolKind.EDIT);
        return file.map(path ->
                        call.withTool("edit").withArguments(JsonObject.empty().with("file_path", path)))
                .orElse(call);
    }

    @Override
    public Output leftAlone(HookCall call) {
        return Output.SILENCE;
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(
                call.event().equals(REQUEST)
                        ? JsonObject.empty().with("behavior", "allow")
                        : JsonObject.empty().with("permissionDecision", "allow").with("permissionDecisionReason", why));
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return call.event().equals(REQUEST)
                ? Optional.empty()
                : Optional.of(Output.of(JsonObject.empty()
                        .with("permissionDecision", "allow")
                        .with("permissionDecisionReason", why)
                        .with("modifiedArgs", arguments)));
    }

    @Override
    public Output denied(String event, String why) {
        return refused(event, why, false);
    }

    @Override
    public Output stopped(String event, String why) {
        return refused(event, why, true);
    }

    private static Output refused(String event, String why, boolean interrupt) {
        return Output.of(
                event.equalsIgnoreCase(REQUEST)
                        ? JsonObject.empty()
                                .with("behavior", "deny")
                                .with("message", why)
                                .with("interrupt", interrupt)
                        : JsonObject.empty().with("permissionDecision", "deny").with("permissionDecisionReason", why));
    }
}
