package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** OpenCode by its plug-in. */
record OpenCode() implements RealAgent {
    private static final Traits TRAITS = new Traits("opencode", "opencode-ai@1.18.33", Patience.FIXED, """
            shell bash {"command": "$command", "description": "Go on"}
            read read {"filePath": "$file"}
            write write {"filePath": "$file", "content": "$text"}
            edit edit {"filePath": "$file", "oldString": "$before", "newString": "$after"}
            search grep {"pattern": "$text"}
            lead grep {"pattern": "$text", "path": "$path"}
            lead grep {"pattern": "$text", "include": "$path"}
            delegate task {"description": "Go on", "prompt": "$task", "subagent_type": "general"}
            serve files_$tool {}
            """);

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        return Map.of(".config/opencode/opencode.json", JsonText.write(settings(model, mcp)));
    }

    /** A configuration with {@code model} and an MCP server, in which nothing asks. */
    static JsonObject settings(LoopbackModel model, List<String> mcp) {
        JsonObject none = JsonObject.empty();
        JsonObject provider = none.with("npm", "@ai-sdk/openai-compatible")
                .with("name", "me")
                .with("options", none.with("baseURL", model.chatUrl()).with("apiKey", "word"))
                .with("models", none.with("test-model", none.with("name", "test")));
        JsonObject server = none.with("type", "local").with("command", RealAgent.texts(mcp));
        return none.with("provider", none.with("me", provider))
                .with("mcp", none.with("files", server))
                .with("model", "me/test-model")
                .with("autoupdate", false)
                .with("permission", "allow");
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("opencode", "run", TASK));
    }
}
