package dev.licet.cli.install;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tries the hooks that are installed, as their host would: a call that the gate always denies has to be refused, by a live
 * gate and by one that cannot be reached.
 */
public final class Canary {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BLOCKS = 2;

    /** Nothing listens there. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    private final Path dataDirectory;
    private final Path project;

    /** A canary that tries to write into {@code dataDirectory}, which no agent may. */
    public Canary(Path dataDirectory, Path project) {
        this.dataDirectory = dataDirectory.toAbsolutePath();
        this.project = project.toAbsolutePath();
    }

    /**
     * What was found out about one host.
     *
     * @param problems what would let a call run unasked; none when the host is protected
     * @param remarks what else a person should know
     */
    public record Report(String host, List<String> problems, List<String> remarks) {
        public Report {
            problems = List.copyOf(problems);
            remarks = List.copyOf(remarks);
        }

        public boolean isProtected() {
            return problems.isEmpty();
        }
    }

    /** Tries the hooks of {@code setup}, which are installed. */
    public Report look(Setup setup) throws InterruptedException {
        var problems = new ArrayList<String>();
        var remarks = new ArrayList<String>();
        JsonObject configuration = setup.host().equals("cline") ? JsonObject.empty() : setup.read();
        for (OwnHooks.Found hook : installed(setup)) {
            tryOut(setup, hook, problems);
        }
        problems.addAll(setup.shortcomings());
        switches(setup.host(), configuration, problems, remarks);
        if (!setup.next().isEmpty()) {
            remarks.add(setup.next());
        }
        return new Report(setup.host(), problems, remarks);
    }

    private static List<OwnHooks.Found> installed(Setup setup) {
        return setup.host().equals("cline")
                ? List.of(new OwnHooks.Found(
                        "PreToolUse", JsonObject.empty(), JsonObject.empty().with("command", "'" + setup.file() + "'")))
                : setup.installed();
    }

    private void tryOut(Setup setup, OwnHooks.Found installed, List<String> problems) throws InterruptedException {
        String host = setup.host();
        String payload = payload(host, installed.event());
        Optional<String> command = installed.command();
        boolean request = installed.event().equalsIgnoreCase("PermissionRequest");
        if (command.isPresent()) {
            if (!refuses(host, run(command.get(), payload))) {
                problems.add(installed.event() + ": the hook did not refuse a call that is always denied ("
                        + command.get() + ")");
            }
            // Without an answer the host puts the question to its own user.
            if (!request && !refuses(host, run(setup.with("--server " + NOWHERE, command.get()), payload))) {
                problems.add(installed.event() + ": without a server the call would run");
            }
            return;
        }
        Optional<String> url = installed.hook().text("url");
        if (url.isEmpty() || !refuses(host, post(installed.hook(), url.get(), payload))) {
            problems.add(installed.event() + ": the hook did not refuse a call that is always denied ("
                    + url.orElse("no address") + ")");
        }
    }

    private record Ended(int status, String out) {}

    private static boolean refuses(String host, Ended ended) {
        if (ended.status() == BLOCKS) {
            return !host.equals("cline");
        }
        if (ended.status() != 0) {
            return false;
        }
        try {
            JsonObject answer = JsonText.parseObject(ended.out());
            JsonObject output = answer.object("hookSpecificOutput").orElseGet(JsonObject::empty);
            JsonObject decision = output.object("decision").orElseGet(JsonObject::empty);
            return switch (host) {
                case "cline" -> answer.isTrue("cancel");
                case "cursor" -> says(answer, "permission");
                case "gemini" -> says(answer, "decision");
                case "copilot" -> says(answer, "permissionDecision") || says(answer, "behavior");
                default -> says(output, "permissionDecision") || says(decision, "behavior");
            };
        } catch (InvalidJson e) {
            return false;
        }
    }

    private static boolean says(JsonObject answer, String name) {
        return answer.text(name).equals(Optional.of("deny"));
    }

