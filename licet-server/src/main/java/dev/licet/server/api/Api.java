package dev.licet.server.api;

import dev.licet.core.grant.Grant;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The native API, version 1. Every error is a problem document (RFC 9457) with a stable {@code code}. */
public final class Api implements AutoCloseable {
    /** Every endpoint, with the rights of which one is needed. */
    private static final Map<String, Set<Right>> ENDPOINTS = endpoints();

    /** What reads much of the past, or compares every rule with every other: one at a time, apart. */
    private static final Set<String> HEAVY = Set.of(
            "GET /v1/rules",
            "GET /v1/overview",
            "POST /v1/policy/check",
            "POST /v1/policy/replay",
            "POST /v1/policy/tests");

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int MOST_WAITING = 20;

    private final ExecutorService heavyWork = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("licet-review").factory());
    private final Gate gate;
    private final EventStream events;
    private final Callbacks callbacks;
    private final CallsApi calls;
    private final ApprovalsApi approvals;
    private final SessionsApi sessions;
    private final RecordsApi records;
    private final PolicyApi policy;
    private final ReviewApi review;
    private final Browsers browsers;

    /** The API of {@code gate}, which calls back addresses that begin with one of {@code callbacks}. */
    public Api(Gate gate, ApprovalService desk, Feed feed, List<URI> callbacks, Browsers browsers) {
        this.gate = gate;
        this.browsers = browsers;
        this.events = new EventStream(gate, feed);
        this.callbacks = new Callbacks(gate, events, callbacks);
        this.calls = new CallsApi(gate, events, this.callbacks);
        this.approvals = new ApprovalsApi(gate, desk, events);
        this.sessions = new SessionsApi(gate, events);
        this.records = new RecordsApi(gate);
        this.policy = new PolicyApi(gate);
        this.review = new ReviewApi(gate);
    }

    /** Every endpoint, such as {@code POST /v1/approvals/{id}/approve}. */
    static Set<String> names() {
        return ENDPOINTS.keySet();
    }

    private static Map<String, Set<Right>> endpoints() {
        var all = new LinkedHashMap<String, Set<Right>>();
        all.put("POST /v1/calls", Set.of(Right.CALL));
        all.put("POST /v1/batches", Set.of(Right.CALL));
        all.put("GET /v1/approvals", Set.of(Right.READ));
        all.put("GET /v1/approvals/{id}", Set.of(Right.READ));
        all.put("GET /v1/approvals/{id}/choices", Set.of(Right.READ));
        all.put("POST /v1/approvals/{id}/choices", Set.of(Right.READ));
        all.put("POST /v1/approvals/{id}/preview", Set.of(Right.READ));
        all.put("POST /v1/approvals/{id}/approve", Set.of(Right.ANSWER));
        all.put("POST /v1/approvals/{id}/deny", Set.of(Right.ANSWER));
        all.put("POST /v1/approvals/{id}/cancel", Set.of(Right.ANSWER, Right.CALL));
        all.put("GET /v1/grants", Set.of(Right.READ));
        all.put("DELETE /v1/grants/{id}", Set.of(Right.ANSWER, Right.RULES));
        all.put("GET /v1/sessions", Set.of(Right.READ));
        all.put("POST /v1/sessions", Set.of(Right.CALL, Right.ANSWER, Right.RULES));
        all.put("POST /v1/workers/{id}/connect", Set.of(Right.CALL));
        all.put("POST /v1/workers/{id}/disconnect", Set.of(Right.CALL));
        all.put("POST /v1/tickets/redeem", Set.of(Right.CALL));
        all.put("POST /v1/tickets/outcome", Set.of(Right.CALL));
        all.put("GET /v1/tickets/key", Set.of(Right.CALL, Right.READ));
        all.put("GET /v1/audit", Set.of(Right.READ));
        all.put("GET /v1/audit/verify", Set.of(Right.MANAGE));
        all.put("GET /v1/audit/checkpoint", Set.of(Right.MANAGE));
        all.put("POST /v1/audit/prune", Set.of(Right.MANAGE));
        all.put("GET /v1/policy", Set.of(Right.READ));
        all.put("PUT /v1/policy", Set.of(Right.RULES));
        all.put("POST /v1/policy/check", Set.of(Right.READ));
        all.put("POST /v1/policy/replay", Set.of(Right.READ));
        all.put("GET /v1/policy/tests", Set.of(Right.READ));
        all.put("PUT /v1/policy/tests", Set.of(Right.RULES));
        all.put("POST /v1/policy/tests", Set.of(Right.READ));
        all.put("GET /v1/rules", Set.of(Right.READ));
        all.put("GET /v1/overview", Set.of(Right.READ));
        all.put("POST /v1/explain", Set.of(Right.READ));
        all.put("GET /v1/events", Set.of(Right.READ));
        all.put("GET /v1/ws", Set.of(Right.READ));
        all.put("GET /v1/push", Set.of(Right.READ));
        all.put("POST /v1/push", Set.of(Right.READ));
        all.put("DELETE /v1/push", Set.of(Right.READ));
        all.put("GET /v1/openapi.json", Set.of(Right.values()));
        return all;
    }

    /** Answers {@code request}, whose path begins with {@code /v1/}. */
    public HttpReply handle(HttpRequest request, Caller caller) throws InterruptedException {
        String[] path = request.path().substring("/v1/".length()).split("/", -1);
        boolean names =
                path.length > 1 && Set.of("approvals", "grants", "workers").contains(path[0]);
        String id = names ? path[1] : "";
        if (names) {
            path[1] = "{id}";
        }
        String endpoint = request.method() + " /v1/" + String.join("/", path);
        Optional<HttpReply> refusal = refusal(endpoint, request, caller);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        return HEAVY.contains(endpoint) ? apart(endpoint, id, request, caller) : routed(endpoint, id, request, caller);
    }

    private HttpReply routed(String endpoint, String id, HttpRequest request, Caller caller)
            throws InterruptedException {
        try {
            return route(endpoint, id, request, caller);
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    /** Answers what may take long on a thread of its own, so that it keeps no thread from calls; nobody waits for ever. */
    private HttpReply apart(String endpoint, String id, HttpRequest request, Caller caller)
            throws InterruptedException {
        Future<HttpReply> reply;
        try {
            reply = heavyWork.submit(() -> routed(endpoint, id, request, caller));
        } catch (RejectedExecutionException e) {
            return busy("others have the rules and the past looked through");
        }
        try {
            return reply.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            reply.cancel(true);
            return busy("this takes longer than " + LONGEST.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    private static HttpReply busy(String why) {
        return HttpReply.problem(503, "busy", why + "; try again later").with("Retry-After", "10");
    }

    private static Optional<HttpReply> refusal(String endpoint, HttpRequest request, Caller caller) {
        Set<Right> rights = ENDPOINTS.get(endpoint);
        if (rights == null) {
            return Optional.of(HttpReply.problem(
                    404, "not-found", "no such resource: " + request.method() + " " + request.path()));
        }
        if (rights.equals(Set.of(Right.MANAGE)) && !caller.principal().isUnbounded()) {
            return Optional.of(HttpReply.problem(
                    403, "forbidden", "the token is bound to workers or sessions, and this concerns all of them"));
        }
        return rights.stream().anyMatch(caller::may) ? Optional.empty() : Optional.of(Bodies.forbidden(caller, rights));
    }

    private HttpReply route(String endpoint, String id, HttpRequest request, Caller caller)
            throws InterruptedException {
        return switch (endpoint) {
            case "POST /v1/calls" -> calls.call(request, caller);
            case "POST /v1/batches" -> calls.batch(request, caller);
            case "GET /v1/approvals" -> approvals.list(request, caller);
            case "GET /v1/approvals/{id}" -> approvals.one(id, caller);
            case "GET /v1/approvals/{id}/choices" -> approvals.choices(id, caller);
            case "POST /v1/approvals/{id}/choices" -> approvals.tryRules(request, id, caller);
            case "POST /v1/approvals/{id}/preview" -> approvals.preview(request, id, caller);
            case "POST /v1/approvals/{id}/approve" -> approvals.approve(request, id, caller);
            case "POST /v1/approvals/{id}/deny" -> approvals.deny(request, id, caller);
            case "POST /v1/approvals/{id}/cancel" -> approvals.cancel(id, caller);
            case "GET /v1/grants" -> HttpReply.json(200, GrantJson.write(sessions.grants(caller)));
            case "DELETE /v1/grants/{id}" -> revoke(id, caller);
            case "GET /v1/sessions" -> sessions.list(caller);
            case "POST /v1/sessions" -> sessions.happen(request, caller);
            case "POST /v1/workers/{id}/connect" -> sessions.connect(id, caller);
            case "POST /v1/workers/{id}/disconnect" -> sessions.disconnect(id, caller);
            case "POST /v1/tickets/redeem" -> records.redeem(request, caller);
            case "POST /v1/tickets/outcome" -> records.outcome(request, caller);
            case "GET /v1/tickets/key" -> records.key();
            case "GET /v1/audit" -> records.search(request, caller);
            case "GET /v1/audit/verify" -> records.verify();
            case "GET /v1/audit/checkpoint" -> records.checkpoint();
            case "POST /v1/audit/prune" -> records.prune(request, caller);
            case "GET /v1/policy" -> policy.read(request, caller);
            case "PUT /v1/policy" -> policy.edit(request, caller);
            case "POST /v1/policy/check" -> policy.check(request, caller);
            case "POST /v1/policy/replay" -> review.replay(request, caller);
            case "GET /v1/policy/tests" -> policy.tests(request, caller);
            case "PUT /v1/policy/tests" -> policy.editTests(request, caller);
            case "POST /v1/policy/tests" -> policy.runTests(request, caller);
            case "GET /v1/rules" -> review.rules(request, caller);
            case "GET /v1/overview" -> review.overview(request, caller);
            case "POST /v1/explain" -> policy.explain(request, caller);
            case "GET /v1/events" -> events.open(request, caller);
            case "GET /v1/ws" -> events.socket(request, caller);
            case "GET /v1/push" -> HttpReply.json(200, JsonObject.empty().with("publicKey", browsers.publicKey()));
            case "POST /v1/push" -> subscribe(request, caller);
            case "DELETE /v1/push" -> unsubscribe(request, caller);
            case "GET /v1/openapi.json" -> OpenApi.document();
            default -> throw new IllegalStateException("no code for the endpoint " + endpoint);
        };
    }

    @Override
    public void close() {
        heavyWork.shutdownNow();
        callbacks.close();
    }

    private HttpReply subscribe(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            browsers.subscribe(body, caller);
            return HttpReply.json(200, JsonObject.empty().with("subscribed", true));
        });
    }

    private HttpReply unsubscribe(HttpRequest request, Caller caller) {
        return Bodies.answer(
                request,
                body -> HttpReply.json(
                        200,
                        JsonObject.empty()
                                .with("unsubscribed", browsers.unsubscribe(Bodies.text(body, "endpoint"), caller))));
    }

    private HttpReply revoke(String text, Caller caller) {
        Optional<Grant> grant = sessions.grants(caller).stream()
                .filter(each -> each.id().text().equals(text))
                .findFirst();
        boolean known = grant.isPresent()
                && gate.sessions().revoke(grant.get().id(), caller.principal().name());
        return known
                ? HttpReply.json(200, JsonObject.empty().with("revoked", true))
                : HttpReply.problem(
                        404, "unknown-grant", "there is no grant `" + text + "`; GET /v1/grants lists them");
    }
}
