package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Cline's own program; its run ends with any refusal. */
record Cline() implements RealAgent {
    @Override
    public String name() {
        return "cline";
    }

    @Override
    public String npm() {
        return "cline@3.0.65";
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        return Map.of(
                ".cline/data/settings/cline_mcp_settings.json",
                JsonText.write(RealAgent.withServer(RealAgent.server(mcp))));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(
                List.of("cline", "auth", "-p", "openai", "-k", "word", "-m", "test-model", "-b", model.chatUrl()),
                List.of("cline", "-t", "100", TASK));
    }

    @Override
    public Wanted shell(String command) {
        return Wanted.of("run_commands").withOne("commands", command);
    }

    @Override
    public Wanted read(String file) {
        JsonObject one = JsonObject.empty().with("path", file);
        return Wanted.of("read_files").with("files", JsonArray.of(List.of(one)));
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("editor").with("path", file).with("new_text", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return Wanted.of("editor").with("path", file).with("old_text", before).with("new_text", after);
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("search_codebase").withOne("queries", text);
    }

    @Override
    public boolean takesOtherArguments() {
        return false;
    }

    @Override
    public boolean tellsOfRefusals() {
        return false;
    }

    @Override
    public boolean stops() {
        return true;
    }

    @Override
    public Patience patience() {
        return Patience.FIXED;
    }
}