    private static Ended run(String command, String payload) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().write(payload.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Ended(-1, "");
            }
            return new Ended(
                    process.exitValue(), new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new Ended(-1, "");
        }
    }

    private static Ended post(JsonObject hook, String url, String payload) throws InterruptedException {
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).POST(BodyPublishers.ofString(payload));
            JsonObject headers = hook.object("headers").orElseGet(JsonObject::empty);
            headers.members().forEach((name, value) -> {
                if (value instanceof JsonString text) {
                    request.header(name, text.value());
                }
            });
            HttpResponse<String> response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            return new Ended(response.statusCode() / 100 == 2 ? 0 : -1, response.body());
        } catch (IOException | IllegalArgumentException e) {
            return new Ended(-1, "");
        }
    }

    /** What in the host's settings keeps hooks from running or lets calls run when they fail. */
    private static void switches(String host, JsonObject configuration, List<String> problems, List<String> remarks)
            throws InterruptedException {
        switch (host) {
            case "claude" -> claude(configuration, problems, remarks);
            case "cursor" ->
                OwnHooks.in(configuration, host).stream()
                        .filter(found -> !found.hook().isTrue("failClosed"))
                        .forEach(found -> problems.add(found.event()
                                + ": `failClosed` is not set, so that a hook that fails lets the call run"));
            case "gemini" ->
                remarks.add(
                        "Gemini CLI goes on when a hook cannot be started or takes too long; its exit status 2 blocks.");
            case "codex" ->
                remarks.add("Codex goes on when a hook cannot be started or takes too long; its exit status 2 blocks.");
            case "copilot" -> remarks.add("Copilot CLI goes on when a hook takes too long.");
            case "cline" -> remarks.add("Cline goes on when another hook beside this one fails.");
            default -> {}
        }
    }

    private static void claude(JsonObject configuration, List<String> problems, List<String> remarks)
            throws InterruptedException {
        if (configuration.isTrue("disableAllHooks")) {
            problems.add("`disableAllHooks` is set: no hook runs");
        }
        List<OwnHooks.Found> own = OwnHooks.in(configuration, "claude");
        Optional<HostVersion> version = HostVersion.of("claude");
        boolean old = version.isPresent() && !version.get().claudeBlocksOnFailure();
        for (OwnHooks.Found found : own) {
            boolean http = found.command().isEmpty();
            if (!found.hook().text("onFailure").equals(Optional.of("block"))) {
                problems.add(
                        found.event() + ": `onFailure` is not \"block\", so that a hook that fails lets the call run");
            } else if (http && old) {
                problems.add(
                        found.event() + ": version " + version.get()
                                + " does not know `onFailure`, so that calls run while the server is down; install with --no-http");
            }
            Optional<String> url = found.hook().text("url");
            boolean limited = configuration.get("allowedHttpHookUrls").isPresent();
            if (url.isPresent() && limited && !allows(configuration.elements("allowedHttpHookUrls"), url.get())) {
                problems.add(found.event() + ": `allowedHttpHookUrls` does not allow " + url.get());
            }
        }
        if (old) {
            remarks.add("Claude Code " + version.get()
                    + " lets a call run when a hook cannot be started or takes too long; 2.1.295 and later block.");
        }
        if (version.isEmpty()) {
            remarks.add(
                    "`claude --version` says nothing; before 2.1.295 a hook that cannot be started lets the call run.");
        }
    }

    /** Whether one of the patterns, in which a star stands for anything, covers {@code url}. */
    private static boolean allows(List<JsonValue> patterns, String url) {
        return patterns.stream()
                .filter(JsonString.class::isInstance)
                .map(pattern -> ((JsonString) pattern).value())
                .map(pattern -> "\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E")
                .anyMatch(url::matches);
    }

    /** A call that wants to change the gate's own files, as {@code host} would tell of it. */
    private String payload(String host, String event) {
        String file = dataDirectory.resolve("licet.yaml").toString();
        JsonObject arguments = JsonObject.empty().with("file_path", file).with("content", "");
        String session = "licet-doctor";
        String cwd = project.toString();
        JsonObject usual =
                JsonObject.empty().with("session_id", session).with("cwd", cwd).with("hook_event_name", event);
        JsonObject payload = switch (host) {
            case "cline" ->
                JsonObject.empty()
                        .with("hookName", event)
                        .with("taskId", session)
                        .with("workspaceRoots", JsonArray.of(List.of(new JsonString(cwd))))
                        .with(
                                "preToolUse",
                                JsonObject.empty()
                                        .with("toolName", "write_to_file")
                                        .with(
                                                "parameters",
                                                JsonObject.empty()
                                                        .with("path", file)
                                                        .with("content", "")));
            case "copilot" ->
                JsonObject.empty()
                        .with("sessionId", session)
                        .with("cwd", cwd)
                        .with("toolName", "create")
                        .with("toolArgs", JsonObject.empty().with("path", file).with("file_text", ""));
            case "cursor" -> cursor(usual, event, file, arguments);
            case "gemini" -> usual.with("tool_name", "write_file").with("tool_input", arguments);
            default -> usual.with("tool_name", "Write").with("tool_input", arguments);
        };
        return JsonText.write(payload);
    }

    private static JsonObject cursor(JsonObject usual, String event, String file, JsonObject arguments) {
        return switch (event) {
            case "beforeShellExecution" -> usual.with("command", "echo > '" + file + "'");
            // What lacks a part is always refused.
            case "beforeMCPExecution" -> usual.with("tool_name", "canary");
            case "beforeReadFile" -> usual;
            default -> usual.with("tool_name", "Write").with("tool_input", arguments);
        };
    }
}
