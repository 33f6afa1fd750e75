package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;

/** Puts the JSON Schema of a tool's arguments together. */
final class Schema {
    private JsonObject properties = JsonObject.empty();
    private final List<JsonString> required = new ArrayList<>();

    /** An argument that has to be there. */
    Schema needs(String name, String type, String description) {
        required.add(new JsonString(name));
        return takes(name, type, description);
    }

    /** An argument that may be there. */
    Schema takes(String name, String type, String description) {
        properties = properties.with(name, JsonObject.empty().with("type", type).with("description", description));
        return this;
    }

    JsonObject build() {
        return JsonObject.empty()
                .with("type", "object")
                .with("properties", properties)
                .with("required", JsonArray.of(required))
                .with("additionalProperties", false);
    }
}
