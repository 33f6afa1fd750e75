package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/**
 * goose: PreToolUse of a plug-in, whose refusal is final and whose failure blocks where {@code on_failure} says so. What is
 * allowed goes on to goose's own mode, and no other arguments are taken. The agents that it delegates to run no hooks, so that
 * delegating is judged as something of its own. Source: goose's documentation of hooks; version 1.52.0
 * as it runs.
 */
final class GooseHost implements Host {
    private static final String BEFORE = "PreToolUse";

    /** What has an agent work that no hook is asked about. */
    private static final String DELEGATE = "delegate";

    private static final HookConfiguration CONFIGURATION = HookConfiguration.groups(
            HookHost.GOOSE,
            HookConfiguration.Location.home(
                    ".agents/plugins/licet/hooks/hooks.json",
                    "GOOSE_PATH_ROOT",
                    ".agents/plugins/licet/hooks/hooks.json"),
            List.of(HookConfiguration.Event.of(
                    BEFORE,
                    HookConfiguration.COMMAND
                            .with("timeout", HookHost.GOOSE.patience())
                            .with("on_failure", "block"))),
            "");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "The agents that goose delegates to run no hooks: delegating asks, as `agent_without_hooks`.",
                "What Licet allows goes on to goose's own mode; `GOOSE_MODE=auto` leaves all questions to Licet.",
                "A project can keep the hooks from running: by `disabledPlugins` in its `.config/goose/settings.json`, or by"
                        + " a plug-in of its own called `licet`.");
    }

    @Override
    public String writer() {
        return "write";
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        return JsonObject.empty()
                .with("event", event)
                .with("session_id", Probe.SESSION)
                .with("tool_name", writer())
                .with(
                        "tool_input",
                        JsonObject.empty().with("path", probe.file()).with("content", ""))
                .with("working_dir", probe.directory());
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return answer.text("decision").equals(Optional.of("block"));
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        return payload.of(BEFORE, place)
                .filter(call -> payload.text("event").orElse(BEFORE).equals(BEFORE))
                .map(call -> call.call().tool().equals(DELEGATE) ? call.of(HookCall.WITHOUT_HOOKS) : call);
    }

    @Override
    public Output leftAlone(HookCall call) {
        return Output.SILENCE;
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("decision", "allow"));
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("decision", "block").with("reason", why));
    }
}
