package dev.licet.agent;

import dev.licet.core.json.JsonValue.JsonObject;

/** Where a conversation is shown. Called on the thread of the conversation, but for {@link #text}. */
public interface Display {
    /** A piece of what the model says, as it comes. */
    void text(String piece);

    /** The model has said something to its end. */
    void said();

    /** The tool called {@code name} is about to be put to the gate. */
    void calls(String name, JsonObject arguments);

    /** What the model is told about that call. */
    void told(String name, String result, boolean ran);
}
