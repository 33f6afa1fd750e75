package dev.licet.cli.replay;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Optional;

/**
 * A tool call that an agent once made.
 *
 * @param agent what the recording is of, such as {@code Claude Code}
 * @param session the agent's own name for its session
 * @param id what tells the call from others of its session; empty where the recording does not say
 * @param directory where it was made; empty where the recording does not say
 */
record RecordedCall(
        String agent,
        String session,
        Optional<String> id,
        String tool,
        JsonObject arguments,
        Optional<String> directory) {

    /** What tells it from all other calls, if the recording says that. */
    Optional<String> key() {
        return id.map(each -> key(session, each));
    }

    static String key(String session, String id) {
        return session + " " + id;
    }
}
