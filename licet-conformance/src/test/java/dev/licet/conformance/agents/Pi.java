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

    @Override
    public String name() {
        return "pi";
    }

    @Override
    public String npm() {
        return "@earendil-works/pi-coding-agent@0.74.2";
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

    @Override
    public Wanted shell(String command) {
        return Wanted.of("bash").with("command", command);
    }

    @Override
    public Wanted read(String file) {
        return Wanted.of("read").with("path", file);
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("write").with("path", file).with("content", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        JsonObject one = JsonObject.empty().with("oldText", before).with("newText", after);
        return Wanted.of("edit").with("path", file).with("edits", JsonArray.of(List.of(one)));
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("grep").with("pattern", text);
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        Wanted search = search(text);
        return List.of(search.with("path", path), search.with("glob", path));
    }

    @Override
    public Patience patience() {
        return Patience.FIXED;
    }
}
