package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.util.List;
import java.util.Optional;

/** Claude Code: PreToolUse and PermissionRequest. Source: Claude Code hooks reference. */
final class ClaudeHost implements Host {
    private static final String BEFORE = "PreToolUse";
    private static final String REQUEST = "PermissionRequest";

    /** The tool that shows a plan and ends plan mode. */
    private static final String PLAN = "ExitPlanMode";

    /** Showing a plan touches nothing; whether it is followed is for a person to say. */
    private static final String APPROVAL = "approve_plan";

    private static final HookConfiguration CONFIGURATION = HookConfiguration.groups(
            HookHost.CLAUDE,
            HookConfiguration.Location.home(".claude/settings.json", "CLAUDE_CONFIG_DIR", "settings.json"),
            List.of(event(BEFORE), event(REQUEST)),
            "");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    private static HookConfiguration.Event event(String name) {
        JsonObject closed = HookConfiguration.COMMAND
                .with("timeout", HookHost.CLAUDE.patience())
                .with("onFailure", "block");
        return new HookConfiguration.Event(name, Optional.of("*"), "command", closed);
    }

    @Override
    public Optional<HttpHooks> http() {
        return Optional.of(new HttpHooks("Claude Code", "claude", new HostVersion(2, 1, 295)));
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        boolean plan = input.text("tool_name").equals(Optional.of(PLAN));
        return new Payload(input)
                .eitherOf(BEFORE, REQUEST, payload -> payload.arguments("tool_input"), place)
                .map(call -> plan && call.event().equals(REQUEST) ? call.of(APPROVAL) : call);
    }

    /** Claude Code runs a line by the user's shell with {@code -c}, where that is bash or zsh, and by bash otherwise. */
    @Override
    public Shells shells() {
        return Shells.of(Shell.BASH, Shell.ZSH);
    }

    /** About a plan it asks in any case, and only its second event can answer that. */
    @Override
    public boolean asksItself(HookCall call) {
        return call.call().tool().equals(PLAN) && call.event().equals(BEFORE);
    }

    @Override
    public Output leftAlone(HookCall call) {
        return Output.SILENCE;
    }

    /** That a plan may be followed is believed only with the plan, as it came. */
    @Override
    public Output allowed(HookCall call, String why) {
        if (!call.event().equals(REQUEST)) {
            return SpecificOutput.decision(BEFORE, "allow", why);
        }
        JsonObject allow = JsonObject.empty().with("behavior", "allow");
        return SpecificOutput.request(
                call.call().tool().equals(APPROVAL)
                        ? allow.with("updatedInput", call.call().arguments())
                        : allow);
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.of(
                call.event().equals(REQUEST)
                        ? SpecificOutput.request(
                                JsonObject.empty().with("behavior", "allow").with("updatedInput", arguments))
                        : SpecificOutput.of(
                                SpecificOutput.members(BEFORE, "allow", why).with("updatedInput", arguments)));
    }

    @Override
    public Output denied(String event, String why) {
        return event.equals(REQUEST) ? refused(why, false) : SpecificOutput.decision(BEFORE, "deny", why);
    }

    @Override
    public Output stopped(String event, String why) {
        return event.equals(REQUEST)
                ? refused(why, true)
                : Output.of(JsonObject.empty()
                        .with("hookSpecificOutput", SpecificOutput.members(BEFORE, "deny", why))
                        .with("continue", false)
                        .with("stopReason", why));
    }

    private static Output refused(String why, boolean interrupt) {
        return SpecificOutput.request(
                JsonObject.empty().with("behavior", "deny").with("message", why).with("interrupt", interrupt));
    }
}
