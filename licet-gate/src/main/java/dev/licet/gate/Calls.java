package dev.licet.gate;

import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Preset;
import dev.licet.core.preset.Replies;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.session.Session;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The path of a call through the gate: judged, held, released. Thread-safe. */
final class Calls {
    /** How often a call is judged anew when what it rested on is gone by the time it is recorded. */
    private static final int ATTEMPTS = 3;

    /** When it is looked again whether an approval has ended, where the database could not tell. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Parts parts;
    private final Collecting collecting;
    private final RandomIds ids = new RandomIds();

    Calls(Parts parts) {
        this.parts = parts;
        this.collecting = new Collecting(parts);
    }

    private Instant now() {
        return parts.clock().instant();
    }

    private Preset preset() {
        return parts.files().preset();
    }

    Outcome submit(Submission submission) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Outcome> outcome = attempt(submission);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            // A grant was used up or taken back in the meantime: then the call is judged without it.
            parts.sessions()
                    .changed(submission.call().worker(), submission.call().session());
        }
        throw new GateException("the rules changed again and again while the call was judged; submit it again");
    }

    /** The same for a call that a person has approved in general: where it would be asked it may run, and is on record. */
    Outcome submitApproved(Submission submission) throws InterruptedException {
        long start = System.nanoTime();
        Judgement judged = parts.memory().judge(submission.call());
        if (judged.isStopped(submission.call()) || !(judged.decision() instanceof Decision.Ask)) {
            return submit(submission);
        }
        record(submission, judged, System.nanoTime() - start);
        return new Outcome.Allowed(judged.decision(), submission.call(), "", "");
    }

    /** What becomes of the call; empty when what its decision rested on is gone. */
    private Optional<Outcome> attempt(Submission submission) throws InterruptedException {
        ToolCall call = submission.call();
        long start = System.nanoTime();
        Judgement judged = parts.memory().judge(call);
        long nanos = System.nanoTime() - start;
        if (judged.isStopped(call)) {
            record(submission, judged, nanos);
            Optional<Approval> stopping = rejected(call);
            if (stopping.isPresent()) {
                return Optional.of(collecting.collect(submission, stopping.get(), "", judged.decision()));
            }
            return Optional.of(new Outcome.Stopped(judged.decision(), Replies.stopped(preset(), call.tool())));
        }
        return switch (judged.decision()) {
            case Decision.Allow allow -> allowed(submission, judged, nanos);
            case Decision.Deny deny -> {
                record(submission, judged, nanos);
                yield Optional.of(denied(call, deny));
            }
            case Decision.Ask ask -> {
                Optional<AskPolicy> asking = ask.askPolicy(judged.policy().settings());
                if (asking.isEmpty()) {
                    record(submission, judged, nanos);
                    yield Optional.of(new Outcome.Denied(
                            ask,
                            "Licet denied this call: its rules want different people to approve it, so nobody can."
                                    + " The `approvers` of the rules have to have a name in common."));
                }
                yield hold(submission, judged, nanos, asking.get());
            }
        };
    }

    /** The rejection of this very call that nobody took yet: what the person said to it is told, not that something was stopped. */
    private Optional<Approval> rejected(ToolCall call) {
        return parts.store().write(change -> {
            Optional<Approval> rejected = change.queries()
                    .open(call, now().minus(Gate.COLLECT_WITHIN))
                    .filter(approval -> approval.state() instanceof ApprovalState.Rejected);
            rejected.ifPresent(approval -> change.wait(approval.id(), ""));
            return rejected;
        });
    }

    private void record(Submission submission, Judgement judged, long nanos) {
        JsonObject note = AuditForms.judged(submission.call(), judged, submission.execution(), nanos);
        parts.store().change(change -> judged(change, judged, submission.call(), note));
        entered(judged, submission.call());
    }

    private void judged(Change change, Judgement judged, ToolCall call, JsonObject note) {
        judged(change, judged, call, note, now());
    }

