package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Agent hooks of Visual Studio Code: PreToolUse, in Claude Code's form. Source: VS Code agent hooks documentation. */
final class VsCodeHost implements Host {
    private static final String BEFORE = "PreToolUse";

    @Override
    public String name() {
        return "vscode";
    }

    /** It gives up after 30 seconds. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(25);
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("hook_event_name", "hookEventName").orElse(BEFORE);
        return event.equals(BEFORE)
                ? Optional.of(new HookCall(
                        payload.call(
                                payload.required("tool_name", "toolName"),
                                payload.arguments(input.get("toolInput").isPresent() ? "toolInput" : "tool_input"),
                                payload.required("session_id", "sessionId"),
                                place),
                        event,
                        false))
                : Optional.empty();
    }

    @Override
    public List<String> events() {
        return List.of(BEFORE);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return SpecificOutput.decision(BEFORE, "allow", why);
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.of(
                SpecificOutput.of(SpecificOutput.members(BEFORE, "allow", why).with("updatedInput", arguments)));
    }

    @Override
    public Output denied(String event, String why) {
        return SpecificOutput.decision(BEFORE, "deny", why);
    }
}
