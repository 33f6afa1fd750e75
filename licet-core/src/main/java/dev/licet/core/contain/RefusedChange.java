package dev.licet.core.contain;

import dev.licet.core.json.JsonValue.JsonObject;

/**
 * A change that may not be put in place.
 *
 * @param path of the file
 * @param why in words that hold no hidden characters
 */
public record RefusedChange(String path, String why) {
    /** Its form in documents: {@code {path, why}}. */
    public JsonObject form() {
        return JsonObject.empty().with("path", path).with("why", why);
    }
}
