package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Qwen Code, told to approve everything itself. */
record QwenCode() implements RealAgent {
    private static final Traits TRAITS = new Traits("qwen", "@qwen-code/qwen-code@0.15.10", Patience.FIXED, """
            shell run_shell_command {"command": "$command", "is_background": false}
            read read_file {"file_path": "$file"}
            write write_file {"file_path": "$file", "content": "$text"}
            edit edit {"file_path": "$file", "old_string": "$before", "new_string": "$after"}
            search grep_search {"pattern": "$text"}
            lead grep_search {"pattern": "$text", "path": "$path"}
            lead grep_search {"pattern": "$text", "glob": "$path"}
            delegate agent {"description": "Go on", "prompt": "$task", "subagent_type": "general-purpose"}
            serve mcp__files__$tool {}
            """);

    @Override
    public String asks() {
        return "send_message";
    }

    @Override
    public Traits traits() {
        return TRAITS;
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
    public boolean takesOtherArguments() {
        return false;
    }
}
