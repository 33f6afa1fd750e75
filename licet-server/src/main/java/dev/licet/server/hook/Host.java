package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.shell.Shells;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How one coding agent asks its hooks, and what answers it understands. Each has its own; the formats and what a host does
 * with an answer that it cannot use are in {@code docs/hooks.md}. Immutable and thread-safe.
 */
interface Host {

    /** The name in {@code /hooks/NAME} and {@code licet hook NAME}. */
    String name();

    /** How long a call may be held: less than after what time the host no longer waits. */
    Duration patience();

    /**
     * The call that {@code input} asks about; empty for an event that asks about none.
     *
     * @throws IllegalArgumentException when a part is missing or cannot be read; the call is denied then
     */
    Optional<HookCall> read(JsonObject input, Place place);

    /** Which shells it has command lines run by. */
    default Shells shells() {
        return Shells.UNKNOWN;
    }

    /** Its events about calls; the first is assumed of an input that cannot be read. */
    List<String> events();

    /** Lets the call run as it is. */
    Output allowed(HookCall call, String why);

    /** Lets the call run with other arguments; empty when the host could not be trusted to take exactly these. */
    Optional<Output> edited(HookCall call, JsonObject arguments, String why);

    /** Refuses what {@code event} asks about. */
    Output denied(String event, String why);

    /** Refuses it and ends the agent's turn, where the host can. */
    default Output stopped(String event, String why) {
        return denied(event, why);
    }

    /**
     * Where the hook was installed, as its address says.
     *
     * @param worker whose rules hold
     * @param event the event, for hosts whose input does not name it
     */
    record Place(String worker, Optional<String> event) {}

    /** What the host gets to read; it may have to be nothing at all. */
    record Output(Optional<JsonObject> document) {
        static final Output SILENCE = new Output(Optional.empty());

        static Output of(JsonObject document) {
            return new Output(Optional.of(document));
        }
    }
}
