package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.CallText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.grant.GrantRequest.Wanted.Written;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.util.List;
import java.util.function.Function;

/** Approvals and their answers. */
final class ApprovalsApi {
    private final Gate gate;
    private final ApprovalService desk;
    private final EventStream events;

    ApprovalsApi(Gate gate, ApprovalService desk, EventStream events) {
        this.gate = gate;
        this.desk = desk;
        this.events = events;
    }

    HttpReply list(HttpRequest request, Caller caller) {
        String state = request.query().getOrDefault("state", "pending");
        return switch (state) {
            case "pending" -> list(desk.pending(caller));
            case "all" -> list(desk.newest(caller));
            default -> HttpReply.problem(400, "invalid-state", "`state` is `pending` or `all`, not `" + state + "`");
        };
    }

    private HttpReply list(List<Approval> approvals) {
        List<JsonObject> forms = approvals.stream().map(events::form).toList();
        return HttpReply.json(200, JsonObject.empty().with("approvals", JsonArray.of(forms)));
    }

    /** Answers a request about one approval. */
    private HttpReply about(String text, Caller caller, Function<Approval, HttpReply> answer) {
        return desk.find(text, caller)
                .map(answer)
                .orElseGet(() -> HttpReply.problem(
                        404, "unknown-approval", "there is no approval `" + text + "`; GET /v1/approvals lists them"));
    }

    HttpReply one(String text, Caller caller) {
        return about(text, caller, approval -> HttpReply.json(200, events.form(approval)));
    }

    HttpReply past(String text, Caller caller) {
        return about(text, caller, approval -> HttpReply.json(200, new Past(gate).of(approval)));
    }

    HttpReply choices(String text, Caller caller) {
        return about(text, caller, approval -> HttpReply.json(200, GrantJson.offers(gate.offers(approval))));
    }

    /** What the rules in the body would allow, which a person wrote: {@code {"rules": [{"tool", "pattern"}]}}. */
    HttpReply tryRules(HttpRequest request, String text, Caller caller) {
        return about(
                text,
                caller,
                approval -> Bodies.answer(
                        request,
                        body -> HttpReply.json(
                                200, GrantJson.tried(gate.preview(approval, new Written(AnswerForm.rules(body)))))));
    }

    /** What would be decided if the approval's call had the arguments in the body. */
    HttpReply preview(HttpRequest request, String text, Caller caller) {
        return about(
                text,
                caller,
                approval -> Bodies.answer(request, body -> {
                    JsonObject arguments = body.object("arguments")
                            .orElseThrow(() -> new IllegalArgumentException("a preview needs the member `arguments`"));
                    ToolCall call = approval.call().withArguments(arguments);
                    Decision decision = gate.decide(call);
                    return HttpReply.json(
                            200,
                            JsonObject.empty()
                                    .with("decision", decision.action().text())
                                    .with("digest", call.digest().hex())
                                    .with("display", ApprovalJson.display(CallText.of(call, decision)))
                                    .with("findings", ApprovalJson.findings(decision))
                                    .with("outside", ApprovalJson.outside(gate.outside(call, decision))));
                }));
    }

    /** In which bounds its call may be run before it is answered: {@code {"bounds"}}, or {@code {"why"}} where that is not to be. */
    HttpReply previewTerms(HttpRequest request, String text, Caller caller) {
        return trying(
                request,
                text,
                caller,
                approval -> HttpReply.json(
                        200,
                        switch (gate.previewTerms(approval)) {
                            case PreviewTerms.Within within ->
                                JsonObject.empty()
                                        .with("bounds", within.bounds().form());
                            case PreviewTerms.Not not -> JsonObject.empty().with("why", not.why());
                        }));
    }

    /** What its call did within those bounds. */
    HttpReply previewed(HttpRequest request, String text, Caller caller) {
        return trying(
                request,
                text,
                caller,
                approval -> Bodies.answer(
                        request,
                        body -> gate.previewed(approval, Preview.of(body))
                                ? one(text, caller)
                                : HttpReply.problem(409, "no-preview", "there is no preview of this call any more")));
    }

    /** What is tried within bounds is tried on the machine that they are made for, by somebody who may have anything run. */
    private HttpReply trying(HttpRequest request, String text, Caller caller, Function<Approval, HttpReply> answer) {
        return caller.may(Right.RULES) && request.peer().isHere()
                ? about(text, caller, answer)
                : HttpReply.problem(
                        403,
                        "forbidden",
                        "a preview is made on the server's own machine, with the right to change rules");
    }

    HttpReply cancel(String text, Caller caller) {
        return about(
                text,
                caller,
                approval -> HttpReply.json(200, JsonObject.empty().with("applied", gate.cancel(approval.id()))));
    }

    HttpReply approve(HttpRequest request, String text, Caller caller) {
        return answer(request, text, caller, AnswerForm::approval);
    }

    HttpReply deny(HttpRequest request, String text, Caller caller) {
        return answer(request, text, caller, AnswerForm::rejection);
    }

    private HttpReply answer(HttpRequest request, String text, Caller caller, Function<JsonObject, AnswerForm> form) {
        return about(text, caller, approval -> {
            HttpRequest whole = request.body().length == 0 ? request.withBody("{}") : request;
            return Bodies.answer(whole, body -> {
                AnswerForm answer = form.apply(body);
                return answer.fits(approval.digest())
                        ? answered(desk.answer(approval, answer, caller), text)
                        : HttpReply.problem(409, "other-digest", "the answer is for another call than this approval's");
            });
        });
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
                notApplied(
                        "already-answered",
                        "somebody answered this approval before; nothing changed",
                        JsonObject.empty().with("approval", ApprovalJson.write(tooLate.approval())));
            case Answered.Unknown none ->
                HttpReply.problem(404, "unknown-approval", "there is no approval `" + id + "`");
            case Answered.Refused refused -> notApplied("not-possible", refused.why(), JsonObject.empty());
        };
    }

    private static HttpReply notApplied(String code, String detail, JsonObject more) {
        return HttpReply.problem(409, code, detail, more.with("applied", false));
    }
}
