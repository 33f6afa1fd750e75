package dev.licet.server.connectonion;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.Batch;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The frames that a client gets. */
final class Frames {
    private Frames() {}

    /** {@code approval_needed}; what is left of the batch is omitted when nothing is. */
    static JsonObject needed(Approval approval, Decision decision) {
        JsonObject frame = JsonObject.empty()
                .with("type", "approval_needed")
                .with("tool", approval.call().tool())
                .with("arguments", approval.call().arguments());
        List<JsonObject> remaining = approval.call().context().batch().map(Batch::remaining).orElse(List.of()).stream()
                .map(call -> JsonObject.empty()
                        .with("tool", call.tool())
                        .with("arguments", CanonicalJson.of(call.arguments())))
                .toList();
        if (!remaining.isEmpty()) {
            frame = frame.with("batch_remaining", JsonArray.of(remaining));
        }
        return frame.with("tool_call_id", approval.call().id().text())
                .with("approval_id", approval.id().text())
                // The model's own words, as the original has it.
                .with(
                        "description",
                        approval.call().arguments().text("description").orElse(""))
                .with(
                        "policy",
                        JsonObject.empty()
                                .with("decision", "ask")
                                .with("source", "licet")
                                .with("reason", reason(decision))
                                .with("requires_human", true));
    }

    private static String reason(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() == Action.ASK)
                .findFirst()
                .map(Frames::reason)
                .orElse("");
    }

    private static String reason(Finding finding) {
        return Sentences.what(finding.fact()) + ": " + Sentences.because(finding);
    }

    /** Somebody answered elsewhere, or the call is gone: the dialog can be closed. */
    static JsonObject resolved(Approval approval) {
        return JsonObject.empty()
                .with("type", "approval_resolved")
                .with("approval_id", approval.id().text())
                .with("tool", approval.call().tool())
                .with("approved", approval.state() instanceof ApprovalState.Approved);
    }

    static JsonObject error(String message) {
        return JsonObject.empty().with("type", "ERROR").with("message", message);
    }

    /** The client is known now. */
    static JsonObject connected(String session) {
        return JsonObject.empty().with("type", "CONNECTED").with("session_id", session);
    }

    /** Full access has ended by itself after as many turns as were given. */
    static JsonObject checkpoint(int turns) {
        return JsonObject.empty()
                .with("type", "full_access_checkpoint")
                .with("turns_used", turns)
                .with("max_turns", turns);
    }

    static JsonObject modeChanged(String mode) {
        return JsonObject.empty()
                .with("type", "mode_changed")
                .with("mode", mode)
                .with("triggered_by", "user");
    }

    /** {@code frame} with its id in the log and the time. */
    static JsonObject stamped(JsonObject frame, long id, Instant now) {
        return frame.with("id", String.valueOf(id))
                .with("ts", new JsonNumber(BigDecimal.valueOf(now.toEpochMilli(), 3)));
    }
}
