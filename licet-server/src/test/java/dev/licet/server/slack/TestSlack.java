package dev.licet.server.slack;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Slack's Web API as it is documented, as far as the app uses it: it keeps the messages of a channel, refuses blocks that Slack
 * refuses, and posts what people press, signed.
 */
final class TestSlack implements AutoCloseable {
    static final String TOKEN = "xoxb-123456789012-abcdefghijkl";
    static final String SECRET = "8f742231b10e8888abcd99yyyzzz85a5".replaceAll("[^0-9a-f]", "0");
    static final String CHANNEL = "C0123456789";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HttpServer http;
    private final Map<String, JsonObject> messages = new LinkedHashMap<>();
    private final List<JsonObject> views = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int count;
    private int limited;
    private String refusal = "";
    private int refused;

    TestSlack() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/api/", this::answer);
        http.start();
    }

    /** Writes the settings of a server in {@code folder} that uses this, with {@code more} of them, one a line. */
    void settings(Path folder, String more) throws IOException {
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.writeString(folder.resolve("secret"), SECRET + "\n");
        Files.writeString(folder.resolve("licet.yaml"), """
                server:
                  notify:
                    slack:
                      tokenFile: token
                      secretFile: secret
                      channel: C0123456789
                      api: %s
                """.formatted(url()) + more.indent(6));
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/api";
    }

    /** The next {@code times} requests come too soon. */
    synchronized void limit(int times) {
        limited = times;
    }

    /** Slack says {@code error} to the next {@code times} requests. */
    synchronized void refuse(String error, int times) {
        refusal = error;
        refused = times;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestURI().getPath().substring("/api/".length());
        byte[] body = exchange.getRequestBody().readAllBytes();
        int status = 200;
        JsonObject reply;
        try {
            boolean known =
                    ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            if (isLimited()) {
                status = 429;
                exchange.getResponseHeaders().set("Retry-After", "1");
                reply = refused("ratelimited");
            } else {
                reply = known ? take(method, JsonText.parseObject(body)) : refused("invalid_auth");
            }
        } catch (InvalidJson e) {
            reply = refused("invalid_json");
        }
        byte[] bytes = JsonText.write(reply).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized boolean isLimited() {
        return limited > 0 && limited-- > 0;
    }

    private static JsonObject refused(String error) {
        return JsonObject.empty().with("ok", false).with("error", error);
    }

    private synchronized JsonObject take(String method, JsonObject body) {
        JsonObject done = JsonObject.empty().with("ok", true);
        if (refused > 0) {
            refused--;
            return refused(refusal);
        }
        if (method.startsWith("chat.") && !body.text("channel").orElse("").equals(CHANNEL)) {
            return refused("channel_not_found");
        }
        return switch (method) {
            case "chat.postMessage", "chat.update" -> {
                boolean update = method.equals("chat.update");
                String time = update ? body.text("ts").orElse("") : "1700000000." + String.format("%06d", ++count);
                if (update && !messages.containsKey(time)) {
                    yield refused("message_not_found");
                }
                if (!areTaken(body.elements("blocks").stream()
                        .map(JsonObject.class::cast)
                        .toList())) {
                    yield refused("invalid_blocks");
                }
                Optional<String> thread = body.text("thread_ts");
                if (thread.isPresent() && !messages.containsKey(thread.get())) {
                    yield refused("thread_not_found");
                }
                messages.put(time, body);
                notifyAll();
                yield done.with("channel", CHANNEL).with("ts", time);
            }
            case "chat.postEphemeral" -> {
                told.add(body.text("user").orElse("") + ": " + body.text("text").orElse(""));
                notifyAll();
                yield done;
            }
            case "views.open" -> {
                views.add(body);
                notifyAll();
                yield done;
            }
            default -> refused("unknown_method");
        };
    }

    /** Slack takes 50 blocks, 13,200 characters in all, 3,000 in a text, 75 on a button, 300 in what is asked back. */
    private static boolean areTaken(List<JsonObject> blocks) {
        return blocks.size() <= 50
                && blocks.toString().length() <= 13_200
                && blocks.stream().allMatch(TestSlack::isTaken);
    }

    private static boolean isTaken(JsonObject block) {
        boolean text = block.object("text").stream().allMatch(each -> length(each) >= 1 && length(each) <= 3_000);
        boolean buttons = block.elements("elements").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.text("type").orElse("").equals("button"))
                .allMatch(button -> button.object("text").stream().allMatch(each -> length(each) <= 75)
                        && button.object("confirm").flatMap(confirm -> confirm.object("text")).stream()
                                .allMatch(each -> length(each) <= 300));
        return text && buttons;
    }

    private static int length(JsonObject text) {
        return text.text("text").orElse("").length();
    }

    /** The message that says {@code part} somewhere, with its time. */
    synchronized Map.Entry<String, JsonObject> await(String part) throws InterruptedException {
        long end = System.currentTimeMillis() + 30_000;
        while (true) {
            var found = messages.entrySet().stream()
                    .filter(each -> each.getValue().toString().contains(part))
                    .findFirst();
            if (found.isPresent()) {
                return Map.entry(found.get().getKey(), found.get().getValue());
            }
            if (System.currentTimeMillis() > end) {
                throw new AssertionError("no `" + part + "` in " + messages);
            }
            wait(100);
        }
    }

    /** Somebody removes a message. */
    synchronized void remove(String time) {
        messages.remove(time);
    }

    synchronized int size() {
        return messages.size();
    }

    /** What is told to one person alone, once there is something. */
    synchronized String told(int number) throws InterruptedException {
        long end = System.currentTimeMillis() + 30_000;
        while (told.size() < number && System.currentTimeMillis() < end) {
            wait(100);
        }
        return told.get(number - 1);
    }

    synchronized JsonObject view(int number) throws InterruptedException {
        long end = System.currentTimeMillis() + 30_000;
        while (views.size() < number && System.currentTimeMillis() < end) {
            wait(100);
        }
        return views.get(number - 1);
    }

    /** The names of a message's buttons. */
    static List<String> buttons(JsonObject message) {
        return elements(message)
                .map(button -> button.object("text").orElseThrow().text("text").orElseThrow())
                .toList();
    }

    /** What stands in a message to the letter. */
    static List<String> texts(JsonObject message) {
        return message.elements("blocks").stream()
                .map(JsonObject.class::cast)
                .filter(block -> block.text("type").orElse("").equals("rich_text"))
                .flatMap(block -> block.elements("elements").stream())
                .map(JsonObject.class::cast)
                .flatMap(part -> part.elements("elements").stream())
                .map(element -> ((JsonObject) element).text("text").orElse(""))
                .toList();
    }

    private static Stream<JsonObject> elements(JsonObject message) {
        return message.elements("blocks").stream()
                .map(JsonObject.class::cast)
                .filter(block -> block.text("type").orElse("").equals("actions"))
                .flatMap(block -> block.elements("elements").stream())
                .map(JsonObject.class::cast);
    }

    /** What Slack posts when {@code user} presses {@code name} under {@code message}. */
    static JsonObject press(String user, Map.Entry<String, JsonObject> message, String name) {
        JsonObject button = elements(message.getValue())
                .filter(each -> each.object("text")
                        .orElseThrow()
                        .text("text")
                        .orElseThrow()
                        .equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + message));
        return JsonObject.empty()
                .with("type", "block_actions")
                .with("user", JsonObject.empty().with("id", user))
                .with("trigger_id", "1.2.3")
                .with(
                        "container",
                        JsonObject.empty()
                                .with("type", "message")
                                .with("message_ts", message.getKey())
                                .with("channel_id", CHANNEL))
                .with("message", message.getValue())
                .with("actions", JsonArray.of(List.of(button)));
    }

    /** Posts {@code payload} to {@code address} as Slack does, signed at {@code time}; gives the status. */
    static int post(String address, JsonObject payload, Instant time, String secret) throws Exception {
        String body = "payload=" + URLEncoder.encode(JsonText.write(payload), StandardCharsets.UTF_8);
        String seconds = String.valueOf(time.getEpochSecond());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = "v0="
                + HexFormat.of()
                        .formatHex(mac.doFinal(("v0:" + seconds + ":" + body).getBytes(StandardCharsets.UTF_8)));
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("X-Slack-Request-Timestamp", seconds)
                                .header("X-Slack-Signature", signature)
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
