package dev.licet.server.api;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.call.Outcome;

/** The JSON form of what a caller is told about its call. */
final class OutcomeJson {
    private OutcomeJson() {}

    static JsonObject write(Outcome outcome, EventStream approvals) {
        return switch (outcome) {
            case Outcome.Allowed allowed -> {
                JsonObject form = JsonObject.empty()
                        .with("decision", "allow")
                        .with("comment", allowed.comment())
                        .with("arguments", allowed.call().arguments())
                        .with("digest", allowed.call().digest().hex())
                        .with("findings", ApprovalJson.findings(allowed.decision()));
                form = allowed.ticket().isEmpty() ? form : form.with("ticket", allowed.ticket());
                form = allowed.bounds().isEmpty()
                        ? form
                        : form.with("bounds", allowed.bounds().get().form());
                if (allowed.preview().isPresent()) {
                    yield form.with("preview", allowed.preview().get());
                }
                yield allowed.bounds().isEmpty() ? form : form.with("decision", "contain");
            }
            case Outcome.Denied denied ->
                JsonObject.empty()
                        .with("decision", "deny")
                        .with("reason", denied.message())
                        .with("findings", ApprovalJson.findings(denied.decision()));
            case Outcome.Stopped stopped ->
                JsonObject.empty()
                        .with("decision", "deny")
                        .with("stop", true)
                        .with("reason", stopped.message())
                        .with("findings", ApprovalJson.findings(stopped.decision()));
            case Outcome.Held held ->
                JsonObject.empty().with("decision", "ask").with("approval", approvals.form(held.approval()));
        };
    }
}
