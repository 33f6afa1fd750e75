package dev.licet.gate.path;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Replies;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Policy;
import dev.licet.core.session.Session;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.judge.UsageCounter;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import dev.licet.gate.ticket.TicketIssuer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The path of a call through the gate: judged, then allowed, denied or held. Thread-safe. */
public final class Calls {
    /** How often a call is judged anew when rules, grants or its session have changed by the time it is recorded. */
    private static final int ATTEMPTS = 50;

    /** How exactly it is noted when something happened in a session last. */
    private static final Duration TOUCH_EVERY = Duration.ofDays(1);

    private final Store store;
    private final CallJudge judge;
    private final TicketIssuer tickets;
    private final HeldCalls held;
    private volatile @Nullable Versioned versioned;

    private record Versioned(Policy policy, String version) {}

    public Calls(Store store, CallJudge judge, TicketIssuer tickets, HeldCalls held) {
        this.store = store;
        this.judge = judge;
        this.tickets = tickets;
        this.held = held;
    }

    private Instant now() {
        return judge.now();
    }

    /**
     * What becomes of a call; if a person has to be asked, it waits for their answer as long as its patience is.
     *
     * @throws GateException when it cannot be recorded; the call must not be executed then
     */
    public Outcome submit(Submission submission) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Outcome> outcome = attempt(submission);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            // A grant was used up, taken back or given in the meantime: then the call is judged as it is now.
            judge.sessions()
                    .changed(submission.call().worker(), submission.call().session());
        }
        throw new GateException("the rules changed again and again while the call was judged; submit it again");
    }

    /** The same for a call that a person has approved in general: where it would be asked it may run, and is on record. */
    public Outcome submitApproved(Submission submission) throws InterruptedException {
        Judged judged = judge(submission);
        boolean asked = judged.judgement().decision() instanceof Decision.Ask;
        if (judged.judgement().isStopped(submission.call()) || !asked) {
            return submit(submission);
        }
        record(judged);
        return new Outcome.Allowed(judged.judgement().decision(), submission.call(), "", "");
    }

    /**
     * A submission with what was judged of it.
     *
     * @param note the same as the audit has it
     */
    record Judged(Submission submission, Judgement judgement, JsonObject note) {
        ToolCall call() {
            return submission.call();
        }

        Decision decision() {
            return judgement.decision();
        }
    }

    private Judged judge(Submission submission) {
        judge.files().worker(submission.call().worker()).seed();
        long start = System.nanoTime();
        Judgement judgement = judge.judge(submission.call());
        long nanos = System.nanoTime() - start;
        JsonObject note = store.records()
                ? AuditForms.judged(
                        submission.call(), judgement, version(judgement.policy()), submission.execution(), nanos)
                : JsonObject.empty();
        return new Judged(submission, judgement, note);
    }

    /** The version of {@code policy}, which is that of the call before in most cases. */
    private String version(Policy policy) {
        Versioned known = versioned;
        if (known == null || !known.policy().equals(policy)) {
            known = new Versioned(policy, policy.version());
            versioned = known;
        }
        return known.version();
    }

    /** What becomes of the call; empty when what its decision rested on is gone. */
    private Optional<Outcome> attempt(Submission submission) throws InterruptedException {
        Judged judged = judge(submission);
        ToolCall call = judged.call();
        if (judged.judgement().isStopped(call)) {
            record(judged);
            return Optional.of(held.stopped(judged));
        }
        return switch (judged.decision()) {
            case Decision.Allow allow -> allowed(judged);
            case Decision.Contain contain -> allowed(judged);
            case Decision.Deny deny -> {
                record(judged);
                yield Optional.of(new Outcome.Denied(
                        deny,
                        Replies.denied(
                                judge.preset(), call, deny, judged.judgement().policy())));
            }
            case Decision.Ask ask -> {
                Optional<AskPolicy> policy =
                        ask.askPolicy(judged.judgement().policy().settings());
                if (policy.isEmpty()) {
                    record(judged);
                    yield Optional.of(new Outcome.Denied(
                            ask,
                            "Licet denied this call: its rules want different people to approve it, so nobody can."
                                    + " The `approvers` of the rules have to have a name in common."));
                }
                yield held.hold(judged, policy.get());
            }
        };
    }

    /** Judges {@code call} and puts it on record, without any effect on it. */
    public Decision observe(ToolCall call) {
        Judged judged = judge(new Submission(call, Duration.ZERO, Execution.OBSERVED));
        record(judged);
        return judged.decision();
    }

    private void record(Judged judged) {
        store.change(change -> record(change, judged, now()));
        entered(judge, judged);
    }

    /** Puts on record that a call was judged, and that its session was in use. */
    static void record(Change change, Judged judged, Instant at) {
        ToolCall call = judged.call();
        CallSource source = call.context().source();
        if (judged.judgement().session().learnsFrom(source)) {
            Session session = change.queries().session(call.worker(), call.session());
            change.enter(session.after(new Session.Event.Entered(call.directory(), source)), at);
        }
        change.touch(call.worker(), call.session(), at, at.minus(TOUCH_EVERY));
        change.audit(AuditStep.JUDGED, at, AuditSubject.of(call), judged.note());
    }

    /** What is at hand of a session ends with a call that says more of it. */
    static void entered(CallJudge judge, Judged judged) {
        ToolCall call = judged.call();
        if (judged.judgement().session().learnsFrom(call.context().source())) {
            judge.sessions().changed(call.worker(), call.session());
        }
    }

    private Optional<Outcome> allowed(Judged judged) {
        ToolCall call = judged.call();
        Judgement judgement = judged.judgement();
        TicketIssuer.Issued issued = judgement.bounds().isPresent()
                ? tickets.issueBounded(judged.submission(), call)
                : tickets.issueToRun(judged.submission(), call);
        Optional<String> comment = store.write(change -> {
            var uses = new UsageCounter(change, now());
            if (!uses.hold(judgement)) {
                return Optional.empty();
            }
            Optional<Approval> answered = judgement.used().isEmpty() ? Optional.empty() : answered(change, call);
            if (answered.isEmpty()) {
                uses.count(judgement);
            }
            record(change, judged, now());
            issued.note().accept(change);
            return Optional.of(answered.map(Calls::comment).orElse(""));
        });
        if (comment.isEmpty()) {
            return Optional.empty();
        }
        entered(judge, judged);
        if (!judgement.usesNothing()) {
            judge.sessions().changed(call.worker(), call.session());
        }
        return Optional.of(new Outcome.Allowed(
                judged.decision(), call, comment.get(), issued.given().get(), judgement.bounds()));
    }

    /** The answer to this very call that nobody took yet: it releases the call, and no use of a grant is spent on it. */
    private Optional<Approval> answered(Change change, ToolCall call) {
        return change.open(call, judge.keptSince())
                .filter(approval -> approval.state() instanceof ApprovalState.Approved approved
                        && approved.edited().isEmpty())
                .filter(approval -> {
                    change.wait(approval.id(), "");
                    return change.collect(approval.id(), "");
                });
    }

    private static String comment(Approval approval) {
        return approval.state() instanceof ApprovalState.Approved approved
                ? approved.answer().comment()
                : "";
    }
}
