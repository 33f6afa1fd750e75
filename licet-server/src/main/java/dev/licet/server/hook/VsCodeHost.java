package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/** Agent hooks of Visual Studio Code: PreToolUse, in Claude Code's form. Source: VS Code agent hooks documentation. */
final class VsCodeHost implements Host {
    private static final String BEFORE = "PreToolUse";

    private static final HookConfiguration CONFIGURATION = new HookConfiguration(
            HookHost.VSCODE,
            HookConfiguration.Location.project(".github/hooks/licet.json"),
            HookConfiguration.Layout.LIST,
            JsonObject.empty(),
            List.of(HookConfiguration.Event.of(
                    BEFORE, HookConfiguration.COMMAND.with("timeout", HookHost.VSCODE.patience()))),
            "VS Code waits 30 seconds for a hook: a call that nobody answers in time is refused and may be made again.");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
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
    public Output leftAlone(HookCall call) {
        return Output.SILENCE;
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