    /** What is at hand of a session ends with its first call. */
    private void entered(Judgement judged, ToolCall call) {
        if (judged.session().workspace().isEmpty()) {
            parts.sessions().changed(call.worker(), call.session());
        }
    }

    private static void judged(Change change, Judgement judged, ToolCall call, JsonObject note, Instant at) {
        if (judged.session().workspace().isEmpty()) {
            Session session = change.queries().session(call.worker(), call.session());
            change.enter(session.after(new Session.Event.Entered(call.directory())), at);
        }
        change.touch(call.worker(), call.session(), at, at.minus(Sessions.TOUCH_EVERY));
        change.audit(AuditStep.JUDGED, at, AuditSubject.of(call), note);
    }

    private Optional<Outcome> allowed(Submission submission, Judgement judged, long nanos) {
        ToolCall call = submission.call();
        Issued issued = Issued.of(parts, submission.execution(), call);
        if (judged.usesNothing() && parts.store().isInMemory()) {
            return isStill(judged) ? Optional.of(noted(submission, judged, issued, nanos)) : Optional.empty();
        }
        JsonObject note = AuditForms.judged(call, judged, submission.execution(), nanos);
        Optional<String> comment = parts.store().write(change -> {
            var uses = new Uses(change, now());
            if (!uses.hold(judged)) {
                return Optional.empty();
            }
            Optional<Approval> answered = judged.grants().isEmpty() ? Optional.empty() : answered(change, call);
            if (answered.isEmpty()) {
                uses.count(judged);
            }
            judged(change, judged, call, note);
            issued.note().accept(change);
            return Optional.of(answered.map(Calls::comment).orElse(""));
        });
        if (comment.isEmpty()) {
            return Optional.empty();
        }
        entered(judged, call);
        if (!judged.usesNothing()) {
            parts.sessions().changed(call.worker(), call.session());
        }
        return Optional.of(new Outcome.Allowed(
                judged.decision(), call, comment.get(), issued.given().get()));
    }

    /** Whether nothing has happened in the session since {@code judged} was decided, where nobody else can change it. */
    private boolean isStill(Judgement judged) {
        Session before = judged.session();
        return parts.sessions()
                .of(before.worker(), before.id())
                .session()
                .after(new Session.Event.Tick(now()))
                .equals(before);
    }

    /** What is allowed by rules alone changes nothing but the audit: it need not wait for that. */
    private Outcome noted(Submission submission, Judgement judged, Issued issued, long nanos) {
        ToolCall call = submission.call();
        Instant at = now();
        parts.store().note(change -> {
            judged(change, judged, call, AuditForms.judged(call, judged, submission.execution(), nanos), at);
            issued.note().accept(change);
        });
        return new Outcome.Allowed(judged.decision(), call, "", issued.given().get());
    }

