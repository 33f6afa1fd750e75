package dev.licet.gate.agent;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.CallText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.lint.Lint;
import dev.licet.core.lint.LintFinding;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.session.Skills;
import dev.licet.gate.store.StoredEvent;
import dev.licet.gate.ticket.Tickets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A gate in this process. */
final class LocalAccess implements GateAccess {
    private static final String CHANNEL = "library";
    private static final int EVENTS_AT_ONCE = 100;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final Gate gate;
    private final Leaving leaving = new Leaving();

    LocalAccess(Gate gate) {
        this.gate = gate;
    }

    @Override
    public Verdict decide(ToolCall call, Duration patience) throws InterruptedException {
        return verdict(gate.submit(new Submission(call, patience, Execution.HERE)));
    }

    @Override
    public Verdict decidePreviewing(ToolCall call, Duration patience) throws InterruptedException {
        return verdict(gate.submit(new Submission(call, patience, Execution.HERE).puttingInPlace()));
    }

    @Override
    public PreviewTerms previewTerms(Ask ask) {
        return gate.approval(ask.id())
                .map(gate::previewTerms)
                .orElseGet(() -> new PreviewTerms.Not("nothing is known of it"));
    }

    @Override
    public void previewed(Ask ask, Preview preview) {
        gate.approval(ask.id()).ifPresent(approval -> gate.previewed(approval, preview));
    }

    @Override
    public List<RefusedChange> objections(ToolCall call, List<FileChange> changes) {
        return gate.refused(call, changes);
    }

    @Override
    public Action peek(ToolCall call) {
        return gate.decide(call).action();
    }

    @Override
    public Explanation explain(ToolCall call) {
        Decision decision = gate.decide(call);
        return new Explanation(
                decision.action(),
                decision.findings().stream().map(LocalAccess::reason).toList());
    }

    private static Explanation.Reason reason(Finding finding) {
        return new Explanation.Reason(
                Sentences.what(finding.fact()),
                finding.action(),
                Sentences.because(finding),
                finding.cause().decidedBy().map(Rule::text));
    }

    @Override
    public Verdict use(Skill skill, ToolCall call, Duration patience) throws InterruptedException {
        var used = new Skills.Skill(
                skill.name(),
                skill.version(),
                skill.allows(),
                call.context().turn().orElseThrow());
        return verdict(gate.skills().use(used, call, patience));
    }

