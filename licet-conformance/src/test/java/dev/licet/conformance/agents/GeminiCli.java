package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gemini CLI, told to approve everything itself. */
record GeminiCli() implements RealAgent {
    @Override
    public String name() {
        return "gemini";
    }

    @Override
    public String npm() {
        return "@google/gemini-cli@0.61.0";
    }

    @Override
    public Map<String, String> environment(LoopbackModel model) {
        return Map.of(
                "GOOGLE_GEMINI_BASE_URL", model.url(),
                "GEMINI_API_KEY", "word",
                "GEMINI_CLI_TRUST_WORKSPACE", "true");
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject none = JsonObject.empty();
        JsonObject server = RealAgent.server(mcp).with("trust", true);
        JsonObject settings = RealAgent.withServer(server)
                .with("security", none.with("auth", none.with("selectedType", "gemini-api-key")))
                .with("general", none.with("enableAutoUpdate", false));
        return Map.of(".gemini/settings.json", JsonText.write(settings));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("gemini", "--approval-mode", "yolo", "-m", "gemini-2.5-pro", "-p", TASK));
    }

    @Override
    public Wanted shell(String command) {
        return Wanted.of("run_shell_command").with("command", command).with("description", "Go on");
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
        return Wanted.of("replace")
                .with("file_path", file)
                .with("instruction", "Go on")
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
        return List.of(search.with("dir_path", path), search.with("include_pattern", path));
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(
                Wanted.of("invoke_agent").with("agent_name", "generalist").with("prompt", task));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(Wanted.of("mcp_files_" + tool));
    }

    @Override
    public Patience patience() {
        return Patience.RUNS;
    }
}
