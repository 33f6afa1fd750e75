package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.List;

/**
 * A call that a model asks its agent for.
 *
 * @param namespace the group that the agent offers it in, for those that have such groups; else empty
 * @param tool the name that the agent offers
 * @param arguments an object; a text for tools that take no JSON
 */
record Wanted(String namespace, String tool, JsonValue arguments) {
    /** The beginning of a call without arguments. */
    static Wanted of(String tool) {
        return of(tool, JsonObject.empty());
    }

    static Wanted of(String tool, JsonValue arguments) {
        return new Wanted("", tool, arguments);
    }

    Wanted with(String name, String value) {
        return with(name, new JsonString(value));
    }

    Wanted with(String name, JsonValue value) {
        return new Wanted(namespace, tool, object().with(name, value));
    }

    /** The same with a list of one text. */
    Wanted withOne(String name, String value) {
        return with(name, JsonArray.of(List.of(new JsonString(value))));
    }

    JsonObject object() {
        return (JsonObject) arguments;
    }
}
