package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.hook.HookHost;
import java.util.List;
import java.util.Optional;

/**
 * An agent that loads a module of ours, which asks the hook before each tool runs and does what it says: input and answer
 * have a form of our own. The modules are {@code opencode.js} and {@code pi.js} beside
 * this class.
 *
 * @param configuration where the module is
 * @param path what its tools call the path of a file
 * @param remarks what a person should know of it
 */
record ModuleHost(HookConfiguration configuration, String path, List<String> remarks) implements Host {
    ModuleHost {
        remarks = List.copyOf(remarks);
    }

    /** OpenCode: a plug-in with {@code tool.execute.before}. Source: OpenCode's documentation of plug-ins. */
    static ModuleHost openCode() {
        return new ModuleHost(
                configuration(
                        HookHost.OPENCODE,
                        HookConfiguration.Location.home(
                                ".config/opencode/plugin/licet.js", "XDG_CONFIG_HOME", "opencode/plugin/licet.js"),
                        "tool.execute.before"),
                "filePath",
                List.of(
                        "OpenCode goes on without a plug-in that it cannot load.",
                        "OpenCode's own `permission` rules still hold for what Licet allows."));
    }

    /** Kilo Code's command line, which is made from OpenCode and loads its plug-ins. Source: version 7.7.7 as it runs. */
    static ModuleHost kilo() {
        return new ModuleHost(
                configuration(
                        HookHost.KILO,
                        HookConfiguration.Location.home(
                                ".config/kilo/plugin/licet.js", "XDG_CONFIG_HOME", "kilo/plugin/licet.js"),
                        "tool.execute.before"),
                "filePath",
                List.of(
                        "Kilo goes on without a plug-in that it cannot load.",
                        "Kilo's own `permission` rules still hold for what Licet allows.",
                        "Kilo Code in an editor is another program, which loads no plug-ins."));
    }

    /** Pi: an extension with {@code tool_call}. Source: Pi's documentation of extensions. */
    static ModuleHost pi() {
        return new ModuleHost(
                configuration(
                        HookHost.PI,
                        HookConfiguration.Location.home(
                                ".pi/agent/extensions/licet.ts", "PI_CODING_AGENT_DIR", "extensions/licet.ts"),
                        "tool_call"),
                "path",
                List.of("Pi goes on without an extension that it cannot load."));
    }

    private static HookConfiguration configuration(HookHost host, HookConfiguration.Location place, String event) {
        return new HookConfiguration(
                host,
                place,
                HookConfiguration.Layout.MODULE,
                JsonObject.empty(),
                List.of(HookConfiguration.Event.of(event, JsonObject.empty())),
                "");
    }

    private String event() {
        return events().getFirst();
    }

    @Override
    public JsonObject probe(String event, Probe probe) {
        return probe.about(event)
                .with("tool_name", "write")
                .with("tool_input", JsonObject.empty().with(path, probe.file()).with("content", ""));
    }

    @Override
    public boolean isRefusal(JsonObject answer) {
        return Host.says(answer, "decision");
    }

    @Override
    public Optional<HookCall> read(JsonObject input, Place place) {
        return new Payload(input).of(event(), place);
    }

    @Override
    public Output allowed(HookCall call, String why) {
        return Output.of(JsonObject.empty().with("decision", "allow"));
    }

    @Override
    public Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.of(
                Output.of(JsonObject.empty().with("decision", "allow").with("arguments", arguments)));
    }

    @Override
    public Output denied(String event, String why) {
        return Output.of(JsonObject.empty().with("decision", "deny").with("reason", why));
    }
}
