package dev.licet.server.telegram;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The Bot API as Telegram documents it, as far as the bot uses it: it keeps messages, hands out updates from an offset on by
 * long polling, and refuses what Telegram refuses.
 */
final class TestBotApi implements AutoCloseable {
    static final String TOKEN = "123456789:AAabcdefghijklmnopqrstuvwxyz0123456";

    private final HttpServer http;
    private final Map<Integer, Shown> messages = new TreeMap<>();
    private final List<JsonObject> updates = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger(100);
    private final Map<String, Integer> failing = new HashMap<>();
    private String webhook = "";
    private String secret = "";
    private boolean repeats;

    /** A message as it stands in a chat. */
    record Shown(long chat, String text, JsonObject keyboard, String file) {
        List<String> buttons() {
            var names = new ArrayList<String>();
            for (JsonValue row : keyboard.elements("inline_keyboard")) {
                ((JsonArray) row)
                        .elements()
                        .forEach(button ->
                                names.add(((JsonObject) button).text("text").orElseThrow()));
            }
            return names;
        }

        Optional<String> data(String name) {
            return keyboard.elements("inline_keyboard").stream()
                    .flatMap(row -> ((JsonArray) row).elements().stream())
                    .map(button -> (JsonObject) button)
                    .filter(button -> button.text("text").orElseThrow().equals(name))
                    .map(button -> button.text("callback_data").orElseThrow())
                    .findFirst();
        }
    }

