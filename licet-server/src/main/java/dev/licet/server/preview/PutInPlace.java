package dev.licet.server.preview;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.List;

/**
 * What became of a command whose changes were put in place, for whoever prints it in its place.
 *
 * @param status the command's exit status, or 126 where nothing was put in place
 * @param out what it printed, in Base64
 * @param err what it printed as errors, in Base64
 * @param notes what else is to be said, a line each
 */
record PutInPlace(int status, String out, String err, List<String> notes) {
    PutInPlace {
        notes = List.copyOf(notes);
    }

    /** Its form in documents: {@code {status, out, err, notes}}. */
    JsonObject form() {
        return JsonObject.empty()
                .with("status", status)
                .with("out", out)
                .with("err", err)
                .with("notes", JsonArray.of(notes.stream().map(JsonString::new).toList()));
    }
}
