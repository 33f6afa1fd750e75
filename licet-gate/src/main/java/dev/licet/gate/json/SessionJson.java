package dev.licet.gate.json;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Agent;
import dev.licet.core.session.FullAccess;
import dev.licet.core.session.Session;
import dev.licet.core.session.SessionTerms;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalInt;

/** The JSON form of a session: {@code {workerId, sessionId, mode?, planning, pausedBy?, fullAccess?, checkpoint?, turnId?, endedTurnId?, stopped, workspace?, client?, task?, agents}}. */
public final class SessionJson {
    private SessionJson() {}

    public static JsonObject write(Session session) {
        JsonObject form = JsonObject.empty()
                .with("workerId", session.worker().text())
                .with("sessionId", session.id().text())
                .with("planning", session.planning());
        if (session.mode().isPresent()) {
            form = form.with("mode", session.mode().get().text());
        }
        if (session.fullAccess().isPresent()) {
            form = form.with("fullAccess", write(session.fullAccess().get()));
        }
        form = said(form, "pausedBy", session.terms().pausedBy());
        form = said(form, "checkpoint", session.terms().checkpoint());
        if (session.turn().isPresent()) {
            form = form.with("turnId", session.turn().get().text());
        }
        if (session.endedTurn().isPresent()) {
            form = form.with("endedTurnId", session.endedTurn().get().text());
        }
        form = form.with(
                "stopped",
                JsonArray.of(session.stopped().stream()
                        .map(batch -> new JsonString(batch.text()))
                        .toList()));
        form = said(form, "workspace", session.workspace());
        form = said(form, "client", session.source().client());
        form = said(form, "task", session.source().task());
        return form.with(
                "agents",
                JsonArray.of(session.agents().stream().map(SessionJson::write).toList()));
    }

    private static JsonObject said(JsonObject form, String name, String text) {
        return text.isEmpty() ? form : form.with(name, text);
    }

    private static JsonObject write(FullAccess access) {
        JsonObject form = JsonObject.empty().with("giver", access.giver());
        if (access.turns().isPresent()) {
            form = form.with("turns", access.turns().getAsInt());
        }
        if (access.calls().isPresent()) {
            form = form.with("calls", access.calls().getAsInt());
        }
        return access.until().isPresent()
                ? form.with("until", access.until().get().toString())
                : form;
    }

    private static JsonObject write(Agent agent) {
        JsonObject form = JsonObject.empty()
                .with("id", agent.id().text())
                .with("type", agent.type())
                .with(
                        "layers",
                        JsonArray.of(
                                agent.layers().stream().map(SessionJson::write).toList()));
        return agent.parent().isPresent()
                ? form.with("parent", agent.parent().get().text())
                : form;
    }

    private static JsonObject write(Agent.AgentLayer layer) {
        return JsonObject.empty()
                .with("mayAllow", layer.mayAllow())
                .with(
                        "rules",
                        JsonArray.of(layer.rules().stream()
                                .map(rule -> JsonObject.empty()
                                        .with("tool", rule.text().tool())
                                        .with("pattern", rule.text().pattern())
                                        .with("action", rule.action().text()))
                                .toList()));
    }

    /**
     * The session that {@code form}, as {@link #write} makes it, describes.
     *
     * @throws IllegalArgumentException when it describes none
     */
    public static Session read(JsonObject form) {
        return new Session(
                new WorkerId(form.text("workerId").orElse("")),
                new SessionId(form.text("sessionId").orElse("")),
                new SessionTerms(
                        form.text("mode").map(mode -> Mode.of(mode).orElseThrow(() -> damaged("mode"))),
                        form.isTrue("planning"),
                        form.text("pausedBy").orElse(""),
                        form.object("fullAccess").map(SessionJson::fullAccess),
                        form.text("checkpoint").orElse("")),
                form.text("turnId").map(TurnId::new),
                form.text("endedTurnId").map(TurnId::new),
                form.elements("stopped").stream().map(SessionJson::batch).toList(),
                form.elements("agents").stream().map(SessionJson::agent).toList(),
                form.text("workspace").orElse(""),
                new CallSource(form.text("client").orElse(""), form.text("task").orElse("")));
    }

    private static BatchId batch(JsonValue value) {
        if (value instanceof JsonString text) {
            return new BatchId(text.value());
        }
        throw damaged("stopped");
    }

    private static FullAccess fullAccess(JsonObject form) {
        return new FullAccess(
                number(form, "turns"),
                number(form, "calls"),
                form.text("until").map(Instant::parse),
                form.text("giver").orElse(""));
    }

    private static OptionalInt number(JsonObject form, String name) {
        return form.get(name).orElse(null) instanceof JsonNumber number
                ? OptionalInt.of(number.value().intValueExact())
                : OptionalInt.empty();
    }

    private static Agent agent(JsonValue value) {
        if (!(value instanceof JsonObject form)) {
            throw damaged("agents");
        }
        return new Agent(
                new AgentId(form.text("id").orElse("")),
                form.text("type").orElse(""),
                form.text("parent").map(AgentId::new),
                form.elements("layers").stream().map(SessionJson::layer).toList());
    }

    private static Agent.AgentLayer layer(JsonValue value) {
        if (!(value instanceof JsonObject form)) {
            throw damaged("layers");
        }
        return new Agent.AgentLayer(
                form.elements("rules").stream().map(SessionJson::rule).toList(), form.isTrue("mayAllow"));
    }

    private static Agent.AgentRule rule(JsonValue value) {
        if (value instanceof JsonObject form
                && form.text("tool").isPresent()
                && form.text("pattern").isPresent()) {
            return new Agent.AgentRule(
                    new RuleText(form.text("tool").get(), form.text("pattern").get()),
                    Action.valueOf(form.text("action").orElse("").toUpperCase(Locale.ROOT)));
        }
        throw damaged("rules");
    }

    private static IllegalArgumentException damaged(String member) {
        return new IllegalArgumentException("`" + member + "` of a session is damaged");
    }
}
