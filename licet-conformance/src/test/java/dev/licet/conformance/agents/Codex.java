package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Codex without its sandbox; its hooks are trusted once they are installed. */
record Codex() implements RealAgent {
    /** A model that it knows: to those it offers its patches, and the tools of others only once they were looked for. */
    private static final String KNOWN = "gpt-5.5";

    private static final String UNKNOWN = "test-model";

    private static final Traits TRAITS = new Traits("codex", "@openai/codex@0.169.0", Patience.RUNS, """
            shell exec_command {"cmd": "$command"}
            """);

    @Override
    public String asks() {
        return "close_agent create_goal exec_command.justification exec_command.login exec_command.prefix_rule"
                + " exec_command.sandbox_permissions exec_command.shell exec_command.tty get_goal"
                + " list_mcp_resource_templates list_mcp_resources multi_agent_v1 read_mcp_resource resume_agent"
                + " send_input spawn_agent update_goal wait_agent";
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public Map<String, String> environment(LoopbackModel model) {
        return Map.of("OPENAI_API_KEY", "word");
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        String arguments = mcp.stream().skip(1).map(Codex::quoted).collect(Collectors.joining(", "));
        return Map.of(".codex/config.toml", """
                model_provider = "me"
                check_for_update_on_startup = false

                [model_providers.me]
                name = "me"
                base_url = "%s/v1"
                env_key = "OPENAI_API_KEY"
                wire_api = "responses"

                [mcp_servers.files]
                command = %s
                args = [%s]
                required = true
                startup_timeout_sec = 120
                """.formatted(model.url(), quoted(mcp.getFirst()), arguments));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        String name =
                model.next().map(Wanted::tool).filter("apply_patch"::equals).isPresent() ? KNOWN : UNKNOWN;
        return List.of(List.of("codex", "exec", "-m", name, "-s", "danger-full-access", "--", TASK));
    }

    @Override
    public List<String> withChangedHooks() {
        return List.of("--dangerously-bypass-hook-trust");
    }

    @Override
    public Wanted read(String file) {
        return shell("cat " + file);
    }

    @Override
    public Wanted write(String file, String text) {
        return patch("*** Add File: " + file + "\n"
                + text.lines().map(line -> "+" + line + "\n").collect(Collectors.joining()));
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return patch("*** Update File: " + file + "\n@@\n-" + before + "\n+" + after + "\n");
    }

    private static Wanted patch(String body) {
        return Wanted.of("apply_patch", new JsonString("*** Begin Patch\n" + body + "*** End Patch\n"));
    }

    @Override
    public Wanted search(String text) {
        return shell("grep -rn " + text + " .");
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(new Wanted("multi_agent_v1", "spawn_agent", JsonObject.empty()).with("message", task));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(new Wanted("mcp__files", tool, JsonObject.empty()));
    }
}
