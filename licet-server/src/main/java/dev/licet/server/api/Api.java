package dev.licet.server.api;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.grant.GrantId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.policy.Decision;
import dev.licet.gate.Answered;
import dev.licet.gate.Execution;
import dev.licet.gate.Gate;
import dev.licet.gate.GateException;
import dev.licet.gate.Outcome;
import dev.licet.gate.Presentation;
import dev.licet.gate.Submission;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The native API. Every error is a problem document; an error on a call says {@code "decision": "deny"} as well. */
public final class Api {
    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private static final int NEWEST = 200;
    private static final int MAX_WAIT_SECONDS = (int) Submission.MAX_WAIT.toSeconds();

    private final Gate gate;
    private final EventStream events;
    private final SessionsApi sessions;
    private final RecordsApi records;

    public Api(Gate gate) {
        this.gate = gate;
        this.events = new EventStream(gate);
        this.sessions = new SessionsApi(gate, events);
        this.records = new RecordsApi(gate);
    }

    /** Answers {@code request}, whose path begins with {@code /v1/}; {@code channel} is who asks. */
    public HttpReply handle(HttpRequest request, String channel) throws InterruptedException {
        try {
            return route(request, channel);
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    private HttpReply route(HttpRequest request, String channel) throws InterruptedException {
        String[] path = request.path().substring("/v1/".length()).split("/", -1);
        boolean names =
                path.length > 1 && Set.of("approvals", "grants", "workers").contains(path[0]);
        String route = request.method() + " " + path[0] + (names ? "/*" : "")
                + Arrays.stream(path).skip(names ? 2 : 1).map("/"::concat).collect(Collectors.joining());
        return switch (route) {
            case "POST calls" -> call(request);
            case "POST batches" -> batch(request);
            case "GET approvals" -> approvals(request);
            case "GET approvals/*" -> approval(path[1]);
            case "GET approvals/*/choices" -> choices(path[1]);
            case "POST approvals/*/preview" -> preview(request, path[1]);
            case "POST approvals/*/cancel" -> cancel(path[1]);
            case "GET grants" ->
                HttpReply.json(200, GrantJson.write(gate.sessions().grants()));
            case "DELETE grants/*" -> revoke(path[1]);
            case "GET sessions" -> sessions.list();
            case "POST sessions" -> sessions.happen(request);
            case "POST workers/*/connect" -> sessions.connect(path[1]);
            case "POST workers/*/disconnect" -> sessions.disconnect(path[1]);
            case "POST tickets/redeem" -> records.redeem(request);
            case "POST tickets/outcome" -> records.outcome(request);
            case "GET tickets/key" -> records.key();
            case "GET audit" -> records.search(request);
            case "GET audit/verify" -> records.verify();
            case "GET audit/checkpoint" -> records.checkpoint();
            case "POST audit/prune" -> records.prune(request);
            case "POST approvals/*/approve" -> answer(request, path[1], channel, true);
            case "POST approvals/*/deny" -> answer(request, path[1], channel, false);
            case "GET events" -> events.open(request);
            default ->
                HttpReply.problem(404, "not-found", "no such resource: " + request.method() + " " + request.path());
        };
    }

    private HttpReply call(HttpRequest request) throws InterruptedException {
        if (request.body().length > JsonText.MAX_BYTES) {
            return refused(413, "too-large", "the call has more than " + JsonText.MAX_BYTES + " bytes");
        }
        return judging(() -> {
            Duration wait = wait(request);
            ToolCall call = CallJson.read(JsonText.parseObject(request.body()));
            return outcome(gate.submit(new Submission(call, wait, execution(request))));
        });
    }

    /** {@code {"calls": […], "presentation": "together"}}: what becomes of each, in their order. */
    private HttpReply batch(HttpRequest request) throws InterruptedException {
        return judging(() -> {
            Duration wait = wait(request);
            JsonObject body = JsonText.parseObject(request.body());
            Presentation presentation = switch (body.text("presentation").orElse("together")) {
                case "together" -> Presentation.TOGETHER;
                case "sequential" -> Presentation.SEQUENTIAL;
                default -> throw new IllegalArgumentException("`presentation` is together or sequential");
            };
            var calls = new ArrayList<Submission>();
            for (JsonValue each : body.elements("calls")) {
                if (!(each instanceof JsonObject form)) {
                    throw new IllegalArgumentException("`calls` is an array of calls");
                }
                calls.add(new Submission(CallJson.read(form), wait, execution(request)));
            }
            List<JsonObject> outcomes = gate.submit(calls, presentation).stream()
                    .map(outcome -> OutcomeJson.write(outcome, events))
                    .toList();
            return HttpReply.json(200, JsonObject.empty().with("outcomes", JsonArray.of(outcomes)));
        });
    }

    private interface Judging {
        HttpReply run() throws InvalidJson, InterruptedException;
    }

    private HttpReply judging(Judging judging) throws InterruptedException {
        try {
            return judging.run();
        } catch (InvalidJson e) {
            return refused(400, "invalid-json", "the call is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return refused(400, "invalid-call", String.valueOf(e.getMessage()));
        } catch (GateException e) {
            return denied(503, "unavailable", String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            LOG.error("a call failed", e);
            return denied(500, "internal", "the gate failed on this call; its log says why");
        }
    }

    /** A call that cannot be read is denied, and that is on record as far as possible. */
    private HttpReply refused(int status, String code, String detail) {
        try {
            gate.audit().refused(detail);
        } catch (GateException e) {
            LOG.warn("a refusal is not on record: {}", e.getMessage());
        }
        return denied(status, code, detail);
    }

    private static Execution execution(HttpRequest request) {
        return request.query().containsKey("advisory") ? Execution.ADVISORY : Execution.TICKET;
    }

    private static HttpReply.Full denied(int status, String code, String detail) {
        JsonObject document = JsonObject.empty()
                .with("type", "about:blank")
                .with("status", status)
                .with("code", code)
                .with("detail", detail)
                .with("decision", "deny")
                .with("reason", "Licet denied this call: " + detail);
        HttpReply.Full plain = HttpReply.json(status, document);
        return new HttpReply.Full(status, "application/problem+json", plain.headers(), plain.body());
    }

    private static Duration wait(HttpRequest request) {
        String text = request.query().getOrDefault("wait", "0");
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > MAX_WAIT_SECONDS) {
            throw new IllegalArgumentException(
                    "`wait` is a number of seconds from 0 to " + MAX_WAIT_SECONDS + ", not `" + text + "`");
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private HttpReply outcome(Outcome outcome) {
        return HttpReply.json(outcome instanceof Outcome.Held ? 202 : 200, OutcomeJson.write(outcome, events));
    }

    private HttpReply approvals(HttpRequest request) {
        String state = request.query().getOrDefault("state", "pending");
        return switch (state) {
            case "pending" -> list(gate.pending());
            case "all" -> list(gate.newest(NEWEST));
            default -> HttpReply.problem(400, "invalid-state", "`state` is `pending` or `all`, not `" + state + "`");
        };
    }

    private HttpReply list(List<Approval> approvals) {
        return HttpReply.json(
                200,
                JsonObject.empty()
                        .with(
                                "approvals",
                                JsonArray.of(
                                        approvals.stream().map(events::form).toList())));
    }

    private HttpReply approval(String text) {
        return id(text).flatMap(gate::approval)
                .<HttpReply>map(approval -> HttpReply.json(200, events.form(approval)))
                .orElseGet(() -> unknown(text));
    }

    private HttpReply choices(String text) {
        return id(text).flatMap(gate::approval)
                .<HttpReply>map(approval -> HttpReply.json(200, GrantJson.offers(gate.offers(approval))))
                .orElseGet(() -> unknown(text));
    }

    /** What would be decided if the approval's call had the arguments in the body. */
    private HttpReply preview(HttpRequest request, String text) {
        Optional<Approval> approval = id(text).flatMap(gate::approval);
        if (approval.isEmpty()) {
            return unknown(text);
        }
        try {
            JsonObject arguments = JsonText.parseObject(request.body())
                    .object("arguments")
                    .orElseThrow(() -> new IllegalArgumentException("a preview needs the member `arguments`"));
            ToolCall call = approval.get().call().withArguments(arguments);
            Decision decision = gate.decide(call);
            return HttpReply.json(
                    200,
                    JsonObject.empty()
                            .with("decision", decision.action().name().toLowerCase(Locale.ROOT))
                            .with("digest", call.digest().hex())
                            .with("findings", ApprovalJson.findings(decision)));
        } catch (InvalidJson e) {
            return HttpReply.problem(400, "invalid-json", "the preview is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid-arguments", String.valueOf(e.getMessage()));
        }
    }

    private HttpReply cancel(String text) {
        Optional<ApprovalId> id = id(text);
        if (id.flatMap(gate::approval).isEmpty()) {
            return unknown(text);
        }
        return HttpReply.json(200, JsonObject.empty().with("applied", gate.cancel(id.get())));
    }

    private HttpReply revoke(String text) {
        boolean known = text.matches("[A-Za-z0-9-]{4,64}") && gate.sessions().revoke(new GrantId(text), Answer.OWNER);
        return known
                ? HttpReply.json(200, JsonObject.empty().with("revoked", true))
                : HttpReply.problem(
                        404, "unknown-grant", "there is no grant `" + text + "`; GET /v1/grants lists them");
    }

    private static HttpReply unknown(String id) {
        return HttpReply.problem(
                404, "unknown-approval", "there is no approval `" + id + "`; GET /v1/approvals lists them");
    }

    private static Optional<ApprovalId> id(String text) {
        try {
            return Optional.of(new ApprovalId(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private HttpReply answer(HttpRequest request, String text, String channel, boolean approve) {
        Optional<ApprovalId> id = id(text);
        if (id.isEmpty()) {
            return unknown(text);
        }
        try {
            JsonObject body = request.body().length == 0 ? JsonObject.empty() : JsonText.parseObject(request.body());
            AnswerForm form = AnswerForm.read(body, approve ? AnswerForm.APPROVE : AnswerForm.DENY);
            Optional<Approval> approval = gate.approval(id.get());
            if (approval.isPresent() && !form.fits(approval.get().digest())) {
                return HttpReply.problem(409, "other-digest", "the answer is for another call than this approval's");
            }
            var answer = Answer.byOwner(form.channel().orElse(channel), gate.now(), form.comment());
            Answered answered;
            if (!approve) {
                answered = gate.reject(id.get(), form.mode(), answer);
            } else if (form.edited().isPresent()) {
                answered = gate.approveEdited(id.get(), form.edited().get(), answer);
            } else if (form.remember().isPresent()) {
                answered = gate.approve(id.get(), form.remember().get(), answer);
            } else if (form.always()) {
                answered = gate.approveAlways(id.get(), answer);
            } else {
                answered = gate.approveOnce(id.get(), answer);
            }
            return answered(answered, text);
        } catch (InvalidJson e) {
            return HttpReply.problem(400, "invalid-json", "the answer is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid-answer", String.valueOf(e.getMessage()));
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    private static HttpReply answered(Answered answered, String id) {
        return switch (answered) {
            case Answered.Applied applied ->
                HttpReply.json(
                        200,
                        JsonObject.empty()
                                .with("applied", true)
                                .with("approval", ApprovalJson.write(applied.approval())));
            case Answered.TooLate tooLate ->
                HttpReply.json(
                        409,
                        JsonObject.empty()
                                .with("applied", false)
                                .with("code", "already-answered")
                                .with("detail", "somebody answered this approval before; nothing changed")
                                .with("approval", ApprovalJson.write(tooLate.approval())));
            case Answered.Unknown none -> unknown(id);
            case Answered.Refused refused ->
                HttpReply.json(
                        409,
                        JsonObject.empty()
                                .with("applied", false)
                                .with("code", "not-possible")
                                .with("detail", refused.why()));
        };
    }
}
