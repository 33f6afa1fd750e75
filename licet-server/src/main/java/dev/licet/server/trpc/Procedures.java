package dev.licet.server.trpc;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.api.AnswerForm;
import dev.licet.server.api.ApprovalService;
import java.util.List;
import java.util.Optional;

/** What can be called. An answer that changes nothing, for whatever reason, is {@code {"applied": false}}. */
final class Procedures {
    /** How a procedure is called. */
    enum Kind {
        QUERY,
        MUTATION,
        SUBSCRIPTION
    }

    private final Gate gate;
    private final ApprovalService desk;

    Procedures(Gate gate, ApprovalService desk) {
        this.gate = gate;
        this.desk = desk;
    }

    /** The kind of the procedure called {@code path}; empty when there is none. */
    static Optional<Kind> kind(String path) {
        return switch (path) {
            case "tool.list" -> Optional.of(Kind.QUERY);
            case "tool.approve", "tool.deny" -> Optional.of(Kind.MUTATION);
            case "agent.onEvents" -> Optional.of(Kind.SUBSCRIPTION);
            default -> Optional.empty();
        };
    }

    /** Calls a query or a mutation. */
    JsonValue call(String path, JsonValue input, Caller caller) throws TrpcFault {
        if (!(input instanceof JsonObject object)) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "the input of " + path + " is an object");
        }
        try {
            return switch (path) {
                case "tool.list" -> list(object, caller);
                case "tool.approve" -> approve(object, caller);
                case "tool.deny" -> deny(object, caller);
                default -> throw new TrpcFault(TrpcFault.Code.NOT_FOUND, "no procedure `" + path + "`");
            };
        } catch (IllegalArgumentException e) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (GateException e) {
            throw new TrpcFault(TrpcFault.Code.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    static String text(JsonObject input, String name) throws TrpcFault {
        Optional<String> text = input.text(name).filter(value -> !value.isEmpty());
        if (text.isEmpty()) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "the input needs the text `" + name + "`");
        }
        return text.get();
    }

    static void require(Caller caller, Right right) throws TrpcFault {
        if (!caller.may(right)) {
            throw new TrpcFault(
                    TrpcFault.Code.FORBIDDEN,
                    "the token of `" + caller.principal().name() + "` does not carry the right `" + right.text() + "`");
        }
    }

    /** The tools that the configuration declares: which others an agent has, the gate only learns when they are called. */
    private JsonObject list(JsonObject input, Caller caller) throws TrpcFault {
        require(caller, Right.READ);
        text(input, "sessionId");
        if (!caller.principal().reaches(WorkerId.STANDARD)) {
            throw new TrpcFault(TrpcFault.Code.FORBIDDEN, "the token is not for this worker");
        }
        var worker = WorkerId.STANDARD;
        List<JsonObject> tools = gate.policy(worker).settings().declarations().keySet().stream()
                .sorted()
                .map(name -> JsonObject.empty()
                        .with("name", name)
                        .with("description", "")
                        .with("workerId", worker.text()))
                .toList();
        return JsonObject.empty().with("tools", JsonArray.of(tools));
    }

    private JsonObject approve(JsonObject input, Caller caller) throws TrpcFault {
        require(caller, Right.ANSWER);
        Optional<Approval> approval = approval(input, caller);
        JsonValue always = input.get("always").orElseGet(() -> new JsonBoolean(false));
        if (!(always instanceof JsonBoolean flag)) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "`always` is true or false");
        }
        if (flag.value()) {
            require(caller, Right.RULES);
        }
        AnswerForm form = flag.value() ? AnswerForm.ALWAYS : AnswerForm.ONCE;
        return applied(approval.map(each -> desk.answer(each, form, caller)));
    }

    private JsonObject deny(JsonObject input, Caller caller) throws TrpcFault {
        require(caller, Right.ANSWER);
        JsonValue feedback = input.get("feedback").orElseGet(() -> new JsonValue.JsonString(""));
        if (!(feedback instanceof JsonValue.JsonString text)) {
            throw new TrpcFault(TrpcFault.Code.BAD_REQUEST, "`feedback` is a text");
        }
        // In Molf a rejected tool is told so, and the turn goes on.
        AnswerForm form = AnswerForm.rejection(RejectMode.SOFT, text.value());
        return applied(approval(input, caller).map(each -> desk.answer(each, form, caller)));
    }

    /** The approval that {@code input} names by its session and id; a subagent stands for its session. */
    private Optional<Approval> approval(JsonObject input, Caller caller) throws TrpcFault {
        String session = text(input, "sessionId");
        return desk.find(text(input, "approvalId"), caller)
                .filter(approval -> AgentEvents.session(approval).equals(session)
                        || approval.call().session().text().equals(session));
    }

    private static JsonObject applied(Optional<Answered> answered) {
        return JsonObject.empty()
                .with(
                        "applied",
                        answered.filter(Answered.Applied.class::isInstance).isPresent());
    }
}
