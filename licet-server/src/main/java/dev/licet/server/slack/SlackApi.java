package dev.licet.server.slack;

import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.outgoing.Outgoing;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Slack's Web API, as far as an app needs it that asks: {@code https://docs.slack.dev/apis/web-api}. Thread-safe. */
final class SlackApi implements AutoCloseable {
    /** What Slack may take another time. */
    private static final Set<String> LATER =
            Set.of("ratelimited", "fatal_error", "internal_error", "service_unavailable", "request_timeout");

    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;

    private final URI base;
    private final String token;
    private final Outgoing outgoing = new Outgoing();

    /** Slack does not take what it was told, and would not another time. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    SlackApi(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    /**
     * What {@code method} answers to {@code body}.
     *
     * @throws IOException when Slack cannot be reached, or asks to be told later
     */
    JsonObject call(String method, JsonObject body) throws IOException, InterruptedException, Refused {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/" + method))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(BodyPublishers.ofString(JsonText.write(body)))
                .build();
        Outgoing.Answer answer = outgoing.ask(request);
        if (answer.status() == TOO_MANY || answer.status() >= FAULT) {
            throw new IOException("Slack answers with status " + answer.status());
        }
        JsonObject document = document(answer.body());
        if (document.get("ok").orElse(null) instanceof JsonBoolean ok && ok.value()) {
            return document;
        }
        String error = document.text("error").orElse("status " + answer.status());
        if (LATER.contains(error)) {
            throw new IOException("Slack says " + error);
        }
        throw new Refused(method + ": " + error);
    }

    private static JsonObject document(String text) throws IOException {
        try {
            return JsonText.parseObject(text.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJson e) {
            throw new IOException("Slack answers with no JSON", e);
        }
    }

    @Override
    public void close() {
        outgoing.close();
    }
}
