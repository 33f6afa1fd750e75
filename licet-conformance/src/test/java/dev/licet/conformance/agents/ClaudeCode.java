package dev.licet.conformance.agents;

import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Claude Code: by hooks over HTTP, and before it had a switch for those that fail.
 *
 * @param stops whether it ends its turn when it is told so
 */
record ClaudeCode(String npm, boolean stops) implements RealAgent {
    static final ClaudeCode PRESENT = new ClaudeCode("@anthropic-ai/claude-code@2.1.330", true);
    static final ClaudeCode PAST = new ClaudeCode("@anthropic-ai/claude-code@2.1.197", false);

    private static final String SERVERS = "servers.json";

    private static final String TOOLS = """
            shell Bash {"command": "$command", "description": "Go on"}
            read Read {"file_path": "$file"}
            write Write {"file_path": "$file", "content": "$text"}
            edit Edit {"file_path": "$file", "old_string": "$before", "new_string": "$after"}
            search Grep {"pattern": "$text", "output_mode": "content"}
            lead Grep {"pattern": "$text", "output_mode": "content", "path": "$path"}
            lead Grep {"pattern": "$text", "output_mode": "content", "glob": "$path"}
            lead Grep {"pattern": "$text", "output_mode": "content", "path": "$path", "glob": ".e*"}
            delegate Agent {"description": "Go on", "prompt": "$task", "subagent_type": "general-purpose"}
            serve mcp__files__$tool {}
            """;

    @Override
    public String asks() {
        return "Bash.dangerouslyDisableSandbox CronCreate CronDelete CronList EnterWorktree ExitWorktree "
                + (stops ? "Monitor.ws " : "") + "SendMessage WebSearch Workflow";
    }

    @Override
    public Traits traits() {
        return new Traits("claude", npm, stops ? Patience.BLOCKS : Patience.RUNS, TOOLS);
    }

    @Override
    public Map<String, String> environment(LoopbackModel model) {
        return Map.of(
                "ANTHROPIC_BASE_URL", model.url(),
                "ANTHROPIC_API_KEY", "word",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                // Else it offers the tools of servers only once they were looked for.
                "ENABLE_TOOL_SEARCH", "false",
                // Else it asks itself, at least where it is root.
                "IS_SANDBOX", "1");
    }

    @Override
    public Map<String, String> configuration(LoopbackModel model, List<String> mcp) {
        return Map.of(SERVERS, JsonText.write(RealAgent.withServer(RealAgent.server(mcp))));
    }

    @Override
    public List<List<String>> commands(LoopbackModel model, Path home) {
        // Only if told so it offers `Grep`; else it searches with its shell.
        return List.of(List.of(
                "claude",
                "--allowedTools",
                "Grep",
                "--permission-mode",
                "bypassPermissions",
                "--mcp-config",
                home.resolve(SERVERS).toString(),
                "--model",
                "claude-sonnet-4-5",
                "-p",
                TASK));
    }
}
