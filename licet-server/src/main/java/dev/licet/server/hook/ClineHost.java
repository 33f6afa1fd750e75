package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/**
 * Cline: PreToolUse, a veto. It gives up after 30 seconds and takes no other arguments. The flag
 * {@code requires_approval} is the model's own word and counts for nothing. Source: Cline's hooks README.
 */
final class ClineHost implements Host {
    private static final String BEFORE = "PreToolUse";

    /** What its command line calls the same event. */
    private static final String CALL = "tool_call";

    private static final HookConfiguration CONFIGURATION = new HookConfiguration(
            HookHost.CLINE,
            HookConfiguration.Location.home("Documents/Cline/Hooks/PreToolUse"),
            HookConfiguration.Layout.PROGRAM,
            JsonObject.empty(),
            List.of(HookConfiguration.Event.of(BEFORE, JsonObject.empty())),
            "Cline waits 30 seconds for a hook: a call that nobody answers in time is refused and may be made again.");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "Cline goes on when another hook beside this one fails.", "Cline ends its run when a call is refused.");
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        return JsonObject.empty()
                .with("hookName", event)
                .with("taskId", Probe.SESSION)
                .with("workspaceRoots", JsonArray.of(List.of(new JsonString(probe.directory()))))
                .with(
                        "preToolUse",
                        JsonObject.empty()
                                .with("toolName", "write_to_file")
                                .with(
                                        "parameters",
                                        JsonObject.empty()
                                                .with("path", probe.file())
                                                .with("content", "")));
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return answer.isTrue("cancel");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("hookName").orElse(BEFORE);
        if (!event.equals(BEFORE) && !event.equals(CALL)) {
            return Optional.empty();
        }
        // In the older form a list is a text that holds one.
        Optional<JsonObject> typed = input.object("tool_call");
        JsonObject tool = typed.or(() -> input.object("preToolUse")).orElseThrow(() -> Payload.missing("preToolUse"));
        var parts = new Payload(tool);
        return Optional.of(new HookCall(
                payload.call(
                        parts.required("toolName", "name"),
                        parts.arguments("parameters", "input"),
                        payload.required("taskId"),
                        place),
                BEFORE,
                false));
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("cancel", false));
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("cancel", true).with("errorMessage", why));
    }
}
