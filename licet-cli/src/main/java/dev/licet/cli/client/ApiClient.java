package dev.licet.cli.client;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A client of one server. Thread-safe. */
public final class ApiClient {
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String server;
    private final String token;

    /** A client of the server at {@code server}, such as {@code http://127.0.0.1:4747}. */
    public ApiClient(String server, String token) {
        if (!server.matches("https?://[^/?#\\s]+")) {
            throw new IllegalArgumentException(
                    "a server's address looks like http://127.0.0.1:4747, not `" + server + "`");
        }
        this.server = server;
        this.token = token;
    }

    /** One event of the stream. */
    public record Event(String name, JsonObject approval) {}

    /** What the server answered: the status and the document. */
    public record Reply(int status, JsonObject document) {

        /** What went wrong, for people. */
        public String detail() {
            return document.text("detail").orElse("status " + status);
        }
    }

    /** Submits a call and waits for a decision. */
    public Reply call(JsonObject call, Duration wait) throws InterruptedException {
        return post("/v1/calls?wait=" + wait.toSeconds(), call);
    }

    /** Approves the approval {@code id}; {@code answer} is the body. */
    public Reply approve(String id, JsonObject answer) throws InterruptedException {
        return post("/v1/approvals/" + id + "/approve", answer);
    }

    /** Rejects the approval {@code id}; {@code answer} is the body. */
    public Reply deny(String id, JsonObject answer) throws InterruptedException {
        return post("/v1/approvals/" + id + "/deny", answer);
    }

    /** The document at {@code path}. */
    public Reply get(String path) throws InterruptedException {
        return send(request(path).GET().build());
    }

    /** Removes what is at {@code path}. */
    public Reply delete(String path) throws InterruptedException {
        return send(request(path).DELETE().build());
    }

    /** Posts {@code body} to {@code path}. */
    public Reply post(String path, JsonObject body) throws InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonText.write(body)))
                .build());
    }

    private Reply send(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Reply(response.statusCode(), JsonText.parseObject(response.body()));
        } catch (IOException e) {
            throw unreachable(e);
        } catch (InvalidJson e) {
            throw new GateException("what answers at " + server + " is not Licet", e);
        }
    }

    /**
     * Hands every event to {@code receiver}, the pending approvals first, until the server goes away.
     *
     * @param connected run once the server has accepted
     * @throws GateException when there is no server, or it does not accept the token
     */
    public void follow(Runnable connected, Consumer<Event> receiver) throws InterruptedException {
        HttpRequest request = request("/v1/events").GET().build();
        try {
            HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
            if (response.statusCode() != 200) {
                throw new GateException("the server at " + server + " answers with status " + response.statusCode()
                        + (response.statusCode() == 401 ? ": the token is wrong; is --data-dir right?" : ""));
            }
            connected.run();
            var reader = new EventReader(receiver);
            try (Stream<String> lines = response.body()) {
                lines.forEach(reader::line);
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreachable(e);
        }
    }

    private GateException unreachable(Exception e) {
        return new GateException(
                "the Licet server at " + server + " cannot be reached; start it with `licet serve`", e);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path)).header("Authorization", "Bearer " + token);
    }

    /** Puts the lines of an event stream together (HTML standard, "Server-sent events"). */
    private static final class EventReader {
        private final Consumer<Event> receiver;
        private String name = "";
        private String data = "";

        EventReader(Consumer<Event> receiver) {
            this.receiver = receiver;
        }

        void line(String line) {
            if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data = line.substring("data: ".length());
            } else if (line.isEmpty() && !data.isEmpty()) {
                try {
                    receiver.accept(new Event(name, JsonText.parseObject(data)));
                } catch (InvalidJson e) {
                    throw new GateException("the server sends an event that is not JSON: " + e.getMessage(), e);
                }
                name = "";
                data = "";
            }
        }
    }
}
