package dev.licet.server.api;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.call.Outcome;
import java.util.Optional;

/** What calls changed when they were tried within bounds, kept until it is put in place. */
public interface KeptChanges {
    /**
     * Puts in place what {@code allowed} changed when it was tried, if that is to be and is kept here.
     *
     * @return {@code {status, out, err, notes}}, with what was printed in Base64; empty where it is to be run, or made anew
     * @throws dev.licet.gate.data.GateException when its ticket is no longer good
     */
    Optional<JsonObject> put(Outcome.Allowed allowed) throws InterruptedException;
}
