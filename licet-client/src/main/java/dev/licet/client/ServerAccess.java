package dev.licet.client;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Explanation;
import dev.licet.gate.agent.GateAccess;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Skill;
import dev.licet.gate.agent.Verdict;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.CallJson;
import dev.licet.shell.Span;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A gate that is reached over the API of a server. */
final class ServerAccess implements GateAccess {
    private final LicetClient client;
    private final Leaving leaving = new Leaving();

    ServerAccess(LicetClient client) {
        this.client = client;
    }

    @Override
    public Verdict decide(ToolCall call, Duration patience) throws InterruptedException {
        return verdict(client.decide(call, patience));
    }

    /** What everybody may ask who makes calls. */
    @Override
    public void reach() throws InterruptedException {
        LicetClient.Reply reply = client.get("/v1/tickets/key");
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
    }

    @Override
    public Leaving leaving() {
        return leaving;
    }

    @Override
    public Verdict decidePreviewing(ToolCall call, Duration patience) throws InterruptedException {
        return verdict(client.decidePreviewing(call, patience));
    }

    @Override
    public PreviewTerms previewTerms(Ask ask) throws InterruptedException {
        return client.previewTerms(ask.id().text());
    }

    @Override
    public void previewed(Ask ask, Preview preview) throws InterruptedException {
        client.previewed(ask.id().text(), preview);
    }

    @Override
    public List<RefusedChange> objections(ToolCall call, List<FileChange> changes) throws InterruptedException {
        return client.objections(call, changes);
    }

    private static Verdict verdict(ServerVerdict verdict) {
        return switch (verdict) {
            case dev.licet.client.ServerVerdict.Allowed allowed ->
                new Verdict.Allowed(
                        allowed.arguments(), allowed.ticket(), allowed.comment(), allowed.bounds(), allowed.preview());
            case dev.licet.client.ServerVerdict.Denied denied -> new Verdict.Denied(denied.reason(), denied.stops());
            case dev.licet.client.ServerVerdict.Held held -> new Verdict.Held(ask(held.approval()));
        };
    }

    @Override
    public Action peek(ToolCall call) throws InterruptedException {
        return explain(call).action();
    }

    @Override
    public Explanation explain(ToolCall call) throws InterruptedException {
        LicetClient.Reply reply = client.post("/v1/explain", CallJson.write(call));
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
        return new Explanation(
                action(reply.document(), "decision"),
                objects(reply.document(), "findings").map(ServerAccess::reason).toList());
    }

    private static Explanation.Reason reason(JsonObject finding) {
        return new Explanation.Reason(
                text(finding, "what"),
                action(finding, "action"),
                text(finding, "because"),
                finding.object("rule").map(rule -> new RuleText(text(rule, "tool"), text(rule, "pattern"))));
    }

    /** An action that is not known stands for the strictest. */
    private static Action action(JsonObject form, String name) {
        return Action.of(text(form, name)).orElse(Action.DENY);
    }

    @Override
    public Verdict use(Skill skill, ToolCall call, Duration patience) throws InterruptedException {
        JsonObject form = JsonObject.empty()
                .with("workerId", call.worker().text())
                .with("sessionId", call.session().text())
                .with("event", "skill")
                .with("turnId", call.context().turn().orElseThrow().text())
                .with("cwd", call.directory())
                .with("name", skill.name())
                .with("version", skill.version())
                .with("allows", call.arguments().get("allows").orElseThrow());
        JsonObject owned = call.context()
                .agent()
                .map(agent -> form.with("agent", agent.text()))
                .orElse(form);
        JsonObject whole = call.context()
                .batch()
                .map(batch -> owned.with("batchId", batch.id().text()))
                .orElse(owned);
        LicetClient.Reply reply = client.decided(
                wait -> client.post("/v1/sessions", whole.with("wait", wait.toSeconds()), wait), patience);
        return switch (text(reply.document(), "decision")) {
            case "allow" ->
                new Verdict.Allowed(
                        reply.document().object("arguments").orElse(call.arguments()),
                        "",
                        text(reply.document(), "comment"),
                        Optional.empty(),
                        Optional.empty());
            case "deny" ->
                new Verdict.Denied(
                        text(reply.document(), "reason"),
                        reply.document().get("stop").isPresent());
            case "ask" ->
                new Verdict.Held(ask(reply.document().object("approval").orElseGet(JsonObject::empty)));
            default -> throw new GateException("the server gives no decision: " + reply.detail());
        };
    }

