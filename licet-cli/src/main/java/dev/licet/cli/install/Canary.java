package dev.licet.cli.install;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.server.hook.Host;
import dev.licet.server.hook.HostVersion;
import dev.licet.server.hook.OwnHooks;
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

    /** What is wrong where hooks are only observed. */
    private static final String OBSERVED =
            "its calls are only observed, and nothing is held: `licet setup`, or `hooks: hold` in licet.yaml, ends that";

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

    /** Tries the hooks of {@code setup}; empty where there are none. */
    public Optional<Report> tried(Setup setup) throws InterruptedException {
        try {
            return setup.isInstalled() ? Optional.of(look(setup)) : Optional.empty();
        } catch (GateException e) {
            return Optional.of(new Report(setup.host().name(), List.of(String.valueOf(e.getMessage())), List.of()));
        }
    }

    /** Tries the hooks of {@code setup}, which are installed. */
    private Report look(Setup setup) throws InterruptedException {
        if (observes() && setup.host().canBeLeftAlone()) {
            return new Report(setup.host().name(), List.of(OBSERVED), List.of());
        }
        var problems = new ArrayList<String>();
        var remarks = new ArrayList<String>();
        for (OwnHooks.Found hook : setup.installed()) {
            tryOut(setup, hook, problems);
        }
        problems.addAll(setup.shortcomings());
        Optional<Host.HttpHooks> http = setup.host().http();
        if (http.isPresent()) {
            http(http.get(), setup, problems, remarks);
        }
        setup.others()
                .forEach(other -> remarks.add(
                        "Another hook runs beside Licet's, which does not see what that changes: " + other));
        remarks.addAll(setup.host().remarks());
        // Whether hooks are trusted is a problem, or nothing.
        if (!setup.next().isEmpty() && setup.host().trust().isEmpty()) {
            remarks.add(setup.next());
        }
        return new Report(setup.host().name(), problems, remarks);
    }

    private boolean observes() {
        return new PolicyFiles(new DataDirectory(dataDirectory), "/", PolicyFiles.Choice.NONE).observesHooks();
    }

    private void tryOut(Setup setup, OwnHooks.Found installed, List<String> problems) throws InterruptedException {
        Host host = setup.host();
        String payload = payload(host, installed.event());
        Optional<String> command = installed.command();
        boolean request = installed.event().equalsIgnoreCase("PermissionRequest");
        if (command.isPresent()) {
            if (!refuses(host, run(host, command.get(), payload))) {
                problems.add(installed.event() + ": the hook did not refuse a call that is always denied ("
                        + command.get() + ")");
            }
            // Without an answer the host puts the question to its own user.
            if (!request && !refuses(host, run(host, setup.with("--server " + NOWHERE, command.get()), payload))) {
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

    private static boolean refuses(Host host, Ended ended) {
        if (ended.status() == BLOCKS) {
            return host.program().obeysStatus();
        }
        if (ended.status() != 0) {
            return false;
        }
        try {
            return host.isRefusal(JsonText.parseObject(ended.out()));
        } catch (InvalidJson e) {
            return false;
        }
    }

    private static Ended run(Host host, String command, String payload) throws InterruptedException {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder("sh", "-c", command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(host.probeVariables());
            Process process = builder.start();
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

    /** What in the settings of a host that calls hooks itself keeps them from running, or lets calls run when they fail. */
    private static void http(Host.HttpHooks hooks, Setup setup, List<String> problems, List<String> remarks)
            throws InterruptedException {
        JsonObject configuration = setup.read();
        List<OwnHooks.Found> own = setup.installed();
        Optional<HostVersion> version = HostVersion.of(hooks.program());
        boolean old = version.isPresent() && !hooks.blockInCaseOfFailure(version.get());
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
            remarks.add(hooks.title() + " " + version.get()
                    + " lets a call run when a hook takes too long; " + hooks.since()
                    + " and later block.");
        }
        if (version.isEmpty()) {
            remarks.add("`" + hooks.program() + " --version` says nothing; before " + hooks.since()
                    + " a hook that takes too long lets the call run.");
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
    private String payload(Host host, String event) {
        String file = dataDirectory.resolve("licet.yaml").toString();
        return JsonText.write(host.probe(event, new Host.Probe(file, project.toString())));
    }
}
