package dev.licet.client;

import dev.licet.core.contain.Bounds;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Optional;

/** What the gate says to a call. */
public sealed interface ServerVerdict {

    /**
     * The call may run, once its ticket is redeemed.
     *
     * @param arguments to run it with; a person may have changed them
     * @param digest of the call with these arguments, in hexadecimal
     * @param ticket what permits it, once
     * @param comment what the person who approved said; empty for nothing
     * @param bounds what it may do at most; empty where it runs as it is
     * @param preview the digest of the changes that are to be put in place instead of running it; they may be made anew within
     *     {@code bounds}. Empty where it runs
     */
    record Allowed(
            JsonObject arguments,
            String digest,
            String ticket,
            String comment,
            Optional<Bounds> bounds,
            Optional<String> preview)
            implements ServerVerdict {}

    /**
     * The call must not run.
     *
     * @param reason for the model
     * @param stops whether the agent is to end its turn
     */
    record Denied(String reason, boolean stops) implements ServerVerdict {}

    /**
     * Nobody has answered yet. The same call submitted again joins the approval and collects the answer.
     *
     * @param approval as {@code GET /v1/approvals} shows it
     */
    record Held(JsonObject approval) implements ServerVerdict {
        public String id() {
            return approval.text("id").orElse("");
        }
    }
}
