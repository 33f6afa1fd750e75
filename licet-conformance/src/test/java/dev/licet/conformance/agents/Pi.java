package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Pi by its extension. */
record Pi() implements RealAgent {
    private static final String FOLDER = ".pi/agent/";

    private static final Traits TRAITS =
            new Traits("pi", "@earendil-works/pi-coding-agent@0.74.2", Patience.FIXED, """
            shell bash {"command": "$command"}
            read read {"path": "$file"}
            write write {"path": "$file", "content": "$text"}
            edit edit {"path": "$file", "edits": [{"oldText": "$before", "newText": "$after"}]}
            search grep {"pattern": "$text"}
            lead grep {"pattern": "$text", "path": "$path"}
            lead grep {"pattern": "$text", "glob": "$path"}
            """);

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject none = JsonObject.empty();
        JsonObject cost =
                none.with("input", 0).with("output", 0).with("cacheRead", 0).with("cacheWrite", 0);
        JsonObject one = none.with("id", "test-model")
                .with("name", "test")
                .with("reasoning", false)
                .with("input", RealAgent.texts(List.of("text")))
                .with("cost", cost)
                .with("contextWindow", 100_000)
                .with("maxTokens", 1000);
        JsonObject provider = none.with("baseUrl", model.chatUrl())
                .with("apiKey", "word")
                .with("api", "openai-completions")
                .with("models", JsonArray.of(List.of(one)));
        return Map.of(
                FOLDER + "auth.json",
                "{}",
                FOLDER + "models.json",
                JsonText.write(none.with("providers", none.with("me", provider))));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of(
                "pi",
                "--provider",
                "me",
                "--model",
                "test-model",
                "--tools",
                "read,grep,find,ls,bash,write,edit",
                "-p",
                TASK));
    }
}
