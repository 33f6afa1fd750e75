package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Gemini CLI, told to approve everything itself. */
record GeminiCli() implements RealAgent {
    private static final Traits TRAITS = new Traits("gemini", "@google/gemini-cli@0.61.0", Patience.RUNS, """
            shell run_shell_command {"command": "$command", "description": "Go on"}
            read read_file {"file_path": "$file"}
            write write_file {"file_path": "$file", "content": "$text"}
            edit replace {"file_path": "$file", "instruction": "Go on", "old_string": "$before", "new_string": "$after"}
            search grep_search {"pattern": "$text"}
            lead grep_search {"pattern": "$text", "dir_path": "$path"}
            lead grep_search {"pattern": "$text", "include_pattern": "$path"}
            delegate invoke_agent {"agent_name": "generalist", "prompt": "$task"}
            serve mcp_files_$tool {}
            """);

    @Override
    public String asks() {
        return "google_web_search";
    }

    @Override
    public Traits traits() {
        return TRAITS;
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
}