    private static Ask ask(JsonObject form) {
        JsonObject display = form.object("display").orElseGet(JsonObject::empty);
        return new Ask(
                new ApprovalId(text(form, "id")),
                call(form),
                new CallText(
                        text(display, "tool"),
                        text(display, "where"),
                        safe(display),
                        objects(display, "parts").map(ServerAccess::part).toList()),
                Risk.of(form.object("risk").orElseGet(JsonObject::empty)),
                objects(form, "findings")
                        .filter(finding -> !text(finding, "action").equals("allow"))
                        .map(finding -> text(finding, "what") + ": " + text(finding, "because"))
                        .distinct()
                        .toList(),
                objects(form, "always")
                        .map(rule -> new RuleText(text(rule, "tool"), text(rule, "pattern")))
                        .toList(),
                objects(form, "agents")
                        .map(agent -> text(agent, "id") + " (" + text(agent, "type") + ")")
                        .toList(),
                objects(form, "batchRemaining")
                        .map(call -> text(call, "tool") + " " + text(call, "text"))
                        .toList(),
                form.text("askedAt").map(Instant::parse).orElse(Instant.EPOCH));
    }

    private static Ask.Call call(JsonObject form) {
        JsonObject call = form.object("call").orElseGet(JsonObject::empty);
        return new Ask.Call(
                text(form, "digest"),
                new WorkerId(text(call, "workerId")),
                new SessionId(text(call, "sessionId")),
                text(call, "requester"),
                text(call, "tool"),
                call.object("arguments").orElseGet(JsonObject::empty),
                text(call, "cwd"));
    }

    private static CallText.Part part(JsonObject form) {
        return new CallText.Part(
                text(form, "label"),
                CallText.Kind.of(text(form, "kind")),
                safe(form),
                objects(form, "asks")
                        .map(span -> new Span(number(span, "start"), number(span, "end")))
                        .toList());
    }

    /** A text that the server has made safe to show. */
    private static SafeText safe(JsonObject form) {
        return new SafeText(text(form, "text"), number(form, "hidden"));
    }

    private static int number(JsonObject form, String name) {
        return form.number(name).map(BigDecimal::intValue).orElse(0);
    }

    private static String text(JsonObject form, String name) {
        return form.text(name).orElse("");
    }

    private static Stream<JsonObject> objects(JsonObject form, String name) {
        return form.elements(name).stream()
                .flatMap((JsonValue each) -> each instanceof JsonObject object ? Stream.of(object) : Stream.empty());
    }

    @Override
    public void redeem(Verdict.Allowed allowed, ToolCall call) throws InterruptedException {
        client.redeem(as(allowed, call));
    }

    @Override
    public void finished(Verdict.Allowed allowed, ToolCall call, Report report) throws InterruptedException {
        client.finished(as(allowed, call), report.succeeded(), report.note(), report.outgrew());
    }

    @Override
    public List<RefusedChange> refused(ToolCall call, List<FileChange> changes) throws InterruptedException {
        return client.refused(call, changes);
    }

    @Override
    public void connected(ToolCall call, List<HostUse> uses) throws InterruptedException {
        client.connected(call, uses);
    }

    private static dev.licet.client.ServerVerdict.Allowed as(Verdict.Allowed allowed, ToolCall call) {
        return new dev.licet.client.ServerVerdict.Allowed(
                allowed.arguments(),
                call.digest().hex(),
                allowed.ticket(),
                allowed.comment(),
                allowed.bounds(),
                allowed.preview());
    }

    @Override
    public String answer(Ask ask, Reply reply) throws InterruptedException {
        JsonObject bound =
                JsonObject.empty().with("digest", ask.call().digest()).with("channel", "library");
        String id = ask.id().text();
        LicetClient.Reply answered = switch (reply) {
            case Reply.Once once -> client.approve(id, bound.with("comment", once.comment()));
            case Reply.Always always ->
                client.approve(id, bound.with("always", true).with("comment", always.comment()));
            case Reply.Remembering kept ->
                client.approve(id, bound.with("remember", remembered(kept)).with("comment", kept.comment()));
            case Reply.Edited edited ->
                client.approve(id, bound.with("arguments", edited.arguments()).with("comment", edited.comment()));
            case Reply.Rejected rejected ->
                client.deny(id, bound.with("mode", rejected.mode().text()).with("feedback", rejected.feedback()));
            case Reply.Left left -> new LicetClient.Reply(200, JsonObject.empty());
        };
        // Whose answer came too late is told so with the approval as it is: nothing is left to answer.
        boolean counts =
                answered.status() == 200 || answered.document().get("approval").isPresent();
        return counts ? "" : answered.detail();
    }

