package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.util.List;
import java.util.Optional;

/**
 * Gemini CLI: BeforeTool, a veto. What is allowed goes on to Gemini's own policy. Changed arguments are merged into the
 * call's, so that they can only be passed on when none was taken away. Source: Gemini CLI hooks reference.
 */
final class GeminiHost implements Host {
    private static final String BEFORE = "BeforeTool";

    private static final HookConfiguration CONFIGURATION = HookConfiguration.groups(
            HookHost.GEMINI,
            HookConfiguration.Location.home(".gemini/settings.json", "GEMINI_CLI_HOME", ".gemini/settings.json"),
            List.of(HookConfiguration.Event.named(BEFORE, HookHost.GEMINI)),
            "");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public List<String> remarks() {
        return List.of("Gemini CLI goes on when a hook takes too long.");
    }

    @Override
    public String writer() {
        return "write_file";
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return Host.says(answer, "decision");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        return new Payload(input).of(BEFORE, place);
    }

    /** Gemini CLI runs {@code bash -c}. */
    @Override
    public Shells shells() {
        return Shells.of(Shell.BASH);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty());
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return call.mayBeMerged(arguments)
                ? Optional.of(Output.of(JsonObject.empty()
                        .with("hookSpecificOutput", JsonObject.empty().with("tool_input", arguments))))
                : Optional.empty();
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("decision", "deny").with("reason", why));
    }
}
