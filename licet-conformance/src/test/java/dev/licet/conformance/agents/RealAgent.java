package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A coding agent in the version that is played: how it is started without its owner, and what its tools are called. */
enum RealAgent {
    CLAUDE("claude", "@anthropic-ai/claude-code@2.1.330", "claude", true),
    CLINE("cline", "cline@3.0.65", "cline", false),
    COPILOT("copilot", "@github/copilot@1.0.102", "copilot", true),
    GEMINI("gemini", "@google/gemini-cli@0.61.0", "gemini", true),
    OPENCODE("opencode", "opencode-ai@1.18.33", "opencode", true),
    PI("pi", "@earendil-works/pi-coding-agent@0.74.2", "pi", true),
    QWEN("qwen", "@qwen-code/qwen-code@0.15.10", "qwen", false);

    private static final JsonObject NONE = JsonObject.empty();
    private static final String TASK = "go on please";

    private final String host;
    private final String npm;
    private final String program;
    private final boolean takesOtherArguments;

    RealAgent(String host, String npm, String program, boolean takesOtherArguments) {
        this.host = host;
        this.npm = npm;
        this.program = program;
        this.takesOtherArguments = takesOtherArguments;
    }

    /** What Licet calls it. */
    String host() {
        return host;
    }

    /** Its package and version. */
    String npm() {
        return npm;
    }

    /** Whether a call runs with the arguments that a person changed. */
    boolean takesOtherArguments() {
        return takesOtherArguments;
    }

    /** Whether the model learns why a call was refused; Cline ends its run. */
    boolean tellsOfRefusals() {
        return this != CLINE;
    }

    Wanted shell(String command) {
        JsonObject plain = NONE.with("command", command);
        return switch (this) {
            case CLAUDE -> new Wanted("Bash", plain.with("description", "Go on"));
            case CLINE -> new Wanted("run_commands", NONE.with("commands", texts(command)));
            case COPILOT, OPENCODE -> new Wanted("bash", plain.with("description", "Go on"));
            case PI -> new Wanted("bash", plain);
            case GEMINI -> new Wanted("run_shell_command", plain.with("description", "Go on"));
            case QWEN -> new Wanted("run_shell_command", plain.with("is_background", false));
        };
    }

    Wanted read(Path file) {
        String path = file.toString();
        return switch (this) {
            case CLAUDE -> new Wanted("Read", NONE.with("file_path", path));
            case CLINE -> new Wanted("read_files", NONE.with("files", JsonArray.of(List.of(NONE.with("path", path)))));
            case COPILOT -> new Wanted("view", NONE.with("path", path));
            case OPENCODE -> new Wanted("read", NONE.with("filePath", path));
            case PI -> new Wanted("read", NONE.with("path", path));
            case GEMINI, QWEN -> new Wanted("read_file", NONE.with("file_path", path));
        };
    }

    Wanted write(Path file, String text) {
        String path = file.toString();
        return switch (this) {
            case CLAUDE -> new Wanted("Write", NONE.with("file_path", path).with("content", text));
            case CLINE -> new Wanted("editor", NONE.with("path", path).with("new_text", text));
            case COPILOT -> new Wanted("create", NONE.with("path", path).with("file_text", text));
            case OPENCODE -> new Wanted("write", NONE.with("filePath", path).with("content", text));
            case PI -> new Wanted("write", NONE.with("path", path).with("content", text));
            case GEMINI, QWEN ->
                new Wanted("write_file", NONE.with("file_path", path).with("content", text));
        };
    }

    /** A search of everything in the workspace. */
    Wanted search(String text) {
        JsonObject plain = NONE.with("pattern", text);
        return switch (this) {
            case CLAUDE -> new Wanted("Grep", plain.with("output_mode", "content"));
            case CLINE -> new Wanted("search_codebase", NONE.with("queries", texts(text)));
            case COPILOT -> new Wanted("grep", plain.with("output_mode", "content"));
            case OPENCODE, PI -> new Wanted("grep", plain);
            case GEMINI, QWEN -> new Wanted("grep_search", plain);
        };
    }

    private static JsonArray texts(String text) {
        return JsonArray.of(List.of(new JsonString(text)));
    }

