package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Codex: PreToolUse and PermissionRequest.
 *
 * <p>A member that it does not know invalidates the whole output, and so do a plain {@code allow} and an {@code ask}: the
 * command runs then. So what is allowed is answered with silence, and Codex goes on to its own rules; what it then asks by
 * PermissionRequest is answered from here. Source: the generated schemas of codex-rs/hooks.
 */
final class CodexHost implements Host {
    private static final String BEFORE = "PreToolUse";
    private static final String REQUEST = "PermissionRequest";

    private static final HookConfiguration CONFIGURATION = HookConfiguration.groups(
            HookHost.CODEX,
            HookConfiguration.Location.home(".codex/hooks.json", "CODEX_HOME", "hooks.json"),
            List.of(
                    HookConfiguration.Event.of(
                            BEFORE, HookConfiguration.COMMAND.with("timeout", HookHost.CODEX.patience())),
                    HookConfiguration.Event.of(
                            REQUEST, HookConfiguration.COMMAND.with("timeout", HookHost.CODEX.patience()))),
            "Codex runs a hook only once it is trusted, and again after each change of it: run `licet install codex`, or open /hooks in Codex and trust both.");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public Optional<Trust> trust() {
        return Optional.of(
                new Trust(
                        "config.toml",
                        "Codex does not trust this hook, and runs calls without asking it: run `licet install codex` again, or open /hooks in Codex and trust it"));
    }

    @Override
    public List<String> remarks() {
        return List.of("Codex goes on when a hook takes too long.");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        return new Payload(input)
                .eitherOf(BEFORE, REQUEST, payload -> withoutDescription(payload.arguments("tool_input")), place);
    }

    /** Of the two events about one command only the second has a description. */
    private static JsonObject withoutDescription(JsonObject arguments) {
        var members = new LinkedHashMap<>(arguments.members());
        members.remove("description");
        return new JsonObject(members);
    }

    /** Codex runs the user's shell with {@code -lc}, where that is bash, zsh or sh. */
    @Override
    public Shells shells() {
        return Shells.of(Shell.BASH, Shell.ZSH, Shell.DASH);
    }

    @Override
    public Output leftAlone(HookCall call) {
        return Output.SILENCE;
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return call.event().equals(REQUEST)
                ? SpecificOutput.request(JsonObject.empty().with("behavior", "allow"))
                : Output.SILENCE;
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return call.event().equals(REQUEST)
                ? Optional.empty()
                : Optional.of(SpecificOutput.of(JsonObject.empty()
                        .with("hookEventName", BEFORE)
                        .with("permissionDecision", "allow")
                        .with("updatedInput", arguments)));
    }

    @Override
    public Output denied(String event, String why) {
        return event.equals(REQUEST)
                ? SpecificOutput.request(
                        JsonObject.empty().with("behavior", "deny").with("message", why))
                : SpecificOutput.decision(BEFORE, "deny", why);
    }
}
