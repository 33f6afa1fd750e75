package dev.licet.conformance.agents;

import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Claude Code: by hooks over HTTP, and before it had a switch for those that fail.
 *
 * @param stops whether it ends its turn when it is told so
 */
record ClaudeCode(String npm, boolean stops) implements RealAgent {
    static final ClaudeCode PRESENT = new ClaudeCode("@anthropic-ai/claude-code@2.1.330", true);
    static final ClaudeCode PAST = new ClaudeCode("@anthropic-ai/claude-code@2.1.197", false);

    private static final String SERVERS = "servers.json";

    @Override
    public String name() {
        return "claude";
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

    @Override
    public Wanted shell(String command) {
        return Wanted.of("Bash").with("command", command).with("description", "Go on");
    }

    @Override
    public Wanted read(String file) {
        return Wanted.of("Read").with("file_path", file);
    }

    @Override
    public Wanted write(String file, String text) {
        return Wanted.of("Write").with("file_path", file).with("content", text);
    }

    @Override
    public Wanted edit(String file, String before, String after) {
        return Wanted.of("Edit")
                .with("file_path", file)
                .with("old_string", before)
                .with("new_string", after);
    }

    @Override
    public Wanted search(String text) {
        return Wanted.of("Grep").with("pattern", text).with("output_mode", "content");
    }

    @Override
    public List<Wanted> searches(String text, String path) {
        Wanted search = search(text);
        return List.of(
                search.with("path", path),
                search.with("glob", path),
                search.with("path", path).with("glob", ".e*"));
    }

    @Override
    public Optional<Wanted> delegate(String task) {
        return Optional.of(Wanted.of("Agent")
                .with("description", "Go on")
                .with("prompt", task)
                .with("subagent_type", "general-purpose"));
    }

    @Override
    public Optional<Wanted> served(String tool) {
        return Optional.of(Wanted.of("mcp__files__" + tool));
    }

    @Override
    public Patience patience() {
        return stops ? Patience.BLOCKS : Patience.RUNS;
    }
}
