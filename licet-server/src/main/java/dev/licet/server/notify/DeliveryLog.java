package dev.licet.server.notify;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a channel has told, in the database, so that it goes on there after a restart or at another server. Used by one
 * dispatcher; not thread-safe.
 */
final class DeliveryLog {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);
    private static final String NOTE = "told";

    private final ChannelRecord record;
    private final Set<ApprovalId> told = new LinkedHashSet<>();
    private final Set<ApprovalId> late = new LinkedHashSet<>();
    private OptionalLong position = OptionalLong.empty();
    private String saved = "";

    DeliveryLog(ChannelRecord record) {
        this.record = record;
    }

    /** Reads what was written down, by this server or another one; what cannot be read is begun anew: what waits is told once more. */
    void load() {
        told.clear();
        late.clear();
        position = OptionalLong.empty();
        saved = record.read(NOTE).orElse("");
        if (saved.isEmpty()) {
            return;
        }
        try {
            JsonObject read = JsonText.parseObject(saved);
            position = read.number("position")
                    .map(number -> OptionalLong.of(number.longValue()))
                    .orElse(OptionalLong.empty());
            ids(read, "told", told);
            ids(read, "late", late);
        } catch (InvalidJson | RuntimeException e) {
            LOG.warn("what was told cannot be read, what waits is told once more: {}", e.getMessage());
            told.clear();
            late.clear();
            position = OptionalLong.empty();
        }
    }

    private static void ids(JsonObject form, String name, Set<ApprovalId> into) {
        form.elements(name).forEach(id -> into.add(new ApprovalId(((JsonString) id).value())));
    }

    /** The last event that everything was told about. */
    OptionalLong position() {
        return position;
    }

    void position(long event) {
        position = OptionalLong.of(event);
    }

    /** The approvals that were told, and have not ended. */
    Set<ApprovalId> told() {
        return told;
    }

    /** The approvals that have ended, which is told later. */
    Set<ApprovalId> late() {
        return late;
    }

    private static JsonArray array(Set<ApprovalId> ids) {
        return JsonArray.of(ids.stream().map(id -> new JsonString(id.text())).toList());
    }

    /** Writes down what has changed. */
    void save() {
        JsonObject form = JsonObject.empty().with("told", array(told)).with("late", array(late));
        String text = JsonText.write(position.isPresent() ? form.with("position", position.getAsLong()) : form);
        if (!text.equals(saved)) {
            record.write(NOTE, text);
            saved = text;
        }
    }
}
