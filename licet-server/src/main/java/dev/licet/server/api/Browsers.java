package dev.licet.server.api;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.access.Caller;

/**
 * Browsers that want to be told while no page is open. What tells them stands on this package, which is why it is known here
 * by this alone.
 */
public interface Browsers {
    /** The key that a browser subscribes with. */
    String publicKey();

    /**
     * Has a browser of {@code caller} told.
     *
     * @param subscription what the browser says of it: {@code {"endpoint", "keys": {"p256dh", "auth"}}}
     * @throws IllegalArgumentException when it is none
     */
    void subscribe(JsonObject subscription, Caller caller);

    /** Tells the browser of {@code caller} at {@code endpoint} no more; says whether it was told. */
    boolean unsubscribe(String endpoint, Caller caller);
}
