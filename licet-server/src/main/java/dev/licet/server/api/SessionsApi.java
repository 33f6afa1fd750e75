package dev.licet.server.api;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.FullAccess;
import dev.licet.core.session.Session;
import dev.licet.gate.Gate;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.json.SessionJson;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.session.Skills;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What clients tell of sessions and workers. */
final class SessionsApi {
    /** Who may say what happened; agents may say what is not here. What lets a session do more, no agent may say of itself. */
    private static final Map<String, Set<Right>> RIGHTS = Map.of(
            "mode", Set.of(Right.RULES),
            "workspace", Set.of(Right.RULES),
            "plan-started", Set.of(Right.CALL, Right.ANSWER),
            "plan-ended", Set.of(Right.RULES),
            "full-access", Set.of(Right.RULES),
            "full-access-ended", Set.of(Right.RULES),
            "paused", Set.of(Right.CALL, Right.ANSWER),
            "resumed", Set.of(Right.ANSWER),
            "aborted", Set.of(Right.CALL, Right.ANSWER));

    private final Gate gate;
    private final EventStream events;

    SessionsApi(Gate gate, EventStream events) {
        this.gate = gate;
        this.events = events;
    }

    HttpReply list(Caller caller) {
        List<JsonObject> visible = gate.sessions().all().stream()
                .filter(session -> caller.principal().reaches(session.worker(), session.id()))
                .map(SessionJson::write)
                .toList();
        return HttpReply.json(200, JsonObject.empty().with("sessions", JsonArray.of(visible)));
    }

    /** The grants of the sessions that {@code caller} has to do with. */
    List<Grant> grants(Caller caller) {
        return gate.sessions().grants().stream()
                .filter(grant -> caller.principal()
                        .reaches(grant.scope().worker(), grant.scope().session()))
                .toList();
    }