    TestBotApi() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::answer);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** The next {@code times} requests for {@code method} are answered with {@code code}: -1 with nothing at all. */
    synchronized void fail(String method, int code, int times) {
        for (int i = 0; i < times; i++) {
            failing.merge(method + " " + code, 1, Integer::sum);
        }
    }

    /** Hands out updates again that were handed out before, as Telegram does where it does not learn that they arrived. */
    synchronized void repeat() {
        repeats = true;
        notifyAll();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (path.length != 3 || !path[1].equals("bot" + TOKEN)) {
            reply(exchange, 401, refusal(401, "Unauthorized"));
            return;
        }
        int fails = failure(path[2]);
        if (fails == -1) {
            exchange.close();
        } else if (fails != 0) {
            reply(exchange, fails, refusal(fails, fails == 429 ? "Too Many Requests: retry after 1" : "broken"));
        } else {
            JsonObject result = result(path[2], form(exchange, body), body);
            boolean ok = result.get("error_code").isEmpty();
            reply(exchange, ok ? 200 : 400, result);
        }
    }

    private synchronized int failure(String method) {
        for (int code : new int[] {-1, 400, 429, 500, 502}) {
            String key = method + " " + code;
            if (failing.getOrDefault(key, 0) > 0) {
                failing.merge(key, -1, Integer::sum);
                return code;
            }
        }
        return 0;
    }

    private static JsonObject refusal(int code, String why) {
        JsonObject refusal =
                JsonObject.empty().with("ok", false).with("error_code", code).with("description", why);
        return code == 429 ? refusal.with("parameters", JsonObject.empty().with("retry_after", 1)) : refusal;
    }

    private static JsonObject good(JsonValue result) {
        return JsonObject.empty().with("ok", true).with("result", result);
    }

    private static Map<String, String> form(HttpExchange exchange, byte[] body) {
        var form = new HashMap<String, String>();
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        if (type.startsWith("multipart/")) {
            String[] parts =
                    new String(body, StandardCharsets.UTF_8).split("--" + type.replaceFirst(".*boundary=", ""), -1);
            for (String part : parts) {
                int end = part.indexOf("\r\n\r\n");
                if (end > 0) {
                    String name = part.substring(0, end).replaceFirst("(?s).*\\bname=\"([^\"]*)\".*", "$1");
                    form.put(name, part.substring(end + 4).replaceFirst("\r\n$", ""));
                }
            }
            return form;
        }
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
            String[] two = pair.split("=", 2);
            if (two.length == 2) {
                form.put(decoded(two[0]), decoded(two[1]));
            }
        }
        return form;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private synchronized JsonObject result(String method, Map<String, String> form, byte[] body) {
        return switch (method) {
            case "getUpdates" -> updates(form);
            case "sendMessage" -> sent(form, form.getOrDefault("text", ""), "");
            case "sendDocument" -> sent(form, form.getOrDefault("caption", ""), form.getOrDefault("document", ""));
            case "editMessageText" -> edited(form);
            case "answerCallbackQuery" -> {
                told.add(form.getOrDefault("text", ""));
                notifyAll();
                yield good(new JsonValue.JsonBoolean(true));
            }
            case "setWebhook" -> {
                webhook = form.getOrDefault("url", "");
                secret = form.getOrDefault("secret_token", "");
                notifyAll();
                yield good(new JsonValue.JsonBoolean(true));
            }
            case "deleteWebhook" -> good(new JsonValue.JsonBoolean(true));
            default -> refusal(404, "Not Found: method not found " + body.length);
        };
    }

    private JsonObject updates(Map<String, String> form) {
        int offset = Integer.parseInt(form.getOrDefault("offset", "0"));
        long end = System.nanoTime() + 1_000_000_000L;
        try {
            while (after(offset).isEmpty() && !repeats && System.nanoTime() < end) {
                wait(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<JsonObject> due = repeats ? List.copyOf(updates) : after(offset);
        repeats = false;
        return good(JsonArray.of(due));
    }

    private List<JsonObject> after(int offset) {
        return updates.stream()
                .filter(update -> update.number("update_id").orElseThrow().intValue() >= offset)
                .toList();
    }

    private JsonObject sent(Map<String, String> form, String text, String file) {
        long chat = Long.parseLong(form.getOrDefault("chat_id", "0"));
        if (text.length() > 4_096 || (text.isEmpty() && file.isEmpty())) {
            return refusal(400, "Bad Request: message is too long");
        }
        int id = ids.incrementAndGet();
        messages.put(id, new Shown(chat, text, keyboard(form), file));
        notifyAll();
        return good(message(id, chat));
    }

    private static JsonObject message(int id, long chat) {
        return JsonObject.empty()
                .with("message_id", id)
                .with("date", 1)
                .with("chat", JsonObject.empty().with("id", chat).with("type", "private"));
    }

    private JsonObject edited(Map<String, String> form) {
        int id = Integer.parseInt(form.getOrDefault("message_id", "0"));
        Shown before = messages.get(id);
        if (before == null || before.chat() != Long.parseLong(form.getOrDefault("chat_id", "0"))) {
            return refusal(400, "Bad Request: message to edit not found");
        }
        messages.put(id, new Shown(before.chat(), form.getOrDefault("text", ""), keyboard(form), ""));
        notifyAll();
        return good(message(id, before.chat()).with("edit_date", 2));
    }

    private static JsonObject keyboard(Map<String, String> form) {
        try {
            return form.containsKey("reply_markup")
                    ? JsonText.parseObject(form.get("reply_markup"))
                    : JsonObject.empty();
        } catch (InvalidJson e) {
            throw new IllegalStateException(e);
        }
    }

    private static void reply(HttpExchange exchange, int status, JsonObject body) throws IOException {
        byte[] bytes = JsonText.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** The newest message in {@code chat} that says {@code part}, as soon as there is one. */
    Map.Entry<Integer, Shown> await(long chat, String part) throws InterruptedException {
        return await(chat, part, shown -> shown.text().contains(part));
    }

    /** The newest message in {@code chat} with the button {@code button}, as soon as there is one. */
    Map.Entry<Integer, Shown> awaitButton(long chat, String button) throws InterruptedException {
        return await(chat, button, shown -> shown.buttons().contains(button));
    }

    private synchronized Map.Entry<Integer, Shown> await(long chat, String what, Predicate<Shown> fits)
            throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (System.nanoTime() < end) {
            Optional<Map.Entry<Integer, Shown>> found = messages.entrySet().stream()
                    .filter(each -> each.getValue().chat() == chat && fits.test(each.getValue()))
                    .reduce((first, second) -> second);
            if (found.isPresent()) {
                return Map.entry(found.get().getKey(), found.get().getValue());
            }
            wait(100);
        }
        throw new AssertionError("no message with `" + what + "` in " + chat + ": " + messages);
    }

    /** What was told to whoever pressed the last button, as soon as {@code count} were pressed. */
    synchronized String told(int count) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (told.size() < count && System.nanoTime() < end) {
            wait(100);
        }
        if (told.size() < count) {
            throw new AssertionError("only " + told);
        }
        return told.get(count - 1);
    }

    synchronized String webhook() throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (webhook.isEmpty() && System.nanoTime() < end) {
            wait(100);
        }
        return webhook;
    }

    synchronized String secret() {
        return secret;
    }

    synchronized int count(long chat) {
        return (int)
                messages.values().stream().filter(each -> each.chat() == chat).count();
    }

    /** Every message, for failures. */
    synchronized String all() {
        var all = new StringBuilder(told.toString());
        messages.forEach((id, shown) -> all.append("\n")
                .append(id)
                .append(" ")
                .append(shown.chat())
                .append(" ")
                .append(shown.text()));
        return all.toString();
    }

    synchronized boolean anywhere(String part) {
        return messages.values().stream().anyMatch(each -> (each.text() + each.file()).contains(part));
    }

    private static JsonObject user(long id) {
        return JsonObject.empty().with("id", id).with("is_bot", false).with("first_name", "U");
    }

    /** {@code user} presses the button {@code data} under the message {@code id} of {@code chat}. */
    synchronized JsonObject press(long user, long chat, int id, String data) {
        JsonObject message = JsonObject.empty()
                .with("message_id", id)
                .with("date", 1)
                .with("chat", JsonObject.empty().with("id", chat).with("type", "private"));
        return update(
                "callback_query",
                JsonObject.empty()
                        .with("id", "q" + updates.size())
                        .with("from", user(user))
                        .with("chat_instance", "1")
                        .with("message", message)
                        .with("data", data));
    }

    /** {@code user} answers the message {@code prompt}; {@code more} are further members of their message. */
    synchronized JsonObject write(long user, int prompt, String text, JsonObject more) {
        JsonObject message = JsonObject.empty()
                .with("message_id", ids.incrementAndGet())
                .with("date", 1)
                .with("from", user(user))
                .with("chat", JsonObject.empty().with("id", user).with("type", "private"))
                .with("text", text)
                .with(
                        "reply_to_message",
                        JsonObject.empty()
                                .with("message_id", prompt)
                                .with("date", 1)
                                .with(
                                        "chat",
                                        JsonObject.empty().with("id", user).with("type", "private")));
        for (var member : more.members().entrySet()) {
            message = message.with(member.getKey(), member.getValue());
        }
        return update("message", message);
    }

    /** An update of {@code kind}, which is handed out. */
    synchronized JsonObject update(String kind, JsonObject content) {
        JsonObject update =
                JsonObject.empty().with("update_id", 1_000 + updates.size()).with(kind, content);
        updates.add(update);
        notifyAll();
        return update;
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