    private Verdict verdict(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Allowed allowed ->
                new Verdict.Allowed(
                        allowed.call().arguments(),
                        allowed.ticket(),
                        allowed.comment(),
                        allowed.bounds(),
                        allowed.preview());
            case Outcome.Denied denied -> new Verdict.Denied(denied.message(), false);
            case Outcome.Stopped stopped -> new Verdict.Denied(stopped.message(), true);
            case Outcome.Held held -> new Verdict.Held(ask(held.approval(), held.decision()));
        };
    }

    private Ask ask(Approval approval, Decision decision) {
        ToolCall call = approval.call();
        CallText text = CallText.of(call, decision);
        return new Ask(
                approval.id(),
                new Ask.Call(
                        approval.digest().hex(),
                        call.worker(),
                        call.session(),
                        call.context().requester(),
                        call.tool(),
                        call.arguments(),
                        call.directory()),
                approval.preview().map(tried -> text.with(tried, call)).orElse(text),
                Risk.of(call, decision),
                decision.findings().stream()
                        .filter(finding -> finding.action() != Action.ALLOW)
                        .map(finding -> Sentences.what(finding.fact()) + ": " + Sentences.because(finding))
                        .distinct()
                        .toList(),
                approval.always(),
                agents(call),
                call.context().batch().stream()
                        .flatMap(batch -> batch.remaining().stream())
                        .map(each -> SafeText.oneLine(each.tool() + " " + line(call, each.tool(), each.arguments())))
                        .toList(),
                approval.askedAt());
    }

    private static String line(ToolCall call, String tool, JsonObject arguments) {
        return CallText.of(call.withTool(tool).withArguments(arguments)).text().text();
    }

    private List<String> agents(ToolCall call) {
        return call.context()
                .agent()
                .map(id -> gate.sessions().session(call.worker(), call.session()).path(id).stream()
                        .map(agent -> SafeText.oneLine(agent.id().text() + " (" + agent.type() + ")"))
                        .toList())
                .orElse(List.of());
    }

    @Override
    public void redeem(Verdict.Allowed allowed, ToolCall call) {
        gate.localTickets().use(allowed.ticket(), call);
    }

    @Override
    public void finished(Verdict.Allowed allowed, ToolCall call, Report report) {
        if (report.outgrew()) {
            gate.outgrew(call.digest());
        }
        gate.localTickets().finished(allowed.ticket(), new Tickets.Result(report.succeeded(), report.note()));
    }

    @Override
    public List<RefusedChange> refused(ToolCall call, List<FileChange> changes) {
        List<RefusedChange> refused = gate.refused(call, changes);
        gate.keptOut(call, refused);
        return refused;
    }

    @Override
    public void connected(ToolCall call, List<HostUse> uses) {
        gate.connected(call, uses);
    }

    @Override
    public String answer(Ask ask, Reply reply) {
        ApprovalId id = ask.id();
        Answered answered = switch (reply) {
            case Reply.Once once -> gate.approveOnce(id, answer(once.comment(), reply));
            case Reply.Always always -> remembering(() -> gate.approveAlways(id, answer(always.comment(), reply)));
            case Reply.Remembering kept ->
                remembering(() -> gate.approve(
                        id, new GrantRequest(kept.kind(), kept.lifetime()), answer(kept.comment(), reply)));
            case Reply.Edited edited -> gate.approveEdited(id, edited.arguments(), answer(edited.comment(), reply));
            case Reply.Rejected rejected -> gate.reject(id, rejected.mode(), answer(rejected.feedback(), reply));
            case Reply.Left left -> new Answered.Unknown();
        };
        return answered instanceof Answered.Refused refused ? refused.why() : "";
    }

    private static Answered remembering(Supplier<Answered> answering) {
        try {
            return answering.get();
        } catch (GateException e) {
            return new Answered.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Answer answer(String comment, Reply reply) {
        return new Answer(reply.by().isEmpty() ? Answer.OWNER : reply.by(), CHANNEL, gate.now(), comment);
    }

    @Override
    public Optional<Ask> find(ApprovalId id) {
        return gate.approval(id).map(this::ask);
    }

    @Override
    public List<Ask> pending() {
        return gate.pending().stream().map(this::ask).toList();
    }

    private Ask ask(Approval approval) {
        return ask(approval, gate.decide(approval.call()));
    }

    @Override
    public void reach() {
        gate.pending();
    }

    @Override
    public Leaving leaving() {
        return leaving;
    }

    @Override
    public void cancel(Ask ask) {
        gate.cancel(ask.id());
    }

    @Override
    public List<String> lint(WorkerId worker) {
        Policy policy = gate.policy(worker);
        Stream<String> wrong = policy.mistakes().stream().map(Diagnostic::toString);
        return Stream.concat(wrong, odd(policy, () -> false).stream()).toList();
    }

    /** What is odd about the rules that people wrote, as far as it comes until {@code stops}. */
    static List<String> odd(Policy policy, BooleanSupplier stops) {
        List<Layer> own = policy.layers().stream()
                .filter(layer -> layer.owner() != Owner.PRESET)
                .toList();
        var written = new Policy(List.of(), own, policy.settings(), List.of(), Optional.empty());
        return Lint.of(written, stops).stream().map(LintFinding::text).toList();
    }

    /** Nobody else holds a gate of this process. */
    @Override
    public boolean hasOthers() {
        return false;
    }

    @Override
    public String noChannel(ToolCall call, List<String> reasons) {
        return gate.preset()
                .say(
                        "no channel",
                        Map.of(
                                "tool", SafeText.oneLine(call.tool()),
                                "parts", String.join("; ", reasons),
                                "file", gate.rules().source(call.worker()).path()));
    }

    @Override
    public String stopAnswer() {
        return gate.preset().says("answer") ? gate.preset().say("answer", Map.of()) : "";
    }

    private static Sessions.Target place(Place place) {
        return new Sessions.Target(place.worker(), place.session(), Answer.OWNER);
    }

    @Override
    public void startTurn(Place place, TurnId turn) {
        gate.sessions().startTurn(place(place), turn);
    }

    @Override
    public void endTurn(Place place, TurnId turn) {
        gate.sessions().endTurn(place(place), turn);
    }

    @Override
    public void startAgent(Place place, Start start) {
        gate.sessions()
                .startAgent(
                        place(place),
                        new Sessions.AgentStart(start.id(), start.type(), start.parent(), start.workspace()));
    }

    @Override
    public void endAgent(Place place, AgentId agent) {
        gate.sessions().endAgent(place(place), agent);
    }

    @Override
    public void endSession(Place place) {
        gate.sessions().end(place(place));
    }

    @Override
    public void follow(Runnable begun, Consumer<Event> receiver) throws InterruptedException {
        long last = gate.lastEvent();
        begun.run();
        while (true) {
            for (StoredEvent event : gate.eventsAfter(last, EVENTS_AT_ONCE, LOOK_EVERY)) {
                last = event.id();
                Optional<Approval> approval =
                        event.kind() == StoredEvent.Kind.APPROVAL ? gate.approval(event.approval()) : Optional.empty();
                approval.ifPresent(each ->
                        receiver.accept(new Event(ask(each), each.state().text())));
            }
        }
    }

    @Override
    public void close() {
        gate.close();
    }
}
