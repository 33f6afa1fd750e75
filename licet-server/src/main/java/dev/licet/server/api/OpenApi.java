package dev.licet.server.api;

import dev.licet.server.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/** The description of the API (OpenAPI 3.1), which a test holds against the running server. */
final class OpenApi {
    private static final HttpReply DOCUMENT = load();

    private OpenApi() {}

    static HttpReply document() {
        return DOCUMENT;
    }

    private static HttpReply load() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream("openapi.json"))) {
            return new HttpReply.Full(200, "application/json", Map.of("Cache-Control", "no-store"), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the description of the API", e);
        }
    }
}