    /** The answer to this very call that nobody took yet: it releases the call, and no use of a grant is spent on it. */
    private Optional<Approval> answered(Change change, ToolCall call) {
        return change.queries()
                .open(call, now().minus(Gate.COLLECT_WITHIN))
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

    private Outcome denied(ToolCall call, Decision.Deny decision) {
        return new Outcome.Denied(decision, Replies.denied(preset(), call.tool(), decision));
    }

    /** Holds the call until it is answered; empty when its session changed while it was judged. */
    private Optional<Outcome> hold(Submission submission, Judgement judged, long nanos, AskPolicy asking)
            throws InterruptedException {
        ToolCall call = submission.call();
        boolean waits = !submission.patience().isZero();
        String waiter = waits ? ids.text() : "";
        Instant since = now().minus(Gate.COLLECT_WITHIN);
        Approval fresh = Approval.pending(
                new ApprovalId(ids.text()),
                call,
                parts.memory().always(call, judged),
                now(),
                new AnswerTerms(asking.within().map(now()::plus), asking.approvers()));
        record Joined(Optional<Approval> approval, long order) {}
        JsonObject note = AuditForms.judged(call, judged, submission.execution(), nanos);
        Optional<Joined> joined = parts.store().write(change -> {
            if (!new Uses(change, now()).isCurrent(judged)) {
                return Optional.empty();
            }
            long order = parts.waiters().nextOrder();
            Optional<Approval> open = change.queries().open(call, since);
            if (open.isEmpty() && !(parts.memory().decide(call) instanceof Decision.Ask)) {
                // INVARIANT (calm): what was remembered while this was judged is not asked again.
                return Optional.empty();
            }
            if (open.isEmpty() && change.queries().pendingCount() >= Gate.MAX_PENDING) {
                return Optional.of(new Joined(Optional.empty(), order));
            }
            judged(change, judged, call, note);
            if (open.isEmpty()) {
                change.audit(AuditStep.ASKED, now(), AuditSubject.of(call), AuditForms.asked(fresh));
                change.add(fresh, waiter);
            } else if (waits || !open.get().isPending()) {
                change.wait(open.get().id(), waiter);
            }
            return Optional.of(new Joined(open.or(() -> Optional.of(fresh)), order));
        });
        if (joined.isEmpty()) {
            return Optional.empty();
        }
        entered(judged, call);
        return joined.get().approval().isEmpty()
                ? Optional.of(new Outcome.Denied(
                        judged.decision(),
                        Gate.MAX_PENDING + " approvals are pending already; answer some of them first"))
                : Optional.of(await(
                        submission,
                        judged,
                        joined.get().approval().get(),
                        new Turn(waiter, joined.get().order())));
    }

    /** Where a submission stands among those of the same call; one that does not wait has no name. */
    private record Turn(String waiter, long order) {}

    private Outcome await(Submission submission, Judgement judged, Approval approval, Turn turn)
            throws InterruptedException {
        String waiter = turn.waiter();
        if (!approval.isPending()) {
            return collecting.collect(submission, approval, waiter, judged.decision());
        }
        if (waiter.isEmpty()) {
            return new Outcome.Held(judged.decision(), approval);
        }
        Waiters.Place place = parts.waiters().join(approval.id(), turn.order());
        try {
            return switch (ended(place, submission.patience(), approval)) {
                case ANSWERED -> collectInTheEnd(submission, approval, waiter, judged.decision());
                case TAKEN_OVER -> Collecting.takenOver(judged.decision());
                case TIMED_OUT -> new Outcome.Held(judged.decision(), approval);
            };
        } finally {
            place.leave();
        }
    }

    /** Who waited long is not turned away because the database stumbles once at the end. */
    private Outcome collectInTheEnd(Submission submission, Approval approval, String waiter, Decision asked) {
        try {
            return collecting.collect(submission, find(approval), waiter, asked);
        } catch (GateException e) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            return collecting.collect(submission, find(approval), waiter, asked);
        }
    }

    /** How the wait at {@code place} ends. A database that is gone for a moment does not end it. */
    private Waiters.End ended(Waiters.Place place, Duration patience, Approval approval) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            // It may have been answered before this submission was known to wait.
            Optional<Boolean> pending = isPending(approval);
            if (pending.isPresent() && !pending.get()) {
                return Waiters.End.ANSWERED;
            }
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            boolean sure = pending.isPresent() || left.compareTo(LOOK_AGAIN) <= 0;
            Waiters.End ended = place.await(sure ? left : LOOK_AGAIN);
            if (sure || ended != Waiters.End.TIMED_OUT) {
                return ended;
            }
        }
    }

    /** Whether nobody has answered; empty when the database cannot tell at present. */
    private Optional<Boolean> isPending(Approval approval) {
        try {
            return Optional.of(find(approval).isPending());
        } catch (GateException e) {
            return Optional.empty();
        }
    }

    private Approval find(Approval approval) {
        return parts.store().read(queries -> queries.find(approval.id())).orElse(approval);
    }
}