    /** {@code {"workerId", "sessionId", "event", …}}: something happened in a session. */
    HttpReply happen(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            var worker = new WorkerId(Bodies.optional(body, "workerId").orElse("local"));
            var session = new SessionId(Bodies.text(body, "sessionId"));
            if (!caller.principal().reaches(worker, session)) {
                return HttpReply.problem(403, "forbidden", "the token is not for this session");
            }
            Set<Right> needed = RIGHTS.getOrDefault(Bodies.text(body, "event"), Set.of(Right.CALL));
            if (needed.stream().noneMatch(caller::may)) {
                return Bodies.forbidden(caller, needed);
            }
            return happen(
                    new Sessions.Target(worker, session, caller.principal().name()), body);
        });
    }

    private HttpReply happen(Sessions.Target place, JsonObject body) {
        Sessions sessions = gate.sessions();
        String event = Bodies.text(body, "event");
        return switch (event) {
            case "turn-started" -> session(sessions.startTurn(place, turn(body)));
            case "turn-ended" -> session(sessions.endTurn(place, turn(body)));
            case "mode" -> session(sessions.chooseMode(place, mode(body)));
            case "workspace" -> session(sessions.chooseWorkspace(place, Bodies.text(body, "workspace")));
            case "plan-started" -> session(sessions.startPlan(place));
            case "plan-ended" -> session(sessions.endPlan(place));
            case "paused" -> session(sessions.pause(place));
            case "resumed" -> session(sessions.resume(place));
            case "full-access" -> session(sessions.giveFullAccess(place, fullAccess(place, body)));
            case "full-access-ended" -> session(sessions.endFullAccess(place));
            case "agent-started" -> session(sessions.startAgent(place, agent(body)));
            case "agent-ended" -> session(sessions.endAgent(place, new AgentId(Bodies.text(body, "agent"))));
            case "skill" -> skill(place, body);
            case "aborted" -> cancelled(sessions.abort(place));
            case "ended" -> cancelled(sessions.end(place));
            default ->
                throw new IllegalArgumentException("unknown event `" + event
                        + "`: use turn-started, turn-ended, mode, workspace, plan-started, plan-ended, paused, resumed,"
                        + " full-access, full-access-ended, agent-started, agent-ended, skill, aborted or ended");
        };
    }

    private static HttpReply session(Session session) {
        return HttpReply.json(200, JsonObject.empty().with("session", SessionJson.write(session)));
    }

    private static HttpReply cancelled(int approvals) {
        return HttpReply.json(200, JsonObject.empty().with("cancelled", approvals));
    }

    private static TurnId turn(JsonObject body) {
        return new TurnId(Bodies.text(body, "turnId"));
    }

    /** No `mode` is the configured one. */
    private static Optional<Mode> mode(JsonObject body) {
        return Bodies.optional(body, "mode")
                .map(name -> Mode.of(name)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "unknown mode `" + name + "`: use none, always-ask, write, contained or yolo")));
    }

    private static FullAccess fullAccess(Sessions.Target place, JsonObject body) {
        return new FullAccess(
                Bodies.number(body, "turns"), Bodies.number(body, "calls"), Bodies.time(body, "until"), place.actor());
    }

    private static Sessions.AgentStart agent(JsonObject body) {
        return new Sessions.AgentStart(
                new AgentId(Bodies.text(body, "agent")),
                Bodies.text(body, "type"),
                Bodies.optional(body, "parent").map(AgentId::new),
                Bodies.optional(body, "cwd").orElse(""));
    }

    /** {@code {"name", "version", "turnId", "cwd", "allows": [{"tool", "pattern"}], "agent"?, "batchId"?, "wait"?}}. */
    private HttpReply skill(Sessions.Target place, JsonObject body) {
        var skill = new Skills.Skill(
                Bodies.text(body, "name"),
                Bodies.text(body, "version"),
                body.elements("allows").stream().map(SessionsApi::rule).toList(),
                turn(body));
        CallContext owned = Bodies.optional(body, "agent")
                .map(AgentId::new)
                .map(CallContext.NONE::withAgent)
                .orElse(CallContext.NONE);
        CallContext context = Bodies.optional(body, "batchId")
                .map(id -> owned.withBatch(new Batch(new BatchId(id), List.of())))
                .orElse(owned);
        var caller = new ToolCall(
                new CallId("skill"),
                "skill",
                JsonObject.empty(),
                place.session(),
                place.worker(),
                Bodies.text(body, "cwd"),
                Map.of(),
                context);
        Duration wait =
                Duration.ofSeconds(Math.max(0, Bodies.number(body, "wait").orElse(0)));
        try {
            Outcome outcome = gate.skills().use(skill, caller, wait);
            return HttpReply.json(outcome instanceof Outcome.Held ? 202 : 200, OutcomeJson.write(outcome, events));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HttpReply.problem(503, "interrupted", "the gate is closing");
        }
    }

    private static RuleText rule(JsonValue value) {
        if (value instanceof JsonObject form) {
            return new RuleText(Bodies.text(form, "tool"), Bodies.text(form, "pattern"));
        }
        throw new IllegalArgumentException("`allows` is a list of objects with `tool` and `pattern`");
    }

    HttpReply connect(String worker, Caller caller) {
        return worker(worker, caller, id -> {
            gate.sessions().connect(id, caller.principal().name());
            return JsonObject.empty().with("connected", true);
        });
    }

    HttpReply disconnect(String worker, Caller caller) {
        return worker(
                worker,
                caller,
                id -> JsonObject.empty()
                        .with(
                                "cancelled",
                                gate.sessions()
                                        .disconnect(id, caller.principal().name())));
    }

    private interface OnWorker {
        JsonObject happen(WorkerId worker);
    }

    private static HttpReply worker(String text, Caller caller, OnWorker what) {
        WorkerId worker;
        try {
            worker = new WorkerId(text);
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", String.valueOf(e.getMessage()));
        }
        return caller.principal().speaksFor(worker)
                ? HttpReply.json(200, what.happen(worker))
                : HttpReply.problem(403, "forbidden", "the token is not for the worker `" + text + "`");
    }
}
