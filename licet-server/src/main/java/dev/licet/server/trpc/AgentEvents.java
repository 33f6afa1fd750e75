package dev.licet.server.trpc;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.server.access.Caller;
import dev.licet.server.api.Feed;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * The subscription {@code agent.onEvents}: what is asked and resolved in one session and its subagents. Whoever subscribes
 * gets what is pending first, as Molf has it; there are no ids to resume from.
 */
final class AgentEvents {
    private final Feed feed;

    AgentEvents(Feed feed) {
        this.feed = feed;
    }

    /** Takes the events of one subscription. */
    interface Receiver {
        void next(JsonObject event) throws IOException;

        void idle() throws IOException;
    }

    /** Follows the session called {@code session} until {@code receiver} throws or the server ends. */
    void follow(String session, Caller caller, Receiver receiver) throws IOException, InterruptedException {
        feed.follow(OptionalLong.empty(), caller, new Feed.Receiver() {
            @Override
            public void next(long id, Approval approval) throws IOException {
                if (isOf(session, approval)) {
                    receiver.next(event(approval));
                }
            }

            @Override
            public void idle() throws IOException {
                receiver.idle();
            }
        });
    }

    private static boolean isOf(String session, Approval approval) {
        return approval.call().session().text().equals(session)
                || session(approval).equals(session);
    }

    /** The session that Molf's clients name in their answer: a subagent has one of its own. */
    static String session(Approval approval) {
        return approval.call()
                .context()
                .agent()
                .map(agent -> agent.text())
                .orElse(approval.call().session().text());
    }

    /** The event of {@code approval}; one of a subagent is wrapped, and told to the session that started it. */
    static JsonObject event(Approval approval) {
        JsonObject event = approval.isPending() ? required(approval) : resolved(approval);
        return approval.call().context().agent().isEmpty()
                ? event
                : JsonObject.empty()
                        .with("type", "subagent_event")
                        .with(
                                "agentType",
                                approval.call().context().agent().get().text())
                        .with("sessionId", session(approval))
                        .with("event", event);
    }

    private static JsonObject required(Approval approval) {
        return JsonObject.empty()
                .with("type", "tool_approval_required")
                .with("approvalId", approval.id().text())
                .with("toolName", approval.call().tool())
                .with("arguments", CanonicalJson.of(approval.call().arguments()))
                .with("sessionId", session(approval));
    }

    private static JsonObject resolved(Approval approval) {
        return JsonObject.empty()
                .with("type", "tool_approval_resolved")
                .with("approvalId", approval.id().text())
                .with("outcome", outcome(approval.state()))
                .with("sessionId", session(approval));
    }

    private static String outcome(ApprovalState state) {
        return switch (state) {
            case ApprovalState.Approved approved -> "approved";
            case ApprovalState.Rejected rejected -> "denied";
            case ApprovalState.Pending pending -> "cancelled";
            case ApprovalState.Expired expired -> "denied";
            case ApprovalState.Cancelled cancelled -> "cancelled";
        };
    }
}
