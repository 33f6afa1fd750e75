package dev.licet.server.api;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.call.ToolWords;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Declaration;
import dev.licet.gate.Gate;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.hook.ContainedCalls;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tool calls, one by one and in batches. Every error says {@code "decision": "deny"} as well. */
final class CallsApi {
    private static final Logger LOG = LoggerFactory.getLogger(CallsApi.class);

    private static final int MAX_WAIT_SECONDS = (int) Submission.MAX_WAIT.toSeconds();

    private final Gate gate;
    private final EventStream events;
    private final Callbacks callbacks;
    private final ContainedCalls contained;
    private final KeptChanges changes;

    CallsApi(Gate gate, EventStream events, Callbacks callbacks, ContainedCalls contained, KeptChanges changes) {
        this.gate = gate;
        this.events = events;
        this.callbacks = callbacks;
        this.contained = contained;
        this.changes = changes;
    }

    HttpReply call(HttpRequest request, Caller caller) throws InterruptedException {
        if (request.body().length > JsonText.MAX_BYTES) {
            return refused(413, "too-large", "the call has more than " + JsonText.MAX_BYTES + " bytes");
        }
        return judging(() -> {
            Optional<URI> callback = callback(request);
            Outcome outcome = gate.submit(submission(JsonText.parseObject(request.body()), request, caller));
            return HttpReply.json(outcome instanceof Outcome.Held ? 202 : 200, told(outcome, callback));
        });
    }

    /** {@code {"calls": […], "presentation": "together"}}: what becomes of each, in their order. */
    HttpReply batch(HttpRequest request, Caller caller) throws InterruptedException {
        return judging(() -> {
            Optional<URI> callback = callback(request);
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
                calls.add(submission(form, request, caller));
            }
            List<JsonObject> outcomes = gate.submit(calls, presentation).stream()
                    .map(outcome -> told(outcome, callback))
                    .toList();
            return HttpReply.json(200, JsonObject.empty().with("outcomes", JsonArray.of(outcomes)));
        });
    }

    /**
     * {@code {"id"}}: what is to be done in the place of a coding agent's command, told once; 409 when there is nothing. What it
     * changed when it was tried is put in place at once.
     */
    HttpReply contained(HttpRequest request, Caller caller) throws InterruptedException {
        return judging(() -> {
            JsonObject body = JsonText.parseObject(request.body());
            Optional<Outcome.Allowed> allowed = contained.take(Bodies.text(body, "id"), gate.now(), caller::reaches);
            return allowed.isEmpty()
                    ? HttpReply.problem(
                            409,
                            "nothing-to-run",
                            "nothing is to run by this number: it was run, it is too old, or the server was restarted;"
                                    + " make the call again")
                    : contained(allowed.get());
        });
    }

    private HttpReply contained(Outcome.Allowed allowed) throws InterruptedException {
        JsonObject told = JsonObject.empty()
                .with("outcome", OutcomeJson.write(allowed, events))
                .with("call", CallJson.write(allowed.call()));
        return HttpReply.json(
                200, changes.put(allowed).map(put -> told.with("put", put)).orElse(told));
    }

    private Optional<URI> callback(HttpRequest request) {
        if (request.query().containsKey("callback") && !wait(request).isZero()) {
            throw new IllegalArgumentException("`callback` and `wait` are two ways to wait; choose one");
        }
        return Optional.ofNullable(request.query().get("callback")).map(callbacks::address);
    }

    /** What the caller is told of {@code outcome} now, and {@code callback} later. */
    private JsonObject told(Outcome outcome, Optional<URI> callback) {
        if (outcome instanceof Outcome.Held held && callback.isPresent()) {
            callbacks.promise(held.approval(), callback.get());
        }
        return OutcomeJson.write(outcome, events);
    }

    private static Submission submission(JsonObject form, HttpRequest request, Caller caller) {
        ToolCall call = CallJson.read(form);
        if (!caller.reaches(call)) {
            throw new IllegalArgumentException("the token is not for session `"
                    + call.session().text() + "` of worker `" + call.worker().text() + "`");
        }
        // Bounds are made from what lies on this machine.
        boolean here = request.peer().isHere();
        var submission = new Submission(
                caller.may(Right.RULES) && here
                        ? call
                        : uncontained(caller.may(Right.RULES) ? call : withoutPromises(call)),
                wait(request),
                execution(request),
                request.peer().sender());
        return request.query().containsKey("previewing") ? submission.puttingInPlace() : submission;
    }

    private static ToolCall uncontained(ToolCall call) {
        return call.context().containable() ? call.in(call.context().uncontained()) : call;
    }

    /** What an agent says of its tools never makes a rule laxer: only who may change rules says what a tool does at most. */
    private static ToolCall withoutPromises(ToolCall call) {
        ToolWords words = call.context().words();
        if (words.declared().members().isEmpty()) {
            return call;
        }
        JsonObject declared = Declaration.read(words.declared())
                .onlyStricter(ToolTable.standard().kind(call.tool()))
                .form();
        return call.in(call.context().withWords(new ToolWords(words.schema(), declared, words.details())));
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

    private static HttpReply.Full denied(int status, String code, String detail) {
        return HttpReply.problem(
                status,
                code,
                detail,
                JsonObject.empty().with("decision", "deny").with("reason", "Licet denied this call: " + detail));
    }

    private static Execution execution(HttpRequest request) {
        return request.query().containsKey("advisory") ? Execution.ADVISORY : Execution.TICKET;
    }

    private static Duration wait(HttpRequest request) {
        String text = request.query().getOrDefault("wait", "0");
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > MAX_WAIT_SECONDS) {
            throw new IllegalArgumentException(
                    "`wait` is a number of seconds from 0 to " + MAX_WAIT_SECONDS + ", not `" + text + "`");
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }
}
