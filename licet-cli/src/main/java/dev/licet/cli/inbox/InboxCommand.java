package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.core.json.JsonValue.JsonObject;

/** What a person wants to be done. */
sealed interface InboxCommand {

    /** Nothing more. */
    record Leave() implements InboxCommand {}

    /** Something that is to be done at the server. */
    sealed interface Errand extends InboxCommand {}

    /** Approve it; {@code body} says how. */
    record Approve(String id, JsonObject body) implements Errand {}

    /** Reject it; {@code body} says how. */
    record Deny(String id, JsonObject body) implements Errand {}

    /** Find out what approving it may leave behind. */
    record Choose(String id) implements Errand {}

    /** Find out why it is asked. */
    record Explain(ShownApproval approval) implements Errand {}

    /** Let the person change {@code arguments}, which are its own or what they were changed to before. */
    record Edit(ShownApproval approval, JsonObject arguments) implements InboxCommand {}

    /** Find out what would be decided with {@code arguments}. */
    record TryOut(ShownApproval approval, JsonObject arguments) implements Errand {}

    /** Take a grant back. */
    record Revoke(String grant) implements Errand {}

    /** Let a session's full access end. */
    record EndFullAccess(String worker, String session) implements Errand {}

    /** Bring what {@code tab} shows up to date. */
    record Load(Tab tab) implements Errand {}
}
