package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Cline: PreToolUse, a veto. It gives up after 30 seconds and takes no other arguments. The flag
 * {@code requires_approval} is the model's own word and counts for nothing. Source: Cline's hooks README.
 */
final class ClineHost implements Host {
    private static final String BEFORE = "PreToolUse";

    @Override
    public String name() {
        return "cline";
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(25);
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("hookName").orElse(BEFORE);
        if (!event.equals(BEFORE)) {
            return Optional.empty();
        }
        JsonObject tool = input.object("preToolUse").orElseThrow(() -> Payload.missing("preToolUse"));
        return Optional.of(new HookCall(
                payload.call(
                        new Payload(tool).required("toolName"),
                        new Payload(tool).arguments("parameters"),
                        payload.required("taskId"),
                        place),
                event,
                false));
    }

    @Override
    public List<String> events() {
        return List.of(BEFORE);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("cancel", false));
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.empty();
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("cancel", true).with("errorMessage", why));
    }
}
