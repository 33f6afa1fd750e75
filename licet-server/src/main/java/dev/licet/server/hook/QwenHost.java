package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.util.List;
import java.util.Optional;

/**
 * Qwen Code: PreToolUse, a veto in Claude Code's form. What is allowed goes on to Qwen Code's own approval mode, and no other
 * arguments are taken. It waits a minute for any hook, longer timeouts notwithstanding. Source: Qwen Code hooks
 * documentation; version 0.15.10 as it runs.
 */
final class QwenHost implements Host {
    private static final String BEFORE = "PreToolUse";

    private static final HookConfiguration CONFIGURATION = HookConfiguration.groups(
            HookHost.QWEN,
            HookConfiguration.Location.home(".qwen/settings.json"),
            List.of(HookConfiguration.Event.named(BEFORE, HookHost.QWEN)),
            "Qwen Code waits a minute for a hook: a call that nobody answers in time is refused and may be made again.");

    @Override
    public HookConfiguration configuration() {
        return CONFIGURATION;
    }

    @Override
    public List<String> remarks() {
        return List.of(
                "Qwen Code goes on when a hook takes too long.",
                "What Licet allows goes on to Qwen Code's own approval mode; `yolo` leaves all questions to Licet.",
                "`disableAllHooks` in its settings switches the hooks off.");
    }

    @Override
    public String writer() {
        return "write_file";
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        return new Payload(input).of(BEFORE, place);
    }

    /** Qwen Code runs {@code bash -c}. */
    @Override
    public Shells shells() {
        return Shells.of(Shell.BASH);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty());
    }

    @Override
    public Output denied(String event, String why) {
        return SpecificOutput.decision(BEFORE, "deny", why);
    }
}
