package dev.licet.server.api;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The description of the API (OpenAPI 3.1), made from the table of endpoints and, for each, an operation in
 * {@code openapi.json}: {@code summary}, {@code parameters}, {@code body} and {@code reply} as schemas, and {@code problems}, the
 * codes of its own. What all endpoints share is added here.
 */
final class OpenApi {
    /** Without a token, without the right, too often. */
    private static final List<String> PROBLEMS_OF_ALL = List.of("401", "403", "429");

    private OpenApi() {}

    /** The description of {@code endpoints}, as it is served. */
    static HttpReply document(List<Endpoint> endpoints) {
        byte[] text = JsonText.write(describe(endpoints)).getBytes(StandardCharsets.UTF_8);
        return new HttpReply.Full(200, "application/json", Map.of("Cache-Control", "no-store"), text);
    }

    private static JsonObject describe(List<Endpoint> endpoints) {
        JsonObject source = source();
        JsonObject operations = source.object("operations").orElseThrow();
        JsonObject paths = JsonObject.empty();
        for (Endpoint endpoint : endpoints) {
            JsonObject operation = operations
                    .object(endpoint.name())
                    .orElseThrow(() -> new IllegalStateException(endpoint.name() + " is not described"));
            JsonObject before = paths.object(endpoint.path()).orElseGet(JsonObject::empty);
            String method = endpoint.method().toLowerCase(Locale.ROOT);
            paths = paths.with(endpoint.path(), before.with(method, operation(endpoint, operation)));
        }
        if (operations.members().size() != endpoints.size()) {
            throw new IllegalStateException("there are descriptions of endpoints that are none");
        }
        JsonObject document = JsonObject.empty();
        for (Map.Entry<String, JsonValue> member : source.members().entrySet()) {
            document = member.getKey().equals("operations")
                    ? document.with("paths", paths)
                    : document.with(member.getKey(), member.getValue());
        }
        return document;
    }

    private static JsonObject operation(Endpoint endpoint, JsonObject described) {
        var parameters = new ArrayList<>(described.elements("parameters"));
        if (endpoint.path().contains("{id}")) {
            parameters.addFirst(JsonObject.empty()
                    .with("name", "id")
                    .with("in", "path")
                    .with("required", true)
                    .with("schema", JsonObject.empty().with("type", "string")));
        }
        JsonObject operation =
                JsonObject.empty().with("summary", described.text("summary").orElseThrow());
        if (!parameters.isEmpty()) {
            operation = operation.with("parameters", JsonArray.of(parameters));
        }
        if (described.get("body").isPresent()) {
            operation = operation.with(
                    "requestBody",
                    JsonObject.empty()
                            .with("content", content(described.get("body").get())));
        }
        JsonObject responses = described
                .object("responses")
                .orElseGet(() -> JsonObject.empty()
                        .with(
                                "200",
                                response("done", content(described.get("reply").orElseThrow()))));
        var problems = new ArrayList<String>();
        described.elements("problems").forEach(code -> problems.add(JsonText.write(code)));
        problems.addAll(PROBLEMS_OF_ALL);
        for (String code : problems) {
            responses = responses.with(code, problem());
        }
        return operation.with("responses", responses);
    }

    private static JsonObject content(JsonValue schema) {
        return JsonObject.empty().with("application/json", JsonObject.empty().with("schema", schema));
    }

    private static JsonObject response(String description, JsonObject content) {
        return JsonObject.empty().with("description", description).with("content", content);
    }

    private static JsonObject problem() {
        JsonObject schema = JsonObject.empty().with("$ref", new JsonString("#/components/schemas/Problem"));
        return response(
                "a problem (RFC 9457)",
                JsonObject.empty()
                        .with("application/problem+json", JsonObject.empty().with("schema", schema)));
    }

    private static JsonObject source() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream("openapi.json"))) {
            return JsonText.parseObject(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the description of the API", e);
        } catch (InvalidJson e) {
            throw new IllegalStateException("the description of the API is no JSON", e);
        }
    }
}
