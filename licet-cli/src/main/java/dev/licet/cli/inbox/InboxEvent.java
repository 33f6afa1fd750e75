package dev.licet.cli.inbox;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Set;

/** What comes from the server. */
sealed interface InboxEvent {

    /** It can be heard; whatever is pending comes next. */
    record Connected() implements InboxEvent {}

    record Lost(String why) implements InboxEvent {}

    record Arrived(LicetClient.Event event) implements InboxEvent {}

    /** The newest approvals in any state, the newest first, and the ids of all that are open. */
    record Listed(List<JsonObject> newest, Set<String> open) implements InboxEvent {}

    record Granted(List<JsonObject> grants) implements InboxEvent {}

    record Running(List<JsonObject> sessions) implements InboxEvent {}

    /** What approving {@code id} may leave behind. */
    record Choices(String id, JsonObject choices) implements InboxEvent {}

    /** Why {@code id} is asked, as a tree. */
    record Explained(String id, List<String> lines) implements InboxEvent {}

    /** What would be decided if {@code approval} had other arguments. */
    record TriedOut(ShownApproval approval, ChangedCall changed) implements InboxEvent {}

    /** An answer to {@code id} did not arrive. */
    record Failed(String id, String line) implements InboxEvent {}

    /** Something a person has to be told. */
    record Said(String line) implements InboxEvent {}
}