    /** What it is started with, but for the words that are the same for all. */
    Map<String, String> environment(LoopbackModel model) {
        return switch (this) {
            case CLAUDE ->
                Map.of(
                        "ANTHROPIC_BASE_URL", model.url(),
                        "ANTHROPIC_API_KEY", "word",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
            case COPILOT ->
                Map.of(
                        "COPILOT_OFFLINE", "true",
                        "COPILOT_PROVIDER_BASE_URL", model.chatUrl(),
                        "COPILOT_PROVIDER_API_KEY", "word",
                        "COPILOT_MODEL", "test-model");
            case GEMINI ->
                Map.of(
                        "GOOGLE_GEMINI_BASE_URL", model.url(),
                        "GEMINI_API_KEY", "word",
                        "GEMINI_CLI_TRUST_WORKSPACE", "true");
            case CLINE, OPENCODE, PI, QWEN -> Map.of();
        };
    }

    /** Tells it of {@code model} in its configuration, as far as it reads that there; hooks stay as they are. */
    void configure(Path home, LoopbackModel model) throws IOException {
        switch (this) {
            case GEMINI ->
                write(
                        home.resolve(".gemini/settings.json"),
                        NONE.with("security", NONE.with("auth", NONE.with("selectedType", "gemini-api-key")))
                                .with("general", NONE.with("enableAutoUpdate", false)));
            case OPENCODE -> write(home.resolve(".config/opencode/opencode.json"), openCode(model));
            case PI -> {
                write(home.resolve(".pi/agent/auth.json"), NONE);
                write(home.resolve(".pi/agent/models.json"), NONE.with("providers", NONE.with("me", pi(model))));
            }
            case CLAUDE, CLINE, COPILOT, QWEN -> {}
        }
    }

    private static JsonObject openCode(LoopbackModel model) {
        JsonObject options = NONE.with("baseURL", model.chatUrl()).with("apiKey", "word");
        JsonObject provider = NONE.with("npm", "@ai-sdk/openai-compatible")
                .with("name", "me")
                .with("options", options)
                .with("models", NONE.with("test-model", NONE.with("name", "test")));
        return NONE.with("provider", NONE.with("me", provider))
                .with("model", "me/test-model")
                .with("autoupdate", false)
                .with("permission", "allow");
    }

    private static JsonObject pi(LoopbackModel model) {
        JsonObject cost =
                NONE.with("input", 0).with("output", 0).with("cacheRead", 0).with("cacheWrite", 0);
        JsonObject one = NONE.with("id", "test-model")
                .with("name", "test")
                .with("reasoning", false)
                .with("input", texts("text"))
                .with("cost", cost)
                .with("contextWindow", 100_000)
                .with("maxTokens", 1000);
        return NONE.with("baseUrl", model.chatUrl())
                .with("apiKey", "word")
                .with("api", "openai-completions")
                .with("models", JsonArray.of(List.of(one)));
    }

    private static void write(Path file, JsonObject content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, JsonText.write(content));
    }

    /** Commands that are run one after the other, the last of which works on the task and asks nobody but its hooks. */
    List<List<String>> commands(LoopbackModel model) {
        return switch (this) {
            // Only then it offers `Grep`; else it searches with its shell.
            case CLAUDE ->
                List.of(List.of(program, "--allowedTools", "Grep", "--model", "claude-sonnet-4-5", "-p", TASK));
            case CLINE ->
                List.of(
                        List.of(
                                program,
                                "auth",
                                "-p",
                                "openai",
                                "-k",
                                "word",
                                "-m",
                                "test-model",
                                "-b",
                                model.chatUrl()),
                        List.of(program, "-t", "100", TASK));
            case COPILOT -> List.of(List.of(program, "--allow-all-tools", "--allow-all-paths", "-p", TASK));
            case GEMINI -> List.of(List.of(program, "--approval-mode", "yolo", "-m", "gemini-2.5-pro", "-p", TASK));
            case OPENCODE -> List.of(List.of(program, "run", TASK));
            case PI ->
                List.of(List.of(
                        program,
                        "--provider",
                        "me",
                        "--model",
                        "test-model",
                        "--tools",
                        "read,grep,find,ls,bash,write,edit",
                        "-p",
                        TASK));
            case QWEN ->
                List.of(List.of(
                        program,
                        "--auth-type",
                        "openai",
                        "--openai-api-key",
                        "word",
                        "--openai-base-url",
                        model.chatUrl(),
                        "-m",
                        "test-model",
                        "-y",
                        "-p",
                        TASK));
        };
    }
}
