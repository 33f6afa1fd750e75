package dev.licet.server.api;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.lint.NearMiss;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.Gate;
import dev.licet.gate.Rules;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.RuleTable;
import dev.licet.server.access.Caller;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Rules: read, edited, explained. */
final class PolicyApi {
    private final Gate gate;

    PolicyApi(Gate gate) {
        this.gate = gate;
    }

    /** The rules of the parameter {@code worker}. */
    HttpReply read(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> HttpReply.json(200, form(worker, gate.rules().source(worker))));
    }

    /** {@code {"text", "version"}}: replaces them, if they still are of that version. */
    HttpReply edit(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> Bodies.answer(request, body -> {
                    Rules.Edited edited = gate.rules()
                            .edit(
                                    worker,
                                    Bodies.text(body, "text"),
                                    Bodies.text(body, "version"),
                                    caller.principal().name());
                    return edited(edited, source -> form(worker, source));
                }));
    }

    private static HttpReply edited(Rules.Edited edited, Function<Rules.Source, JsonObject> form) {
        return switch (edited) {
            case Rules.Edited.Saved saved -> HttpReply.json(200, form.apply(saved.source()));
            case Rules.Edited.Changed changed ->
                HttpReply.problem(
                        409,
                        "changed",
                        "somebody has changed them since they were read; nothing was saved",
                        form.apply(changed.source()));
            case Rules.Edited.Invalid invalid ->
                HttpReply.problem(422, "invalid-rules", invalid.why() + "; nothing was saved");
        };
    }

    /** {@code {"text"}}: what is wrong with it, and odd, without saving it. */
    HttpReply check(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> Bodies.answer(
                        request,
                        body -> HttpReply.json(
                                200, PolicyJson.checked(gate.rules().check(worker, Bodies.text(body, "text"))))));
    }

    /**
     * {@code {"text", "edit"?}}: its rules as the rows of a table, after one of them was changed if the body says so; nothing is
     * saved.
     */
    HttpReply table(HttpRequest request) {
        return Bodies.answer(request, body -> {
            try {
                String text = Bodies.text(body, "text");
                Optional<RuleTable.Edit> edit = body.object("edit").map(PolicyApi::edit);
                String after = edit.isPresent() ? RuleTable.of(text).after(edit.get()) : text;
                return HttpReply.json(200, PolicyJson.table(after));
            } catch (InvalidJson e) {
                return HttpReply.problem(422, "invalid-rules", String.valueOf(e.getMessage()));
            }
        });
    }

    /** {@code {"row", "says" | "pattern" | "reason" | "up": true | "remove": true}}, or {@code {"tool", "pattern", "says"}} for a new one. */
    private static RuleTable.Edit edit(JsonObject edit) {
        Optional<Action> says = edit.text("says").map(PolicyApi::action);
        if (edit.get("row").isEmpty()) {
            var rule = new RuleText(Bodies.text(edit, "tool"), Bodies.text(edit, "pattern"));
            return new RuleTable.Edit.Add(rule, says.orElse(Action.ASK));
        }
        int row = Bodies.number(edit, "row").orElse(-1);
        if (says.isPresent()) {
            return new RuleTable.Edit.Say(row, says.get());
        }
        if (edit.text("pattern").isPresent()) {
            return new RuleTable.Edit.Match(row, edit.text("pattern").get());
        }
        if (edit.text("reason").isPresent()) {
            return new RuleTable.Edit.Explain(row, edit.text("reason").get());
        }
        if (edit.isTrue("up")) {
            return new RuleTable.Edit.MoveUp(row);
        }
        if (edit.isTrue("remove")) {
            return new RuleTable.Edit.Remove(row);
        }
        throw new IllegalArgumentException("an edit of a row has `says`, `pattern`, `reason`, `up` or `remove`");
    }

    private static Action action(String text) {
        return Action.of(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown action `" + text + "`: use allow, contain, ask or deny"));
    }

    /** The policy tests of the parameter {@code worker}. */
    HttpReply tests(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> HttpReply.json(200, PolicyJson.source(gate.rules().tests(worker))));
    }

    /** {@code {"text", "version"}}: replaces them, if they still are of that version. */
    HttpReply editTests(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> Bodies.answer(
                        request,
                        body -> edited(
                                gate.rules().editTests(worker, Bodies.text(body, "text"), Bodies.text(body, "version")),
                                PolicyJson::source)));
    }

    /** {@code {"tests", "rules"?}}: what comes of them, on the rules in the body or on those that hold. */
    HttpReply runTests(HttpRequest request, Caller caller) {
        return about(
                request,
                caller,
                worker -> Bodies.answer(request, body -> {
                    String rules = Bodies.optional(body, "rules")
                            .orElseGet(() -> gate.rules().source(worker).text());
                    try {
                        return HttpReply.json(
                                200, PolicyJson.tested(gate.rules().test(worker, rules, Bodies.text(body, "tests"))));
                    } catch (InvalidJson e) {
                        return HttpReply.problem(422, "invalid-rules", e.getMessage() + "; nothing was run");
                    }
                }));
    }

    /** Answers a request about the rules of the parameter {@code worker}. */
    private HttpReply about(HttpRequest request, Caller caller, Function<WorkerId, HttpReply> what) {
        return about(gate, request, caller, what);
    }

    static HttpReply about(Gate gate, HttpRequest request, Caller caller, Function<WorkerId, HttpReply> what) {
        WorkerId worker;
        try {
            worker = new WorkerId(request.query().getOrDefault("worker", "local"));
        } catch (IllegalArgumentException e) {
            return HttpReply.problem(400, "invalid", String.valueOf(e.getMessage()));
        }
        boolean edits = request.method().equals("PUT");
        if (edits ? !caller.principal().speaksFor(worker) : !caller.principal().reaches(worker)) {
            return HttpReply.problem(403, "forbidden", "the token is not for the worker `" + worker.text() + "`");
        }
        return gate.rules().knows(worker)
                ? what.apply(worker)
                : HttpReply.problem(404, "unknown-worker", "there are no rules of a worker `" + worker.text() + "`");
    }

    private JsonObject form(WorkerId worker, Rules.Source source) {
        Policy policy = gate.policy(worker);
        List<JsonString> problems = policy.problems().stream()
                .map(problem -> new JsonString(problem.toString()))
                .toList();
        JsonObject form = JsonObject.empty()
                .with("workerId", worker.text())
                .with("path", source.path())
                .with("text", source.text())
                .with("version", source.version())
                .with("preset", gate.preset().name())
                .with("labels", labels())
                .with("mode", policy.settings().mode().text())
                .with("problems", JsonArray.of(problems));
        return policy.fault().isEmpty()
                ? form
                : form.with("fault", policy.fault().get().toString());
    }

    /** What the preset calls the answers. */
    private JsonObject labels() {
        Map<String, String> values = Map.of("tool", "");
        JsonObject labels = JsonObject.empty();
        for (String answer : List.of("once", "always", "deny")) {
            labels = labels.with(
                    answer,
                    gate.preset()
                            .say("label " + answer, values)
                            .replaceAll(" +", " ")
                            .strip());
        }
        return labels;
    }

    /**
     * What would be decided on the call in the body, and why; nothing is stored and nobody asked. The member {@code rules}
     * stands for the text of the worker's file.
     */
    HttpReply explain(HttpRequest request, Caller caller) {
        return Bodies.answer(request, body -> {
            ToolCall call = CallJson.read(body.without("rules"));
            if (!caller.reaches(call)) {
                return HttpReply.problem(403, "forbidden", "the token is not for this session");
            }
            Rules.Explanation explanation = Bodies.optional(body, "rules")
                    .map(text -> gate.rules().explain(call, text))
                    .orElseGet(() -> gate.rules().explain(call));
            JsonArray findings = ApprovalJson.findings(explanation.decision());
            var explained = new ArrayList<JsonObject>();
            for (int i = 0; i < findings.elements().size(); i++) {
                JsonObject finding = (JsonObject) findings.elements().get(i);
                List<JsonObject> almost = explanation.almost().get(i).stream()
                        .map(PolicyApi::almost)
                        .toList();
                explained.add(almost.isEmpty() ? finding : finding.with("almost", JsonArray.of(almost)));
            }
            return HttpReply.json(
                    200,
                    JsonObject.empty()
                            .with("decision", explanation.decision().action().text())
                            .with("digest", call.digest().hex())
                            .with("policy", explanation.policy().version())
                            .with("findings", JsonArray.of(explained))
                            .with("enough", ApprovalJson.rules(explanation.enough())));
        });
    }

    /** {@code {"call", "changes": [{"kind", "path"}]}}: which of them may not be put in place, and why. */
    HttpReply changes(HttpRequest request, Caller caller) {
        return aboutCall(request, caller, (call, body) -> {
            List<FileChange> changes =
                    body.elements("changes").stream().map(PolicyApi::change).toList();
            List<RefusedChange> refused = gate.refused(call, changes);
            // What is only tried is for a person to see.
            if (!body.isTrue("tried")) {
                gate.keptOut(call, refused);
            }
            return HttpReply.json(
                    200,
                    JsonObject.empty()
                            .with(
                                    "refused",
                                    JsonArray.of(refused.stream()
                                            .map(RefusedChange::form)
                                            .toList())));
        });
    }

    /** {@code {"call", "hosts": [{"host", "port", …}]}}: which hosts it had to do with within its bounds. */
    HttpReply connections(HttpRequest request, Caller caller) {
        return aboutCall(request, caller, (call, body) -> {
            gate.connected(
                    call,
                    body.elements("hosts").stream()
                            .map(each -> HostUse.of(object(each)))
                            .toList());
            return HttpReply.json(200, JsonObject.empty());
        });
    }

    private static HttpReply aboutCall(
            HttpRequest request, Caller caller, BiFunction<ToolCall, JsonObject, HttpReply> answer) {
        return Bodies.answer(request, body -> {
            ToolCall call = CallJson.read(body.object("call")
                    .orElseThrow(() -> new IllegalArgumentException("the body needs the member `call`")));
            return caller.reaches(call)
                    ? answer.apply(call, body)
                    : HttpReply.problem(403, "forbidden", "the token is not for this session");
        });
    }

    private static FileChange change(JsonValue value) {
        return FileChange.of(object(value));
    }

    private static JsonObject object(JsonValue value) {
        return value instanceof JsonObject form ? form : JsonObject.empty();
    }

    private static JsonObject almost(NearMiss almost) {
        return JsonObject.empty()
                .with("tool", almost.rule().tool().pattern())
                .with("pattern", almost.rule().value().pattern())
                .with("origin", almost.rule().origin().toString())
                .with("why", almost.why());
    }
}
