package dev.licet.gate.path;

import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.preset.Replies;
import dev.licet.core.rule.AskPolicy;
import dev.licet.gate.approval.RememberedAnswers;
import dev.licet.gate.approval.Waiters;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.data.RandomIds;
import dev.licet.gate.grant.Proposals;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.judge.UsageCounter;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Calls that a person is asked about: stored, waited for, and handed their answer. Thread-safe. */
public final class HeldCalls {
    /** Most approvals that may be pending; further calls are denied. */
    public static final int MAX_PENDING = 10_000;

    /** When it is looked again whether an approval has ended, where the database could not tell. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** How long an answer is tried to be collected from a database that fails. */
    private static final Duration STUMBLES_FOR = Duration.ofSeconds(10);

    private final Store store;
    private final Proposals proposals;
    private final Waiters waiters;
    private final AnswerCollector collector;
    private final RememberedAnswers remembered;
    private final CallJudge judge;
    private final RandomIds ids = new RandomIds();

    public HeldCalls(
            Store store,
            Proposals proposals,
            Waiters waiters,
            AnswerCollector collector,
            RememberedAnswers remembered) {
        this.store = store;
        this.proposals = proposals;
        this.waiters = waiters;
        this.collector = collector;
        this.remembered = remembered;
        this.judge = proposals.judge();
    }

    private Instant now() {
        return judge.now();
    }

    /** What is said to a call of a batch that a person stopped. */
    Outcome stopped(Calls.Judged judged) {
        Optional<Approval> rejected = rejected(judged.call());
        return rejected.isPresent()
                ? collector.collect(judged.submission(), rejected.get(), "", judged.decision())
                : new Outcome.Stopped(
                        judged.decision(),
                        Replies.stopped(judge.preset(), judged.call().tool()));
    }

    /** The rejection of this very call that nobody took yet: what the person said to it is told, not that something was stopped. */
    private Optional<Approval> rejected(ToolCall call) {
        return store.write(change -> {
            Optional<Approval> rejected = change.open(call, judge.keptSince())
                    .filter(approval -> approval.state() instanceof ApprovalState.Rejected);
            rejected.ifPresent(approval -> change.wait(approval.id(), ""));
            return rejected;
        });
    }

    /** Where a submission stands among those of the same call; one that does not wait has no name. */
    private record Turn(String waiter, long order) {}

    /** An approval that a submission has joined, or none when there are too many. */
    private record Joined(Optional<Approval> approval, Turn turn) {}

    /** Holds the call until it is answered; empty when what its decision rested on has changed. */
    Optional<Outcome> hold(Calls.Judged judged, AskPolicy policy) throws InterruptedException {
        ToolCall call = judged.call();
        boolean known = collector.awaitHandover(judged.submission());
        String waiter = judged.submission().patience().isZero() ? "" : ids.text();
        Approval fresh = Approval.pending(
                new ApprovalId(ids.text()),
                call,
                proposals.always(call, judged.judgement()),
                now(),
                new AnswerTerms(policy.within().map(now()::plus), policy.approvers()));
        Optional<Joined> joined =
                remembered.afterwards(() -> store.write(change -> join(change, judged, fresh, waiter, known)));
        if (joined.isEmpty()) {
            return Optional.empty();
        }
        Calls.entered(judge, judged);
        Optional<Approval> approval = joined.get().approval();
        return approval.isEmpty()
                ? Optional.of(new Outcome.Denied(
                        judged.decision(), MAX_PENDING + " approvals are pending already; answer some of them first"))
                : Optional.of(await(judged, approval.get(), joined.get().turn()));
    }

    private Optional<Joined> join(Change change, Calls.Judged judged, Approval fresh, String waiter, boolean known) {
        var uses = new UsageCounter(change, now());
        if (!uses.isCurrent(judged.judgement())) {
            return Optional.empty();
        }
        ToolCall call = judged.call();
        var turn = new Turn(waiter, waiters.nextOrder());
        Optional<Approval> open = change.open(call, judge.keptSince());
        boolean remembered = !judge.isCurrent(judged.judgement()) || !uses.isUnchanged(judged.judgement());
        if (open.isEmpty() && remembered) {
            // INVARIANT (calm): what was remembered while this was judged is not asked again.
            return Optional.empty();
        }
        // INVARIANT (calm): an answer that was taken meanwhile, and may come back, is waited for like one that was on
        // its way.
        if (open.isEmpty() && known && collector.isHandedOver(judged.submission())) {
            return Optional.empty();
        }
        if (open.isEmpty() && change.queries().pendingCount() >= MAX_PENDING) {
            return Optional.of(new Joined(Optional.empty(), turn));
        }
        Calls.record(change, judged, now());
        if (open.isEmpty()) {
            change.audit(AuditStep.ASKED, now(), AuditSubject.of(call), AuditForms.asked(fresh));
            change.add(fresh, waiter);
        } else if (!waiter.isEmpty() || !open.get().isPending() || open.get().isDeserted()) {
            change.wait(open.get().id(), waiter);
        }
        return Optional.of(new Joined(open.or(() -> Optional.of(fresh)), turn));
    }

    private Outcome await(Calls.Judged judged, Approval approval, Turn turn) throws InterruptedException {
        if (!approval.isPending()) {
            return collector.collect(judged.submission(), approval, turn.waiter(), judged.decision());
        }
        if (turn.waiter().isEmpty()) {
            return new Outcome.Held(judged.decision(), approval);
        }
        Waiters.Waiter waiter = waiters.join(approval.id(), turn.order());
        try {
            Waiters.End ended = ended(waiter, judged.submission(), approval);
            boolean gone = judged.submission().sender().isGone();
            if (gone) {
                store.change(change -> change.leave(approval.id(), turn.waiter()));
            }
            // INVARIANT (nothing lost): an answer is not handed to somebody who is gone; it waits for the same call.
            return switch (gone ? Waiters.End.TIMED_OUT : ended) {
                case ANSWERED -> collectInTheEnd(judged, approval, turn.waiter());
                case TAKEN_OVER -> AnswerCollector.takenOver(judged.decision());
                case TIMED_OUT -> new Outcome.Held(judged.decision(), approval);
            };
        } finally {
            waiter.leave();
        }
    }

    /** Who waited long is not turned away because the database stumbles at the end: each of its connections may have broken. */
    private Outcome collectInTheEnd(Calls.Judged judged, Approval approval, String waiter) {
        long end = System.nanoTime() + STUMBLES_FOR.toNanos();
        while (true) {
            try {
                return collector.collect(judged.submission(), find(approval), waiter, judged.decision());
            } catch (GateException e) {
                if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
    }

    /** How the wait of {@code waiter} ends. A database that is gone for a moment does not end it; a sender who is gone does. */
    private Waiters.End ended(Waiters.Waiter waiter, Submission submission, Approval approval)
            throws InterruptedException {
        long end = System.nanoTime() + submission.patience().toNanos();
        while (true) {
            // It may have been answered before this submission was known to wait.
            Optional<Boolean> pending = isPending(approval);
            if (pending.isPresent() && !pending.get()) {
                return Waiters.End.ANSWERED;
            }
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            boolean last = left.compareTo(LOOK_AGAIN) <= 0;
            boolean staying = submission.sender().equals(Submission.Sender.STAYING);
            Waiters.End ended = waiter.await(last || (pending.isPresent() && staying) ? left : LOOK_AGAIN);
            boolean over = last
                    || (pending.isPresent() && staying)
                    || submission.sender().isGone();
            if (over || ended != Waiters.End.TIMED_OUT) {
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
        return store.read(queries -> queries.find(approval.id())).orElse(approval);
    }
}
