package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A coding agent in the version that is played: how it is started without its owner, what its tools are called, and what is
 * known of it that Licet cannot change.
 */
interface RealAgent {
    /** Told to each agent at the start; what it does then is the model's matter. */
    String TASK = "go on please";

    /** Those that {@code -Dlicet.agents.only} names, or all of them. */
    static List<RealAgent> all() {
        List<String> only = List.of(System.getProperty("licet.agents.only", "").split(","));
        return Stream.<RealAgent>of(
                        ClaudeCode.PRESENT,
                        ClaudeCode.PAST,
                        new Cline(),
                        new Codex(),
                        new Copilot(),
                        new GeminiCli(),
                        new Goose(),
                        new Kilo(),
                        new OpenCode(),
                        new Pi(),
                        new QwenCode())
                .filter(agent ->
                        only.contains("") || only.contains(agent.traits().name()))
                .toList();
    }

    /** What it is called, and what it has. */
    Traits traits();

    /**
     * What an agent is called, and what it has.
     *
     * @param name what Licet calls it, which is its program as well
     * @param npm its package and version
     * @param patience how long it waits for its hook, and what it does then
     * @param tools its tools: {@code shell}, {@code read}, {@code write}, {@code edit}, {@code search} and, where it has them, more
     */
    record Traits(String name, String npm, Patience patience, Tools tools) {
        Traits(String name, String npm, Patience patience, String tools) {
            this(name, npm, patience, Tools.of(tools));
        }
    }

    default String name() {
        return traits().name();
    }

    /** What it is started with, but for the words that are the same for all. */
    default Map<String, String> environment(LoopbackModel model) {
        return Map.of();
    }

    /**
     * What its configuration has before it is hooked up, by the file in the home directory.
     *
     * @param mcp the command of an MCP server that it is to use
     */
    Map<String, String> configuration(LoopbackModel model, List<String> mcp);

    /** Commands that are run one after the other, the last of which works on the task and asks nobody but its hooks. */
    List<List<String>> commands(LoopbackModel model, Path home);

    /** What has it run hooks that somebody has changed; it stands behind the first two words of a command. */
    default List<String> withChangedHooks() {
        return List.of();
    }

    private Tools tools() {
        return traits().tools();
    }

    default Wanted shell(String command) {
        return tools().call("shell", Map.of("$command", command));
    }

    default Wanted read(String file) {
        return tools().call("read", Map.of("$file", file));
    }

    default Wanted write(String file, String text) {
        return tools().call("write", Map.of("$file", file, "$text", text));
    }

    /** Replaces the one line {@code before} of {@code file}. */
    default Wanted edit(String file, String before, String after) {
        return tools().call("edit", Map.of("$file", file, "$before", before, "$after", after));
    }

    /** A search of everything in the workspace. */
    default Wanted search(String text) {
        return tools().call("search", Map.of("$text", text));
    }

    /** Searches that are led to {@code path}, in each way that it has. */
    default List<Wanted> searches(String text, String path) {
        List<Wanted> led = tools().calls("lead", Map.of("$text", text, "$path", path));
        return led.isEmpty() ? List.of(search(text)) : led;
    }

    /** A task for an agent of its own; empty where it has none. */
    default Optional<Wanted> delegate(String task) {
        return tools().calls("delegate", Map.of("$task", task)).stream().findFirst();
    }

    /** A call of a tool of the MCP server called {@code files}; empty where it has no such servers. */
    default Optional<Wanted> served(String tool) {
        return tools().calls("serve", Map.of("$tool", tool)).stream().findFirst();
    }

    /** The tools, and the arguments of others, that are in no table: whoever calls them is asked about. In order, with blanks. */
    default String asks() {
        return "";
    }

    /** Whether a call runs with the arguments that a person changed. */
    default boolean takesOtherArguments() {
        return true;
    }

    /** Whether the model learns why a call was refused. */
    default boolean tellsOfRefusals() {
        return true;
    }

    /** How long an agent waits for its hook. */
    enum Patience {
        /** As long as its configuration says; then it runs the call. */
        RUNS,
        /** As long as its configuration says; then it blocks the call. */
        BLOCKS,
        /** As long as nobody can set: half a minute, or without an end. */
        FIXED
    }

    /** Whether a hard rejection ends its turn. */
    default boolean stops() {
        return false;
    }

    static JsonArray texts(List<String> all) {
        return JsonArray.of(all.stream().map(JsonString::new).toList());
    }

    /** An MCP server as most of them write it. */
    static JsonObject server(List<String> mcp) {
        return JsonObject.empty().with("command", mcp.getFirst()).with("args", texts(mcp.subList(1, mcp.size())));
    }

    /** A configuration whose {@code mcpServers} are one that is called {@code files}. */
    static JsonObject withServer(JsonObject server) {
        return JsonObject.empty().with("mcpServers", JsonObject.empty().with("files", server));
    }
}
