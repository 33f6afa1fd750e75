package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** goose by the hook of a plug-in; it has no tool that reads or searches, but a shell. */
record Goose() implements RealAgent {
    private static final Traits TRAITS =
            new Traits("goose", "@aaif/goose-binary-linux-x64@1.52.0", Patience.BLOCKS, """
            shell shell {"command": "$command"}
            write write {"path": "$file", "content": "$text"}
            edit edit {"path": "$file", "before": "$before", "after": "$after"}
            serve files__$tool {}
            """);

    /** Work for an agent of its own, which runs no hooks. */
    static Wanted delegates(String task) {
        return Wanted.of("delegate", JsonObject.empty().with("instructions", task));
    }

    @Override
    public String asks() {
        return "analyze apps__create_app apps__delete_app apps__iterate_app apps__list_apps delegate"
                + " extensionmanager__list_resources extensionmanager__manage_extensions extensionmanager__read_resource"
                + " extensionmanager__search_available_extensions load read_image";
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Wanted read(String file) {
        return shell("cat " + file);
    }

    @Override
    public Wanted search(String text) {
        return shell("grep -rn " + text + " .");
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        return List.of(shell("grep -rn " + text + " " + path));
    }

    @Override
    public boolean takesOtherArguments() {
        return false;
    }

    @Override
    public Map<String, String> environment(LoopbackModel model) {
        return Map.of(
                "GOOSE_DISABLE_KEYRING", "1",
                "GOOSE_PROVIDER", "openai",
                "GOOSE_MODEL", "test-model",
                "GOOSE_MODE", "auto",
                "OPENAI_API_KEY", "word",
                "OPENAI_HOST", model.chatUrl().replaceFirst("/v1$", ""));
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject none = JsonObject.empty();
        JsonObject server = none.with("enabled", true)
                .with("type", "stdio")
                .with("name", "files")
                .with("cmd", mcp.getFirst())
                .with("args", RealAgent.texts(mcp.subList(1, mcp.size())))
                .with("envs", none)
                .with("timeout", 300);
        // YAML is JSON and more.
        return Map.of(".config/goose/config.yaml", JsonText.write(none.with("extensions", none.with("files", server))));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("goose-binary-linux-x64", "run", "--no-session", "-t", TASK));
    }
}
