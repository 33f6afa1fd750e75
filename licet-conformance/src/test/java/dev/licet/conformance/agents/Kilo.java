package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Kilo Code's command line by its plug-in; it is made from OpenCode. */
record Kilo() implements RealAgent {
    private static final Traits TRAITS = new Traits(
            "kilo",
            "@kilocode/cli@7.7.7",
            Patience.FIXED,
            new OpenCode().traits().tools());

    @Override
    public String asks() {
        return "background_process.id background_process.ready kilo_local_recall";
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        JsonObject settings = OpenCode.settings(model, mcp).without("autoupdate");
        return Map.of(".config/kilo/kilo.json", JsonText.write(settings));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        return List.of(List.of("kilo", "run", TASK));
    }
}
