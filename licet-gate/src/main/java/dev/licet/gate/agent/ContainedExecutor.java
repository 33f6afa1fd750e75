package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonObject;

/**
 * Does what a tool does, and can do it within bounds: a call that would be asked may be contained instead. {@code licet-contain}
 * runs commands so.
 */
public interface ContainedExecutor<T> extends Executor<T> {
    /** Runs the tool with {@code arguments} so that it does nothing beyond the bounds of {@code within}, or throws. */
    T execute(JsonObject arguments, ContainedCall within) throws Exception;
}
