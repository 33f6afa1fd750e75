package dev.licet.server.api;

import dev.licet.core.grant.Grant;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.hook.ContainedCalls;
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
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int MOST_WAITING = 20;

    /** Which part of a path is the id, where it has one: {@code /v1/grants/ID}. */
    private static final int ID_AT = 3;

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
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final HttpReply document;

    /** The API of {@code gate}, which calls back addresses that begin with one of {@code callbacks}. */
    public Api(
            Gate gate,
            ApprovalService desk,
            Feed feed,
            List<URI> callbacks,
            Browsers browsers,
            ContainedCalls contained,
            KeptChanges changes) {
        this.gate = gate;
        this.browsers = browsers;
        this.events = new EventStream(gate, feed);
        this.callbacks = new Callbacks(gate, events, callbacks);
        this.calls = new CallsApi(gate, events, this.callbacks, contained, changes);
        this.approvals = new ApprovalsApi(gate, desk, events);
        this.sessions = new SessionsApi(gate, events);
        this.records = new RecordsApi(gate);
        this.policy = new PolicyApi(gate);
        this.review = new ReviewApi(gate);
        List<Endpoint> table = table();
        this.document = OpenApi.document(table);
        table.forEach(endpoint -> endpoints.put(endpoint.name(), endpoint));
    }

    /** Everything that the API can be asked to do. */
    private List<Endpoint> table() {
        return List.of(
                Endpoint.of(
                        "POST", "/v1/calls", Set.of(Right.CALL), (id, request, caller) -> calls.call(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/batches",
                        Set.of(Right.CALL),
                        (id, request, caller) -> calls.batch(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/contained",
                        Set.of(Right.CALL),
                        (id, request, caller) -> calls.contained(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/approvals",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.list(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/approvals/{id}",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.one(id, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/approvals/{id}/past",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.past(id, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/approvals/{id}/choices",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.choices(id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/choices",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.tryRules(request, id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/preview",
                        Set.of(Right.READ),
                        (id, request, caller) -> approvals.preview(request, id, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/approvals/{id}/bounds",
                        Set.of(Right.CALL),
                        (id, request, caller) -> approvals.previewTerms(request, id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/changes",
                        Set.of(Right.CALL),
                        (id, request, caller) -> approvals.previewed(request, id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/approve",
                        Set.of(Right.ANSWER),
                        (id, request, caller) -> approvals.approve(request, id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/deny",
                        Set.of(Right.ANSWER),
                        (id, request, caller) -> approvals.deny(request, id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/approvals/{id}/cancel",
                        Set.of(Right.ANSWER, Right.CALL),
                        (id, request, caller) -> approvals.cancel(id, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/grants",
                        Set.of(Right.READ),
                        (id, request, caller) -> HttpReply.json(200, GrantJson.write(sessions.grants(caller)))),
                Endpoint.of(
                        "DELETE",
                        "/v1/grants/{id}",
                        Set.of(Right.ANSWER, Right.RULES),
                        (id, request, caller) -> revoke(id, caller)),
                Endpoint.of("GET", "/v1/sessions", Set.of(Right.READ), (id, request, caller) -> sessions.list(caller)),
                Endpoint.of(
                        "POST",
                        "/v1/sessions",
                        Set.of(Right.CALL, Right.ANSWER, Right.RULES),
                        (id, request, caller) -> sessions.happen(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/workers/{id}/connect",
                        Set.of(Right.CALL),
                        (id, request, caller) -> sessions.connect(id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/workers/{id}/disconnect",
                        Set.of(Right.CALL),
                        (id, request, caller) -> sessions.disconnect(id, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/tickets/redeem",
                        Set.of(Right.CALL),
                        (id, request, caller) -> records.redeem(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/tickets/outcome",
                        Set.of(Right.CALL),
                        (id, request, caller) -> records.outcome(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/tickets/key",
                        Set.of(Right.CALL, Right.READ),
                        (id, request, caller) -> records.key()),
                Endpoint.of(
                        "GET",
                        "/v1/calls",
                        Set.of(Right.READ),
                        (id, request, caller) -> records.calls(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/audit",
                        Set.of(Right.READ),
                        (id, request, caller) -> records.search(request, caller)),
                Endpoint.of("GET", "/v1/audit/verify", Set.of(Right.MANAGE), (id, request, caller) -> records.verify()),
                Endpoint.of(
                        "GET",
                        "/v1/audit/checkpoint",
                        Set.of(Right.MANAGE),
                        (id, request, caller) -> records.checkpoint()),
                Endpoint.of(
                        "POST",
                        "/v1/audit/prune",
                        Set.of(Right.MANAGE),
                        (id, request, caller) -> records.prune(request, caller)),
                Endpoint.of(
                        "GET", "/v1/policy", Set.of(Right.READ), (id, request, caller) -> policy.read(request, caller)),
                Endpoint.of(
                        "PUT",
                        "/v1/policy",
                        Set.of(Right.RULES),
                        (id, request, caller) -> policy.edit(request, caller)),
                Endpoint.heavy(
                        "POST",
                        "/v1/policy/check",
                        Set.of(Right.READ),
                        (id, request, caller) -> policy.check(request, caller)),
                Endpoint.of(
                        "POST", "/v1/policy/table", Set.of(Right.READ), (id, request, caller) -> policy.table(request)),
                Endpoint.heavy(
                        "POST",
                        "/v1/policy/replay",
                        Set.of(Right.READ),
                        (id, request, caller) -> review.replay(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/policy/tests",
                        Set.of(Right.READ),
                        (id, request, caller) -> policy.tests(request, caller)),
                Endpoint.of(
                        "PUT",
                        "/v1/policy/tests",
                        Set.of(Right.RULES),
                        (id, request, caller) -> policy.editTests(request, caller)),
                Endpoint.heavy(
                        "POST",
                        "/v1/policy/tests",
                        Set.of(Right.READ),
                        (id, request, caller) -> policy.runTests(request, caller)),
                Endpoint.heavy(
                        "GET", "/v1/rules", Set.of(Right.READ), (id, request, caller) -> review.rules(request, caller)),
                Endpoint.heavy(
                        "GET",
                        "/v1/overview",
                        Set.of(Right.READ),
                        (id, request, caller) -> review.overview(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/explain",
                        Set.of(Right.READ),
                        (id, request, caller) -> policy.explain(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/changes",
                        Set.of(Right.CALL),
                        (id, request, caller) -> policy.changes(request, caller)),
                Endpoint.of(
                        "POST",
                        "/v1/connections",
                        Set.of(Right.CALL),
                        (id, request, caller) -> policy.connections(request, caller)),
                Endpoint.of(
                        "GET", "/v1/events", Set.of(Right.READ), (id, request, caller) -> events.open(request, caller)),
                Endpoint.of(
                        "GET", "/v1/ws", Set.of(Right.READ), (id, request, caller) -> events.socket(request, caller)),
                Endpoint.of(
                        "GET",
                        "/v1/push",
                        Set.of(Right.READ),
                        (id, request, caller) ->
                                HttpReply.json(200, JsonObject.empty().with("publicKey", browsers.publicKey()))),
                Endpoint.of(
                        "POST", "/v1/push", Set.of(Right.READ), (id, request, caller) -> subscribe(request, caller)),
                Endpoint.of(
                        "DELETE",
                        "/v1/push",
                        Set.of(Right.READ),
                        (id, request, caller) -> unsubscribe(request, caller)),
                Endpoint.of("GET", "/v1/openapi.json", Set.of(Right.values()), (id, request, caller) -> document));
    }

    /** Answers {@code request}, whose path begins with {@code /v1/}. */
    public HttpReply handle(HttpRequest request, Caller caller) throws InterruptedException {
        String[] path = request.path().split("/", -1);
        String id = path.length > ID_AT ? path[ID_AT] : "";
        Endpoint endpoint = endpoints.get(request.method() + " " + request.path());
        if (endpoint == null && !id.isEmpty()) {
            path[ID_AT] = "{id}";
            endpoint = endpoints.get(request.method() + " " + String.join("/", path));
        }
        if (endpoint == null) {
            return HttpReply.problem(404, "not-found", "no such resource: " + request.method() + " " + request.path());
        }
        if (endpoint.concernsAll() && !caller.principal().isUnbounded()) {
            return HttpReply.problem(
                    403, "forbidden", "the token is bound to workers or sessions, and this concerns all of them");
        }
        if (endpoint.rights().stream().noneMatch(caller::may)) {
            return Bodies.forbidden(caller, endpoint.rights());
        }
        return switch (endpoint.cost()) {
            case LIGHT -> answer(endpoint, id, request, caller);
            case HEAVY -> apart(endpoint, id, request, caller);
        };
    }

    private static HttpReply answer(Endpoint endpoint, String id, HttpRequest request, Caller caller)
            throws InterruptedException {
        try {
            return endpoint.handler().answer(id, request, caller);
        } catch (GateException e) {
            return HttpReply.problem(503, "unavailable", String.valueOf(e.getMessage()));
        }
    }

    /** Answers what may take long on a thread of its own, so that it keeps no thread from calls; nobody waits for ever. */
    private HttpReply apart(Endpoint endpoint, String id, HttpRequest request, Caller caller)
            throws InterruptedException {
        Future<HttpReply> reply;
        try {
            reply = heavyWork.submit(() -> answer(endpoint, id, request, caller));
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
