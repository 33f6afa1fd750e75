package dev.licet.conformance.agents;

import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Cline's own program; its run ends with any refusal. */
record Cline() implements RealAgent {
    private static final Traits TRAITS = new Traits("cline", "cline@3.0.65", Patience.FIXED, """
            shell run_commands {"commands": ["$command"]}
            read read_files {"files": [{"path": "$file"}]}
            write editor {"path": "$file", "new_text": "$text"}
            edit editor {"path": "$file", "old_text": "$before", "new_text": "$after"}
            search search_codebase {"queries": ["$text"]}
            """);

    @Override
    public String asks() {
        return "spawn_agent team_attach_outcome_fragment team_broadcast team_cancel_run team_cleanup team_create_outcome"
                + " team_finalize_outcome team_mission_log team_review_outcome_fragment team_run_task team_send_message"
                + " team_shutdown_teammate team_spawn_teammate team_task";
    }

    @Override
    public Traits traits() {
        return TRAITS;
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
}
