package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonObject;

/** Does what a tool does. */
public interface Executor<T> {
    /** Runs the tool with {@code arguments}, which are those that were allowed, not those that were asked for. */
    T execute(JsonObject arguments) throws Exception;
}
