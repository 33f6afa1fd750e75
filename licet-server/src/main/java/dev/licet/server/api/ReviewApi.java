package dev.licet.server.api;

import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Policy;
import dev.licet.gate.Gate;
import dev.licet.gate.review.CallHistory;
import dev.licet.gate.review.Overview;
import dev.licet.gate.review.RuleUses;
import dev.licet.server.access.Caller;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Duration;
import java.util.function.Predicate;

/** What the past tells: figures, what rules were used, and what others would have changed. */
final class ReviewApi {
    private static final int HOURS_OF_DAY = 24;
    private static final int MAX_HOURS = 31 * HOURS_OF_DAY;

    /** How far back uses are counted, and calls judged again. */
    private static final Duration PERIOD = Duration.ofDays(31);

    private final Gate gate;

    ReviewApi(Gate gate) {
        this.gate = gate;
    }

    /** Figures of the last {@code hours}. */
    HttpReply overview(HttpRequest request, Caller caller) {
        String text = request.query().getOrDefault("hours", "" + HOURS_OF_DAY);
        if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > MAX_HOURS) {
            return HttpReply.problem(400, "invalid", "`hours` is 1 to " + MAX_HOURS + ", not `" + text + "`");
        }
        CallHistory past = gate.rules().past(Duration.ofHours(Integer.parseInt(text)), concerns(caller));
        return HttpReply.json(
                200, ReviewJson.overview(Overview.of(past, call -> gate.rules().enough(call))));
    }

    /** The rules of the parameter {@code worker} by their layers, with how often each decided. */
    HttpReply rules(HttpRequest request, Caller caller) {
        return PolicyApi.about(gate, request, caller, worker -> {
            Policy policy = gate.policy(worker);
            CallHistory past = gate.rules().past(PERIOD, concerns(caller).and(ofWorker(worker)));
            return HttpReply.json(200, ReviewJson.rules(policy, RuleUses.of(past), past));
        });
    }

    /** {@code {"text"}}: what would be decided otherwise if that were the rules of the parameter {@code worker}. */
    HttpReply replay(HttpRequest request, Caller caller) {
        return PolicyApi.about(
                gate,
                request,
                caller,
                worker -> Bodies.answer(request, body -> {
                    CallHistory past =
                            gate.rules().past(PERIOD, concerns(caller).and(ofWorker(worker)));
                    return HttpReply.json(
                            200, ReviewJson.replay(gate.rules().replay(worker, Bodies.text(body, "text"), past), past));
                }));
    }

    private static Predicate<JsonObject> ofWorker(WorkerId worker) {
        return what -> what.text("workerId").filter(worker.text()::equals).isPresent();
    }

    /** Whether what an entry of the audit says is about something that {@code caller} has to do with. */
    static Predicate<JsonObject> concerns(Caller caller) {
        if (caller.principal().isUnbounded()) {
            return what -> true;
        }
        return what -> {
            String worker = what.text("workerId").orElse("");
            String session = what.text("sessionId").orElse("");
            return !worker.isEmpty()
                    && !session.isEmpty()
                    && caller.principal().reaches(new WorkerId(worker), new SessionId(session));
        };
    }
}