    private static JsonObject remembered(Reply.Remembering kept) {
        JsonObject kind = JsonObject.empty().with("kind", kept.kind().text());
        return switch (kept.lifetime()) {
            case Lifetime.Batch batch -> kind.with("lifetime", "batch");
            case Lifetime.Turn turn -> kind.with("lifetime", "turn");
            case Lifetime.Session session -> kind.with("lifetime", "session");
            case Lifetime.Worker worker -> kind.with("lifetime", "worker");
            case Lifetime.Until until ->
                kind.with(
                        "lifetime", JsonObject.empty().with("until", until.end().toString()));
            case Lifetime.Uses uses -> kind.with("lifetime", JsonObject.empty().with("uses", uses.left()));
        };
    }

    @Override
    public Optional<Ask> find(ApprovalId id) throws InterruptedException {
        LicetClient.Reply reply = client.get("/v1/approvals/" + id.text());
        if (reply.status() != 200 && reply.status() != 404) {
            throw new GateException(reply.detail());
        }
        return reply.status() == 200 ? Optional.of(ask(reply.document())) : Optional.empty();
    }

    @Override
    public List<Ask> pending() throws InterruptedException {
        LicetClient.Reply reply = client.get("/v1/approvals?state=pending");
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
        return objects(reply.document(), "approvals").map(ServerAccess::ask).toList();
    }

    @Override
    public void cancel(Ask ask) throws InterruptedException {
        client.post("/v1/approvals/" + ask.id().text() + "/cancel", JsonObject.empty());
    }

    @Override
    public List<String> lint(WorkerId worker) throws InterruptedException {
        LicetClient.Reply rules = client.get("/v1/policy?worker=" + worker.text());
        if (rules.status() != 200) {
            throw new GateException(rules.detail());
        }
        LicetClient.Reply checked = client.post(
                "/v1/policy/check?worker=" + worker.text(),
                JsonObject.empty().with("text", text(rules.document(), "text")));
        if (checked.status() != 200) {
            throw new GateException(checked.detail());
        }
        return objects(checked.document(), "findings")
                .map(finding -> finding(text(rules.document(), "path"), finding))
                .toList();
    }

    private static String finding(String file, JsonObject form) {
        String witness = text(form, "witness");
        String help = text(form, "help");
        return file + ":" + number(form, "line") + ": " + text(form, "kind") + ": " + text(form, "message")
                + (witness.isEmpty() ? "" : " [as in `" + witness + "`]")
                + (help.isEmpty() ? "" : " (" + help + ")");
    }

    /** Whoever has to do with the server. */
    @Override
    public boolean hasOthers() {
        return true;
    }

    @Override
    public String noChannel(ToolCall call, List<String> reasons) {
        return "`" + SafeText.oneLine(call.tool()) + "` has to be approved, and nobody answered: "
                + String.join("; ", reasons) + ".";
    }

    @Override
    public String stopAnswer() {
        return "";
    }

    @Override
    public void startTurn(Place place, TurnId turn) throws InterruptedException {
        happened(place, "turn-started", JsonObject.empty().with("turnId", turn.text()));
    }

    @Override
    public void endTurn(Place place, TurnId turn) throws InterruptedException {
        happened(place, "turn-ended", JsonObject.empty().with("turnId", turn.text()));
    }

    @Override
    public void startAgent(Place place, Start start) throws InterruptedException {
        JsonObject form = JsonObject.empty()
                .with("agent", start.id().text())
                .with("type", start.type())
                .with("cwd", start.workspace());
        happened(
                place,
                "agent-started",
                start.parent().map(parent -> form.with("parent", parent.text())).orElse(form));
    }

    @Override
    public void endAgent(Place place, AgentId agent) throws InterruptedException {
        happened(place, "agent-ended", JsonObject.empty().with("agent", agent.text()));
    }

    @Override
    public void endSession(Place place) throws InterruptedException {
        happened(place, "ended", JsonObject.empty());
    }

    private void happened(Place place, String event, JsonObject more) throws InterruptedException {
        LicetClient.Reply reply = client.post(
                "/v1/sessions",
                more.with("workerId", place.worker().text())
                        .with("sessionId", place.session().text())
                        .with("event", event));
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
    }

    @Override
    public void follow(Runnable begun, Consumer<Event> receiver) throws InterruptedException {
        client.follow(
                OptionalLong.empty(),
                begun,
                event -> receiver.accept(new Event(ask(event.approval()), text(event.approval(), "state"))));
    }

    @Override
    public void close() {
        client.close();
    }
}
