package dev.licet.gate.agent;

import dev.licet.core.contain.Bounds;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Optional;

/** What a gate says to a call. */
public sealed interface Verdict {

    /**
     * The call may run, once its ticket is redeemed.
     *
     * @param arguments to run it with; a person may have changed them
     * @param ticket what permits it, once
     * @param comment what the person who approved said; empty for nothing
     * @param bounds what it may do at most; empty where it runs as it is
     * @param preview the digest of the changes that are to be put in place instead of running it, if they are; with {@code
     *     bounds} they may be made anew
     */
    record Allowed(
            JsonObject arguments, String ticket, String comment, Optional<Bounds> bounds, Optional<String> preview)
            implements Verdict {}

    /**
     * The call must not run.
     *
     * @param message for the model
     * @param stops whether the agent is to end its turn
     */
    record Denied(String message, boolean stops) implements Verdict {}

    /** Nobody has answered yet. The same call submitted again joins the approval and collects the answer. */
    record Held(Ask ask) implements Verdict {}
}
