package dev.licet.server.hook;

import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An agent that goes by the exit status of what it starts: 0 lets the call run, 2 refuses it, and the model is told what stands
 * on standard error.
 *
 * @param remarks what a person should know of it
 */
record StatusHost(HookConfiguration configuration, List<String> remarks) implements Host {
    /** What tells the tool of a call where its arguments are all that is said. */
    private static final String TOOL = "AGENT_TOOL_NAME";

    /** Of a directory that stands for a session: an id has its bounds. */
    private static final int MAX_DIRECTORY = 200;

    StatusHost {
        remarks = List.copyOf(remarks);
    }

    /**
     * Amp: a rule of its permissions that leaves each call to a program, which gets the arguments and is told the tool by a
     * variable. The first rule that matches decides, so that ours has to be the first. Source: Amp's documentation of
     * permissions; version 0.0.1790142911 as it judges.
     */
    static StatusHost amp() {
        return new StatusHost(
                new HookConfiguration(
                        HookHost.AMP,
                        HookConfiguration.Location.home(
                                        ".config/amp/settings.json", "XDG_CONFIG_HOME", "amp/settings.json")
                                .or("AMP_SETTINGS_FILE"),
                        HookConfiguration.Layout.RULES,
                        JsonObject.empty(),
                        List.of(new HookConfiguration.Event(
                                "delegate",
                                Optional.empty(),
                                "to",
                                JsonObject.empty().with("tool", "*").with("action", "delegate"))),
                        ""),
                List.of(
                        "`--dangerously-allow-all` and another `--settings-file` keep Amp from asking.",
                        "Permissions in a project's own `.amp/settings.json` may come before these.",
                        "Agents that Amp runs elsewhere (orbs, runners) go by their own settings."));
    }

    /**
     * Kiro's command line with its third engine, and its editor: PreToolUse. What is allowed goes on to Kiro's own
     * permissions. Source: Kiro's documentation of hooks; not run.
     */
    static StatusHost kiro() {
        return new StatusHost(
                new HookConfiguration(
                        HookHost.KIRO,
                        HookConfiguration.Location.home(".kiro/hooks/licet.json", "KIRO_HOME", "hooks/licet.json"),
                        HookConfiguration.Layout.TRIGGERS,
                        JsonObject.empty().with("version", "v1"),
                        List.of(HookConfiguration.Event.of(
                                "PreToolUse",
                                JsonObject.empty()
                                        .with("name", "licet")
                                        .with("timeout", HookHost.KIRO.patience())
                                        .with("enabled", true))),
                        ""),
                List.of(
                        "Kiro goes on when a hook takes too long, or fails otherwise than by exit status 2.",
                        "The second engine of `kiro-cli` (without `--v3`) does not read this file: its agents have hooks of"
                                + " their own.",
                        "What Licet allows goes on to Kiro's own permissions."));
    }

    private String event() {
        return events().getFirst();
    }

    private boolean saysButArguments() {
        return program() == HookHost.AMP;
    }

    @Override
    public String writer() {
        return saysButArguments() ? "create_file" : "fs_write";
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        JsonObject arguments = JsonObject.empty().with("path", probe.file()).with("content", "");
        return saysButArguments()
                ? arguments
                : probe.about(event).with("tool_name", writer()).with("tool_input", arguments);
    }

    @Override
    public Map<String, String> probeVariables() {
        return saysButArguments() ? Map.of(TOOL, writer(), "AMP_THREAD_ID", Probe.SESSION) : Map.of();
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return false;
    }

    /**
     * Kiro does not document what tells the event and the session; Amp tells none where it only tries its rules. The hook is
     * for calls alone, whatever the event is called.
     */
    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        var payload = new Payload(input);
        ToolCall call = payload.call(
                payload.required("tool_name"),
                payload.arguments("tool_input"),
                payload.text("session_id", "sessionId", "conversation_id")
                        .orElseGet(() -> sessionIn(payload.directory())),
                place);
        return Optional.of(new HookCall(call, event(), false));
    }

    /** One session for each directory, where nobody says which it is. */
    private String sessionIn(String directory) {
        return name() + ":" + directory.substring(Math.max(0, directory.length() - MAX_DIRECTORY));
    }

    /** Behind what is let through Amp has no question of its own. */
    @Override
    public boolean canBeLeftAlone() {
        return program() != HookHost.AMP;
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.SILENCE;
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(why);
    }
}
