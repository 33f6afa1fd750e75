package dev.licet.script;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Answers {@code POST /v1/chat/completions} on a loopback address, whole or streamed, with the lines of a script one after the
 * other. Thread-safe.
 */
public final class ScriptedModel implements AutoCloseable {
    /** What is said once the script is at its end. */
    public static final String END = "That is all.";

    private static final int PIECE = 12;

    private final HttpServer http;
    private final Function<JsonObject, Line> script;
    private final List<JsonObject> requests = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    private ScriptedModel(Function<JsonObject, Line> script) throws IOException {
        this.script = script;
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/v1/chat/completions", this::answer);
        http.start();
    }

    /** A model that says {@code lines}, each to one request. */
    public static ScriptedModel start(List<Line> lines) {
        Iterator<Line> left = List.copyOf(lines).iterator();
        return start(request -> left.hasNext() ? left.next() : Line.says(END));
    }

    /** A model that answers each request as {@code script} says. */
    public static ScriptedModel start(Function<JsonObject, Line> script) {
        try {
            return new ScriptedModel(script);
        } catch (IOException e) {
            throw new UncheckedIOException("no port on the loopback address can be used", e);
        }
    }

    /** The base URL for clients of OpenAI, such as {@code http://127.0.0.1:40123/v1}. */
    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
    }

    /** What was asked until now, the oldest first. */
    public synchronized List<JsonObject> requests() {
        return List.copyOf(requests);
    }

    /** What the tools answered in the last request, in order. */
    public List<String> toolResults() {
        return requests().getLast().elements("messages").stream()
                .map(JsonObject.class::cast)
                .filter(message -> message.text("role").orElse("").equals("tool"))
                .map(message -> message.text("content").orElse(""))
                .toList();
    }

    private synchronized Line next(JsonObject request) {
        requests.add(request);
        return script.apply(request);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonObject request =
                    JsonText.parseObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Line line = next(request);
            if (request.isTrue("stream")) {
                stream(exchange, line);
            } else {
                send(exchange, 200, completion("chat.completion", choice(line)));
            }
        } catch (InvalidJson e) {
            send(
                    exchange,
                    400,
                    JsonObject.empty().with("error", JsonObject.empty().with("message", e.problem())));
        }
    }

    private static JsonObject completion(String kind, JsonObject choice) {
        return JsonObject.empty()
                .with("id", "chatcmpl-script")
                .with("object", kind)
                .with("created", 1)
                .with("model", "script")
                .with("choices", JsonArray.of(List.of(choice)))
                .with(
                        "usage",
                        JsonObject.empty()
                                .with("prompt_tokens", 1)
                                .with("completion_tokens", 1)
                                .with("total_tokens", 2));
    }

    private JsonObject choice(Line line) {
        JsonObject message = JsonObject.empty().with("role", "assistant");
        message =
                line.text().isEmpty() ? message.with("content", new JsonNull()) : message.with("content", line.text());
        message = line.calls().isEmpty() ? message : message.with("tool_calls", calls(line));
        return JsonObject.empty().with("index", 0).with("message", message).with("finish_reason", reason(line));
    }

    private static String reason(Line line) {
        return line.calls().isEmpty() ? "stop" : "tool_calls";
    }

    private JsonArray calls(Line line) {
        var calls = new ArrayList<JsonObject>();
        for (Line.Call call : line.calls()) {
            calls.add(JsonObject.empty()
                    .with("index", calls.size())
                    .with("id", "call_" + ids.incrementAndGet())
                    .with("type", "function")
                    .with(
                            "function",
                            JsonObject.empty().with("name", call.tool()).with("arguments", call.arguments())));
        }
        return JsonArray.of(calls);
    }

    private void stream(HttpExchange exchange, Line line) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (int from = 0; from < line.text().length(); from += PIECE) {
            String piece = line.text().substring(from, Math.min(line.text().length(), from + PIECE));
            event(out, delta(JsonObject.empty().with("content", piece), new JsonNull()));
        }
        if (!line.calls().isEmpty()) {
            event(out, delta(JsonObject.empty().with("tool_calls", calls(line)), new JsonNull()));
        }
        event(out, delta(JsonObject.empty(), new JsonString(reason(line))));
        out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static JsonObject delta(JsonObject delta, JsonValue reason) {
        return completion(
                "chat.completion.chunk",
                JsonObject.empty()
                        .with("index", 0)
                        .with("delta", delta.with("role", "assistant"))
                        .with("finish_reason", reason));
    }

    private static void event(OutputStream out, JsonObject event) throws IOException {
        out.write(("data: " + JsonText.write(event) + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void send(HttpExchange exchange, int status, JsonObject body) throws IOException {
        byte[] bytes = JsonText.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
