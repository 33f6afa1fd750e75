package dev.licet.server.api;

import dev.licet.core.display.SafeText;
import dev.licet.core.grant.Grant;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.gate.grant.GrantPreview;
import java.util.List;

/** The JSON forms of grants and of what may be granted. */
final class GrantJson {
    private GrantJson() {}

    static JsonObject write(List<Grant> grants) {
        return JsonObject.empty()
                .with(
                        "grants",
                        JsonArray.of(grants.stream().map(GrantJson::grant).toList()));
    }

    private static JsonObject grant(Grant grant) {
        JsonObject form = JsonObject.empty()
                .with("id", grant.id().text())
                .with("kind", grant.kind().text())
                .with("rules", ApprovalJson.rules(grant.rules()))
                .with("worker", grant.scope().worker().text())
                .with("session", SafeText.oneLine(grant.scope().session().text()))
                .with("lifetime", grant.lifetime().text())
                .with("given", grant.given().toString())
                .with("giver", SafeText.oneLine(grant.giver().principal()))
                .with("channel", grant.giver().channel());
        if (grant.scope().agent().isPresent()) {
            form = form.with(
                    "agent", SafeText.oneLine(grant.scope().agent().get().text()));
        }
        return grant.call().isPresent() ? form.with("digest", grant.call().get().hex()) : form;
    }

    static JsonObject offers(List<GrantOffer> offers) {
        return JsonObject.empty()
                .with(
                        "choices",
                        JsonArray.of(offers.stream()
                                .map(offer -> JsonObject.empty()
                                        .with("kind", offer.choice().kind().text())
                                        .with(
                                                "rules",
                                                ApprovalJson.rules(
                                                        offer.choice().rules()))
                                        .with(
                                                "covers",
                                                SafeText.oneLine(offer.choice().covers()))
                                        .with("matched", offer.matched())
                                        .with("looked", offer.looked()))
                                .toList()));
    }

    static JsonObject tried(GrantPreview tried) {
        return JsonObject.empty()
                .with("allows", tried.allows())
                .with("matched", tried.matched())
                .with("looked", tried.looked());
    }
}
