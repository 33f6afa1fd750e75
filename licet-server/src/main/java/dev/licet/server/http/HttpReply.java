package dev.licet.server.http;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a request is answered with. */
public sealed interface HttpReply {

    /** HTTP status code. */
    int status();

    /** A reply that is complete. */
    // Replies are never compared, and a copy of every body would buy nothing.
    @SuppressWarnings("ArrayRecordComponent")
    record Full(int status, String type, Map<String, String> headers, byte[] body) implements HttpReply {
        public Full {
            headers = Map.copyOf(headers);
        }

        /** This reply with one more header. */
        public Full with(String name, String value) {
            var more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Full(status, type, more, body);
        }
    }

    /** A stream of server-sent events that ends when {@code source} returns or the client goes away. */
    record Events(Source source) implements HttpReply {
        @Override
        public int status() {
            return 200;
        }
    }

    /** From now on texts go both ways; a request that does not ask for that gets status 426. */
    record Upgrade(TextSocket.Creator creator) implements HttpReply {
        @Override
        public int status() {
            return 101;
        }
    }

    /** Produces events until it is done. */
    interface Source {
        void run(Sink sink) throws IOException, InterruptedException;
    }

    /** Takes the text of events as they come. */
    interface Sink {
        /** Sends {@code text}, and what was put before it, at once. */
        void send(String text) throws IOException;

        /** Sends {@code text} with what follows; {@link #flush} sends it if nothing does. */
        void put(String text) throws IOException;

        void flush() throws IOException;
    }

    /** A JSON document. */
    static Full json(int status, JsonObject document) {
        return new Full(
                status,
                "application/json",
                Map.of("Cache-Control", "no-store"),
                (JsonText.write(document) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a browser to {@code address}. */
    static Full redirect(URI address) {
        return new Full(
                303, "text/plain", Map.of("Location", address.toString(), "Cache-Control", "no-store"), new byte[0]);
    }

    /** A problem as RFC 9457 describes it; {@code code} is stable, {@code detail} is for people. */
    static Full problem(int status, String code, String detail) {
        return problem(status, code, detail, JsonObject.empty());
    }

    /** The same with the members of {@code more}. */
    static Full problem(int status, String code, String detail, JsonObject more) {
        var members = new LinkedHashMap<String, JsonValue>();
        members.putAll(JsonObject.empty()
                .with("type", "about:blank")
                .with("status", status)
                .with("code", code)
                .with("detail", detail)
                .members());
        members.putAll(more.members());
        return new Full(
                status,
                "application/problem+json",
                Map.of("Cache-Control", "no-store"),
                (JsonText.write(new JsonObject(members)) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
