package dev.licet.core.call;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;

/**
 * The model's reply that a call belongs to.
 *
 * @param id the same for every call of the reply
 * @param remaining the calls of the reply behind this one, for the person who is asked
 */
public record Batch(BatchId id, List<Remaining> remaining) {
    /** Most calls that may remain. */
    public static final int MAX_REMAINING = 256;

    /** A call that is yet to come; shown, never judged by this. */
    public record Remaining(String tool, JsonObject arguments) {}

    public Batch {
        remaining = List.copyOf(remaining);
        if (remaining.size() > MAX_REMAINING) {
            throw new IllegalArgumentException("a batch has at most " + MAX_REMAINING + " calls");
        }
    }
}
