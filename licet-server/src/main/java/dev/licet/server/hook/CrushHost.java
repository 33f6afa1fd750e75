package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Crush: PreToolUse, whose allow spares Crush's own question. Changed arguments are merged into the call's. The agents that it
 * delegates to run no hooks, so that delegating is judged as something of its own. Source: Crush's document on hooks; not run.
 */
final class CrushHost implements Host {
    private static final String BEFORE = "PreToolUse";

    /** What runs tools that no hook is asked about. */
    private static final Set<String> DELEGATES = Set.of("agent", "agentic_fetch");

    private static final HookConfiguration CONFIGURATION = new HookConfiguration(
            HookHost.CRUSH,
            HookConfiguration.Location.home(".config/crush/crush.json", "XDG_CONFIG_HOME", "crush/crush.json"),
            HookConfiguration.Layout.LIST,
            JsonObject.empty(),
            List.of(HookConfiguration.Event.of(
                    BEFORE, JsonObject.empty().with("name", "licet").with("timeout", HookHost.CRUSH.patience()))),
            "");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "Crush goes on when a hook takes too long.",
                "The agents that Crush delegates to run no hooks: delegating asks, as `agent_without_hooks`.",
                "A project's own `crush.json` may have further hooks; a deny of Licet's counts all the same.");
    }

    @Override
    public String writer() {
        return "write";
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        JsonObject about = probe.about(event);
        return about.without("hook_event_name")
                .with("event", event)
                .with("tool_name", writer())
                .with("tool_input", probe.arguments());
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return Host.says(answer, "decision");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        String event = payload.text("event").orElse(BEFORE);
        return payload.of(BEFORE, place)
                .filter(call -> event.equals(BEFORE))
                .map(call -> DELEGATES.contains(call.call().tool()) ? call.of(HookCall.WITHOUT_HOOKS) : call);
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
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return call.mayBeMerged(arguments)
                ? Optional.of(
                        Output.of(JsonObject.empty().with("decision", "allow").with("updated_input", arguments)))
                : Optional.empty();
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("decision", "deny").with("reason", why));
    }

    @Override
    public Output stopped(String event, String why) {
        return Output.of(
                JsonObject.empty().with("decision", "deny").with("halt", true).with("reason", why));
    }
}
