package dev.licet.server.slack;

import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.outbox.ChannelRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Below which message what a session asks stands, written down in the database. For the thread that tells. */
final class SlackThreads {
    private static final Logger LOG = LoggerFactory.getLogger(SlackThreads.class);
    private static final String NOTE = "threads";

    /** An older session begins a thread anew. */
    private static final int MOST = 500;

    private final ChannelRecord record;

    SlackThreads(ChannelRecord record) {
        this.record = record;
    }

    /** The message that began the thread of the session of {@code call}. */
    Optional<String> of(ToolCall call) {
        return Optional.ofNullable(read().get(key(call)));
    }

    /** What the session of {@code call} asks from now on stands below the message {@code time}. */
    void begin(ToolCall call, String time) {
        Map<String, String> threads = read();
        threads.put(key(call), time);
        while (threads.size() > MOST) {
            threads.remove(threads.keySet().iterator().next());
        }
        JsonObject form = JsonObject.empty();
        for (var thread : threads.entrySet()) {
            form = form.with(thread.getKey(), thread.getValue());
        }
        record.write(NOTE, JsonText.write(form));
    }

    private static String key(ToolCall call) {
        return call.worker().text() + " " + call.session().text();
    }

    private Map<String, String> read() {
        var threads = new LinkedHashMap<String, String>();
        try {
            Optional<String> written = record.read(NOTE);
            if (written.isPresent()) {
                JsonText.parseObject(written.get()).members().forEach((session, time) -> {
                    if (time instanceof JsonString text) {
                        threads.put(session, text.value());
                    }
                });
            }
        } catch (InvalidJson e) {
            LOG.warn("older threads in Slack are no longer known: {}", e.getMessage());
        }
        return threads;
    }
}
