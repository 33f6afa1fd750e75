package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Qwen Code, told to approve everything itself. */
record QwenCode() implements RealAgent {
    @Override
    public String name() {
        return "qwen";
    }

    @Override
    public String npm() {
        return "@qwen-code/qwen-code@0.15.10";
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject server = RealAgent.server(mcp).with("trust", true);
        // Else it offers the tools of servers only once they were looked for.
        JsonObject tools = JsonObject.empty().with("exclude", RealAgent.texts(List.of("tool_search")));
        JsonObject settings = RealAgent.withServer(server).with("tools", tools);
        return Map.of(".qwen/settings.json", JsonText.write(settings));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of(
                "qwen",
                "--auth-type",
                "openai",
                "--openai-api-key",
                "word",
                "--openai-base-url",
                model.chatUrl(),
                "-m",
                "test-model",
                "-y",
                "-p",
                TASK));
    }

    @Override
    public Wanted shell(String command) {
        return Wanted.of("run_shell_command").with("command", command).with("is_background", new JsonBoolean(false));
    }

    @Override
    public Wanted read(String file) {
        return Wanted.of("read_file").with("file_path", file);
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("write_file").with("file_path", file).with("content", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return Wanted.of("edit")
                .with("file_path", file)
                .with("old_string", before)
                .with("new_string", after);
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("grep_search").with("pattern", text);
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        Wanted search = search(text);
        return List.of(search.with("path", path), search.with("glob", path));
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(Wanted.of("agent")
                .with("description", "Go on")
                .with("prompt", task)
                .with("subagent_type", "general-purpose"));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(Wanted.of("mcp__files__" + tool));
    }

    @Override
    public boolean takesOtherArguments() {
        return false;
    }

    @Override
    public Patience patience() {
        return Patience.FIXED;
    }
}
