package dev.licet.conformance.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A model on a loopback address that wants some calls, one after the other, and then has nothing more to say. It speaks what
 * the agents speak: Anthropic Messages, OpenAI Chat Completions and Responses, Gemini. Thread-safe.
 */
final class LoopbackModel implements AutoCloseable {
    private static final String END = "That is all.";
    private static final JsonObject EMPTY = JsonObject.empty();

    /** Where the APIs have the form of a tool's arguments. */
    private static final List<String> FORMS = List.of("input_schema", "parameters", "parametersJsonSchema");

    private final HttpServer http;
    private final ScriptedModel chat;
    private final Deque<Wanted> wanted;
    private final List<String> heard = new ArrayList<>();
    private final Map<String, Set<String>> offered = new TreeMap<>();
    private int calls;

    private LoopbackModel(HttpServer http, List<Wanted> wanted) {
        this.http = http;
        this.wanted = new ArrayDeque<>(wanted);
        this.chat = ScriptedModel.start(request -> next(request)
                .map(call -> Line.calls(call.tool(), call.object()))
                .orElse(Line.says(END)));
    }

    static LoopbackModel start(List<Wanted> wanted) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var model = new LoopbackModel(http, wanted);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", model::answer);
        http.start();
        return model;
    }

    /** Where all but Chat Completions are spoken, without a path. */
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

    /** The tools that the agent offered. */
    synchronized Set<String> offered() {
        return Set.copyOf(offered.keySet());
    }

    /** The arguments of each tool that the agent offered. */
    synchronized Map<String, Set<String>> forms() {
        return Map.copyOf(offered);
    }

    private void offers(JsonValue tools) {
        switch (tools) {
            case JsonArray array -> array.elements().forEach(this::offers);
            case JsonObject object -> {
                object.text("name")
                        .ifPresent(name -> offered.computeIfAbsent(name, unused -> new TreeSet<>())
                                .addAll(FORMS.stream()
                                        .flatMap(form -> object.object(form).stream())
                                        .flatMap(form -> form.object("properties").stream())
                                        .flatMap(form -> form.members().keySet().stream())
                                        .toList()));
                // What a server offers is its own.
                boolean served = object.text("name")
                        .filter(name -> name.startsWith("mcp__"))
                        .isPresent();
                if (!served) {
                    Stream.of("function", "functionDeclarations", "tools")
                            .flatMap(inside -> object.get(inside).stream())
                            .forEach(this::offers);
                }
            }
            default -> {}
        }
    }

    /** How many calls are still wanted. */
    synchronized int left() {
        return wanted.size();
    }

    /** The call that is wanted next. */
    synchronized Optional<Wanted> next() {
        return Optional.ofNullable(wanted.peekFirst());
    }

    /** How many calls it got. */
    synchronized int calls() {
        return calls;
    }

    /** The next call, if the agent offers its tool. */
    private synchronized Optional<Wanted> next(JsonObject request) {
        heard.add(JsonText.write(request));
        request.get("tools").ifPresent(this::offers);
        String tools = request.get("tools").map(JsonText::write).orElse("");
        boolean now = !wanted.isEmpty()
                && tools.contains("\"name\":\"" + wanted.getFirst().tool() + "\"");
        calls += now ? 1 : 0;
        return now ? Optional.of(wanted.removeFirst()) : Optional.empty();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (path.endsWith("/messages")) {
                JsonObject body = JsonText.parseObject(text);
                send(exchange, anthropic(next(body)), body.isTrue("stream"));
            } else if (path.endsWith("/responses")) {
                send(exchange, responses(next(JsonText.parseObject(text))), true);
            } else if (path.contains("enerateContent")) {
                send(exchange, List.of(gemini(next(JsonText.parseObject(text)))), path.contains("stream"));
            } else {
                send(exchange, List.of(EMPTY.with("input_tokens", 1).with("totalTokens", 1)), false);
            }
        } catch (InvalidJson e) {
            throw new IOException(e);
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

    private List<JsonObject> anthropic(Optional<Wanted> call) {
        JsonObject block = call.map(wanted -> EMPTY.with("type", "tool_use")
                        .with("id", "toolu_" + calls())
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

    private List<JsonObject> responses(Optional<Wanted> call) {
        String id = "call_" + calls();
        JsonObject text =
                EMPTY.with("type", "output_text").with("text", END).with("annotations", JsonArray.of(List.of()));
        JsonObject item = call.map(wanted -> item(wanted, id))
                .orElse(EMPTY.with("type", "message")
                        .with("id", "msg_1")
                        .with("role", "assistant")
                        .with("content", JsonArray.of(List.of(text))));
        JsonObject usage =
                EMPTY.with("input_tokens", 1).with("output_tokens", 1).with("total_tokens", 2);
        JsonObject response =
                EMPTY.with("id", "resp_1").with("object", "response").with("model", "test-model");
        return List.of(
                EMPTY.with("type", "response.created").with("response", response),
                EMPTY.with("type", "response.output_item.done")
                        .with("output_index", 0)
                        .with("item", item),
                EMPTY.with("type", "response.completed")
                        .with("response", response.with("status", "completed").with("usage", usage)));
    }

    private static JsonObject item(Wanted wanted, String id) {
        JsonObject item = EMPTY.with("call_id", id).with("name", wanted.tool());
        item = wanted.namespace().isEmpty() ? item : item.with("namespace", wanted.namespace());
        return wanted.arguments() instanceof JsonString text
                ? item.with("type", "custom_tool_call").with("input", text)
                : item.with("type", "function_call").with("arguments", JsonText.write(wanted.arguments()));
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
