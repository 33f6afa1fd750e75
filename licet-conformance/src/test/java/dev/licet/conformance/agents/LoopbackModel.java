package dev.licet.conformance.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * A model on a loopback address that wants one call and then has nothing more to say. It speaks what the agents speak: Anthropic
 * Messages, OpenAI Chat Completions, Gemini. Thread-safe.
 */
final class LoopbackModel implements AutoCloseable {
    private static final String END = "That is all.";
    private static final JsonObject EMPTY = JsonObject.empty();

    private final HttpServer http;
    private final Wanted wanted;
    private final List<String> heard = new ArrayList<>();
    private final ScriptedModel chat;
    private boolean said;

    private LoopbackModel(HttpServer http, Wanted wanted) {
        this.http = http;
        this.wanted = wanted;
        this.chat = ScriptedModel.start(request -> next(JsonText.write(request))
                .map(call -> Line.calls(call.tool(), call.arguments()))
                .orElse(Line.says(END)));
    }

    static LoopbackModel start(Wanted wanted) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var model = new LoopbackModel(http, wanted);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", model::answer);
        http.start();
        return model;
    }

    /** Where Anthropic Messages and Gemini are spoken, without a path. */
    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Where OpenAI Chat Completions are spoken, with the version in its path. */
    String chatUrl() {
        return chat.url();
    }

    /** All that the agent told the model until now, as it was sent. */
    synchronized String heard() {
        return String.join("\n", heard);
    }

    /** Whether the agent offered the tool, and so got the call. */
    synchronized boolean hasSpoken() {
        return said;
    }

    /** The call, the first time that an agent offers the tool. */
    private synchronized Optional<Wanted> next(String request) {
        heard.add(request);
        boolean now = !said && request.contains("\"name\":\"" + wanted.tool() + "\"");
        said = said || now;
        return now ? Optional.of(wanted) : Optional.empty();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (path.endsWith("/messages")) {
                send(exchange, anthropic(next(body)), body.contains("\"stream\":true"));
            } else if (path.contains("enerateContent")) {
                send(exchange, List.of(gemini(next(body))), path.contains("stream"));
            } else {
                send(exchange, List.of(EMPTY.with("input_tokens", 1).with("totalTokens", 1)), false);
            }
        }
    }

    private static void send(HttpExchange exchange, List<JsonObject> events, boolean streamed) throws IOException {
        var text = new StringBuilder();
        for (JsonObject event : events) {
            if (streamed) {
                event.text("type")
                        .ifPresent(type -> text.append("event: ").append(type).append('\n'));
                text.append("data: ").append(JsonText.write(event)).append("\n\n");
            } else {
                text.append(JsonText.write(event));
            }
        }
        exchange.getResponseHeaders().add("Content-Type", streamed ? "text/event-stream" : "application/json");
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static List<JsonObject> anthropic(Optional<Wanted> call) {
        JsonObject block = call.map(wanted -> EMPTY.with("type", "tool_use")
                        .with("id", "toolu_1")
                        .with("name", wanted.tool())
                        .with("input", EMPTY))
                .orElse(EMPTY.with("type", "text").with("text", ""));
        JsonObject delta = call.map(wanted ->
                        EMPTY.with("type", "input_json_delta").with("partial_json", JsonText.write(wanted.arguments())))
                .orElse(EMPTY.with("type", "text_delta").with("text", END));
        JsonObject message = EMPTY.with("id", "msg_1")
                .with("type", "message")
                .with("role", "assistant")
                .with("model", "test-model")
                .with("content", JsonArray.of(List.of()))
                .with("stop_reason", new JsonNull())
                .with("stop_sequence", new JsonNull())
                .with("usage", EMPTY.with("input_tokens", 1).with("output_tokens", 1));
        JsonObject end = EMPTY.with("stop_reason", call.isPresent() ? "tool_use" : "end_turn")
                .with("stop_sequence", new JsonNull());
        return List.of(
                EMPTY.with("type", "message_start").with("message", message),
                EMPTY.with("type", "content_block_start").with("index", 0).with("content_block", block),
                EMPTY.with("type", "content_block_delta").with("index", 0).with("delta", delta),
                EMPTY.with("type", "content_block_stop").with("index", 0),
                EMPTY.with("type", "message_delta").with("delta", end).with("usage", EMPTY.with("output_tokens", 1)),
                EMPTY.with("type", "message_stop"));
    }

    private static JsonObject gemini(Optional<Wanted> call) {
        JsonObject part = call.map(wanted -> EMPTY.with(
                                "functionCall",
                                EMPTY.with("name", wanted.tool()).with("args", wanted.arguments()))
                        .with("thoughtSignature", "c2ln"))
                .orElse(EMPTY.with("text", END));
        JsonObject content = EMPTY.with("role", "model").with("parts", JsonArray.of(List.of(part)));
        JsonObject candidate =
                EMPTY.with("content", content).with("finishReason", "STOP").with("index", 0);
        return EMPTY.with("candidates", JsonArray.of(List.of(candidate)))
                .with("usageMetadata", EMPTY.with("promptTokenCount", 1).with("totalTokenCount", 2))
                .with("modelVersion", "test-model");
    }

    @Override
    public void close() {
        chat.close();
        http.stop(0);
    }
}
