package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonObject;

/** What became of a call. */
public sealed interface Result<T> {

    /**
     * It ran.
     *
     * @param arguments with which it ran; a person may have changed them
     * @param comment what the person who approved said; empty for nothing
     */
    record Ran<T>(T value, JsonObject arguments, String comment) implements Result<T> {}

    /** It ran, and threw. */
    record Failed<T>(Exception cause) implements Result<T> {}

    /**
     * It did not run.
     *
     * @param message why, for the model
     * @param stops whether the agent is to end its turn
     */
    record Refused<T>(String message, boolean stops) implements Result<T> {}
}
