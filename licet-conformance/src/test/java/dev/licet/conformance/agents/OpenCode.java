package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OpenCode by its plug-in. */
record OpenCode() implements RealAgent {
    @Override
    public String name() {
        return "opencode";
    }

    @Override
    public String npm() {
        return "opencode-ai@1.18.33";
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject none = JsonObject.empty();
        JsonObject provider = none.with("npm", "@ai-sdk/openai-compatible")
                .with("name", "me")
                .with("options", none.with("baseURL", model.chatUrl()).with("apiKey", "word"))
                .with("models", none.with("test-model", none.with("name", "test")));
        JsonObject server = none.with("type", "local").with("command", RealAgent.texts(mcp));
        JsonObject settings = none.with("provider", none.with("me", provider))
                .with("mcp", none.with("files", server))
                .with("model", "me/test-model")
                .with("autoupdate", false)
                .with("permission", "allow");
        return Map.of(".config/opencode/opencode.json", JsonText.write(settings));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("opencode", "run", TASK));
    }

    @Override
    public Wanted shell(String command) {
        return Wanted.of("bash").with("command", command).with("description", "Go on");
    }

    @Override
    public Wanted read(String file) {
        return Wanted.of("read").with("filePath", file);
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("write").with("filePath", file).with("content", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return Wanted.of("edit")
                .with("filePath", file)
                .with("oldString", before)
                .with("newString", after);
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("grep").with("pattern", text);
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        Wanted search = search(text);
        return List.of(search.with("path", path), search.with("include", path));
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(Wanted.of("task")
                .with("description", "Go on")
                .with("prompt", task)
                .with("subagent_type", "general"));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(Wanted.of("files_" + tool));
    }

    @Override
    public Patience patience() {
        return Patience.FIXED;
    }
}
