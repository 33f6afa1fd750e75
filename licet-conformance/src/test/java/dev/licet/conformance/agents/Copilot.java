package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Copilot CLI with a model of one's own, by which it needs no network. */
record Copilot() implements RealAgent {
    @Override
    public String name() {
        return "copilot";
    }

    @Override
    public String npm() {
        return "@github/copilot@1.0.102";
    }

    @Override
    public Map<String, String> environment(LoopbackModel model) {
        return Map.of(
                "COPILOT_OFFLINE", "true",
                "COPILOT_PROVIDER_BASE_URL", model.chatUrl(),
                "COPILOT_PROVIDER_API_KEY", "word",
                "COPILOT_MODEL", "test-model");
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject server = RealAgent.server(mcp).with("type", "local").with("tools", RealAgent.texts(List.of("*")));
        return Map.of(".copilot/mcp-config.json", JsonText.write(RealAgent.withServer(server)));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("copilot", "--allow-all-tools", "--allow-all-paths", "-p", TASK));
    }

    @Override
    public Wanted shell(String command) {
        return Wanted.of("bash").with("command", command).with("description", "Go on");
    }

    @Override
    public Wanted read(String file) {
        return Wanted.of("view").with("path", file);
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("create").with("path", file).with("file_text", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return Wanted.of("edit").with("path", file).with("old_str", before).with("new_str", after);
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("grep").with("pattern", text).with("output_mode", "content");
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        Wanted search = search(text);
        return List.of(search.with("path", path), search.with("paths", path), search.with("glob", path));
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(Wanted.of("task")
                .with("description", "Go on")
                .with("prompt", task)
                .with("agent_type", "general-purpose"));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(Wanted.of("files-" + tool));
    }

    @Override
    public Patience patience() {
        return Patience.RUNS;
    }
}
