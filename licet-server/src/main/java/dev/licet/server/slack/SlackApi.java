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
import java.time.Duration;
import java.util.Set;

/** Slack's Web API, as far as an app needs it that asks: {@code https://docs.slack.dev/apis/web-api}. Thread-safe. */
final class SlackApi implements AutoCloseable {
    /** What Slack may take another time. */
    private static final Set<String> LATER = Set.of(
            "ratelimited", "rate_limited", "fatal_error", "internal_error", "service_unavailable", "request_timeout");

    /** What Slack says where the thread is gone or closed that a message was to stand in. */
    private static final Set<String> PLACE = Set.of(
            "thread_not_found", "message_not_found", "cannot_reply_to_message", "restricted_action_thread_locked");

    /** What Slack says of a message that it would never take. */
    private static final Set<String> FORM = Set.of(
            "invalid_blocks",
            "invalid_blocks_format",
            "msg_blocks_too_long",
            "msg_too_long",
            "no_text",
            "invalid_arguments",
            "too_many_attachments");

    private static final int MAX_ATTEMPTS = 5;
    private static final long LONGEST_PATIENCE_SECONDS = 30;

    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;

    private final String base;
    private final String token;
    private final Outgoing outgoing = new Outgoing();

    /** Slack does not take what it was told, and would not another time. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean form;
        private final boolean place;

        Refused(String method, String error) {
            super(method + ": " + error);
            form = FORM.contains(error);
            place = PLACE.contains(error);
        }

        /** Whether the thread is gone or closed that the message was to stand in. */
        boolean isPlace() {
            return place;
        }

        /** Whether it is how the message looks, which may be said otherwise. */
        boolean isForm() {
            return form;
        }
    }

    SlackApi(URI base, String token) {
        this.base = base.toString().replaceFirst("/$", "");
        this.token = token;
    }

    /**
     * What {@code method} answers to {@code body}; waits as long as Slack says, some times over.
     *
     * @throws IOException when Slack cannot be reached, or asks to be told later
     */
    JsonObject call(String method, JsonObject body) throws IOException, InterruptedException, Refused {
        for (int attempt = 1; ; attempt++) {
            Outgoing.Answer answer = asked(method, body);
            if (answer.status() != TOO_MANY || attempt == MAX_ATTEMPTS) {
                return taken(method, answer);
            }
            long seconds = answer.retryAfter().orElse(1);
            Thread.sleep(Duration.ofSeconds(Math.clamp(seconds, 1, LONGEST_PATIENCE_SECONDS)));
        }
    }

    /** The same at once or not at all. */
    JsonObject callAtOnce(String method, JsonObject body) throws IOException, InterruptedException, Refused {
        return taken(method, asked(method, body));
    }

    private Outgoing.Answer asked(String method, JsonObject body) throws IOException, InterruptedException {
        return outgoing.ask(HttpRequest.newBuilder(URI.create(base + "/" + method))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(BodyPublishers.ofString(JsonText.write(body)))
                .build());
    }

    private static JsonObject taken(String method, Outgoing.Answer answer) throws IOException, Refused {
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
        throw new Refused(method, error);
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
