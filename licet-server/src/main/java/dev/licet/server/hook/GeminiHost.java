package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Gemini CLI: BeforeTool, a veto. What is allowed goes on to Gemini's own policy. Changed arguments are merged into the
 * call's, so that they can only be passed on when none was taken away. Source: Gemini CLI hooks reference.
 */
final class GeminiHost implements Host {
    private static final String BEFORE = "BeforeTool";

    @Override
    public String name() {
        return "gemini";
    }

    /** As long as the timeout that it is installed with leaves. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(590);
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("hook_event_name").orElse(BEFORE);
        return event.equals(BEFORE)
                ? Optional.of(new HookCall(
                        payload.call(
                                payload.required("tool_name"),
                                payload.arguments("tool_input"),
                                payload.required("session_id"),
                                place),
                        event,
                        false))
                : Optional.empty();
    }

    /** Gemini CLI runs {@code bash -c}. */
    @Override
    public Shells shells() {
        return Shells.of(Shell.BASH);
    }

    @Override
    public List<String> events() {
        return List.of(BEFORE);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty());
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        boolean merges = arguments
                .members()
                .keySet()
                .containsAll(call.call().arguments().members().keySet());
        return merges
                ? Optional.of(Output.of(JsonObject.empty()
                        .with("hookSpecificOutput", JsonObject.empty().with("tool_input", arguments))))
                : Optional.empty();
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("decision", "deny").with("reason", why));
    }
}
