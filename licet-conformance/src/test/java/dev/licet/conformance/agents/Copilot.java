package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Copilot CLI with a model of one's own, by which it needs no network. */
record Copilot() implements RealAgent {
    private static final Traits TRAITS = new Traits("copilot", "@github/copilot@1.0.102", Patience.RUNS, """
            shell bash {"command": "$command", "description": "Go on"}
            read view {"path": "$file"}
            write create {"path": "$file", "file_text": "$text"}
            edit edit {"path": "$file", "old_str": "$before", "new_str": "$after"}
            search grep {"pattern": "$text", "output_mode": "content"}
            lead grep {"pattern": "$text", "output_mode": "content", "path": "$path"}
            lead grep {"pattern": "$text", "output_mode": "content", "paths": "$path"}
            lead grep {"pattern": "$text", "output_mode": "content", "glob": "$path"}
            delegate task {"description": "Go on", "prompt": "$task", "agent_type": "general-purpose"}
            serve files-$tool {}
            """);

    @Override
    public String asks() {
        return "bash.shellId session_store_sql sql write_agent";
    }

    @Override
    public Traits traits() {
        return TRAITS;
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
}
