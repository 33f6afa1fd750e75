package dev.licet.conformance;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.JsonText;
import dev.licet.server.LicetServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server and its API: `./licet serve` as a process of its own, or the same in this process, where it starts in no time. */
public final class RunningServer implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Life life;
    private final Path data;
    private final String url;

    private RunningServer(Life life, Path data, String url) {
        this.life = life;
        this.data = data;
        this.url = url;
    }

    /** Where it runs. */
    private sealed interface Life {
        record Elsewhere(Process process) implements Life {}

        record Here(LicetServer server) implements Life {}
    }

    /** Starts a server in this process and returns once it listens. */
    static RunningServer here(Path data) {
        LicetServer server = LicetServer.start(DataDirectory.at(data), "127.0.0.1", 0);
        return new RunningServer(new Life.Here(server), data, server.url());
    }

    /** Most servers of tests are gone before it pays to compile what they run as well as can be. */
    private static final Map<String, String> SHORT_LIVED = Map.of("LICET_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    /** Starts a server on {@code port}, 0 for any, and returns once it listens. */
    public static RunningServer start(Path data, int port, String... more) throws IOException {
        return start(SHORT_LIVED, data, port, more);
    }

    /** Starts one whose speed is measured. */
    static RunningServer measured(Path data) throws IOException {
        return start(Map.of(), data, 0);
    }

    private static RunningServer start(Map<String, String> environment, Path data, int port, String... more)
            throws IOException {
        var args = new ArrayList<>(List.of("serve", "--port", "" + port, "--data-dir", data.toString()));
        args.addAll(List.of(more));
        return listening(Program.licet(environment, args.toArray(String[]::new)), data);
    }

    /** The same where no file can grow beyond so many kilobytes. */
    static RunningServer startWithin(Path data, int kilobytes) throws IOException {
        String limited = "ulimit -f " + 2 * kilobytes + "; exec \"$0\" \"$@\"";
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        limited,
                        Program.ROOT.resolve("licet").toString(),
                        "serve",
                        "--port",
                        "0",
                        "--data-dir",
                        data.toString())
                .start();
        return listening(process, data);
    }

    private static RunningServer listening(Process process, Path data) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String first = lines.readLine();
        if (first == null || !first.startsWith("Licet listens on http://")) {
            throw new AssertionError("the server does not start: " + first + " "
                    + process.errorReader(StandardCharsets.UTF_8).lines().toList());
        }
        Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(line -> {}));
        Thread.ofPlatform().daemon().start(() -> process.errorReader().lines().forEach(line -> {}));
        return new RunningServer(new Life.Elsewhere(process), data, first.split(" ", -1)[3]);
    }

    String url() {
        return url;
    }

    long pid() {
        return process().pid();
    }

    private Process process() {
        return switch (life) {
            case Life.Elsewhere elsewhere -> elsewhere.process();
            case Life.Here here -> throw new IllegalStateException("it runs in this process");
        };
    }

    int port() {
        return URI.create(url).getPort();
    }

    String token() {
        return DataDirectory.at(data).token();
    }

    public JsonObject get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
    }

    public JsonObject post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path)).POST(BodyPublishers.ofString(body)));
    }

    private JsonObject send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response =
                HTTP.send(request.header("Authorization", "Bearer " + token()).build(), BodyHandlers.ofString());
        return JsonText.parseObject(response.body());
    }

    /** Submits a call of the session {@code s} that nobody waits for; gives the id of its approval, or nothing. */
    String submit(String tool, JsonObject arguments) throws Exception {
        JsonObject reply = post(
                "/v1/calls?wait=0",
                JsonText.write(JsonObject.empty()
                        .with("callId", "c")
                        .with("tool", tool)
                        .with("sessionId", "s")
                        .with("cwd", "/srv")
                        .with("arguments", arguments)));
        return reply.object("approval").flatMap(approval -> approval.text("id")).orElse("");
    }

    /** The same with a command of a shell. */
    String submitShell(String command) throws Exception {
        return submit("shell_exec", JsonObject.empty().with("command", command));
    }

    /** The ids of the pending approvals, the oldest first. */
    public List<String> pending() throws Exception {
        return get("/v1/approvals").elements("approvals").stream()
                .map(approval -> ((JsonObject) approval).text("id").orElseThrow())
                .toList();
    }

    /** The id of the one pending approval, as soon as there is one. */
    public String awaitPending() throws Exception {
        return Await.until("a pending approval", () -> {
            List<String> pending = pending();
            return pending.size() == 1 ? Optional.of(pending.get(0)) : Optional.empty();
        });
    }

    /** Ends the process as a power cut would: SIGKILL. */
    void kill() {
        process().destroyForcibly();
        process().onExit().join();
    }

    @Override
    public void close() throws IOException {
        switch (life) {
            case Life.Elsewhere elsewhere -> {
                elsewhere.process().destroy();
                elsewhere.process().onExit().join();
            }
            case Life.Here here -> here.server().close();
        }
    }
}
