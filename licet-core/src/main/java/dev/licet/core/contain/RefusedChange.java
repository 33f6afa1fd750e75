package dev.licet.core.contain;

import dev.licet.core.json.JsonValue.JsonObject;

/**
 * A change that may not be put in place by itself.
 *
 * @param path of the file
 * @param why in words that hold no hidden characters
 * @param asks whether a person may have it put in place all the same; what a rule denies nobody may
 */
public record RefusedChange(String path, String why, boolean asks) {
    /** Its form in documents: {@code {path, why, asks?}}. */
    public JsonObject form() {
        JsonObject form = JsonObject.empty().with("path", path).with("why", why);
        return asks ? form.with("asks", true) : form;
    }

    /** What {@link #form} wrote; what says nothing is nobody's to allow. */
    public static RefusedChange of(JsonObject form) {
        return new RefusedChange(form.text("path").orElse("/"), form.text("why").orElse(""), form.isTrue("asks"));
    }
}
