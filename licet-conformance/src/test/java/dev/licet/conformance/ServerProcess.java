package dev.licet.conformance;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** `./licet serve` as a process of its own, and its API. */
final class ServerProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path data;
    private final String url;

    private ServerProcess(Process process, Path data, String url) {
        this.process = process;
        this.data = data;
        this.url = url;
    }

    /** Starts a server on {@code port}, 0 for any, and returns once it listens. */
    static ServerProcess start(Path data, int port, String... more) throws IOException {
        var args = new ArrayList<>(List.of("serve", "--port", "" + port, "--data-dir", data.toString()));
        args.addAll(List.of(more));
        return listening(Program.licet(args.toArray(String[]::new)), data);
    }

    /** The same where no file can grow beyond so many kilobytes. */
    static ServerProcess startWithin(Path data, int kilobytes) throws IOException {
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

    private static ServerProcess listening(Process process, Path data) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String first = lines.readLine();
        if (first == null || !first.startsWith("Licet listens on http://")) {
            throw new AssertionError("the server does not start: " + first + " "
                    + process.errorReader(StandardCharsets.UTF_8).lines().toList());
        }
        Thread.ofVirtual().start(() -> lines.lines().forEach(line -> {}));
        Thread.ofVirtual().start(() -> process.errorReader().lines().forEach(line -> {}));
        return new ServerProcess(process, data, first.split(" ", -1)[3]);
    }

    String url() {
        return url;
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return URI.create(url).getPort();
    }

    String token() throws IOException {
        return Files.readString(data.resolve("token")).strip();
    }

    JsonObject get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
    }

    JsonObject post(String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + path)).POST(BodyPublishers.ofString(body)));
    }

    private JsonObject send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response =
                HTTP.send(request.header("Authorization", "Bearer " + token()).build(), BodyHandlers.ofString());
        return JsonText.parseObject(response.body());
    }

    /** The ids of the pending approvals, the oldest first. */
    List<String> pending() throws Exception {
        return get("/v1/approvals").elements("approvals").stream()
                .map(approval -> ((JsonObject) approval).text("id").orElseThrow())
                .toList();
    }

    /** The id of the one pending approval, as soon as there is one. */
    String awaitPending() throws Exception {
        return Await.until("a pending approval", () -> {
            List<String> pending = pending();
            return pending.size() == 1 ? Optional.of(pending.get(0)) : Optional.empty();
        });
    }

    /** Ends the process as a power cut would: SIGKILL. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
