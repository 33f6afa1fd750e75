package dev.licet.gate;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Answers approvals and ends them in every other way. Which answer is the first is decided by the store, so that it holds
 * for several gates as well. Thread-safe.
 */
final class ApprovalQueue {
    /** So many approvals are ended in one transaction. */
    private static final int AT_ONCE = 500;

    private final Parts parts;
    private final ReentrantLock remembering = new ReentrantLock();

    ApprovalQueue(Parts parts) {
        this.parts = parts;
    }

    /** What an answer does: it ends its approval, and perhaps more. */
    private interface Also {
        void happen(Change change, Approval ended);
    }

    private Instant now() {
        return parts.clock().instant();
    }

    private Answered end(ApprovalId id, Function<Approval, ApprovalState.Event> event, Also also) {
        Answered answered = parts.store().write(change -> {
            Optional<Approval> before = change.queries().find(id);
            if (before.isEmpty()) {
                return new Answered.Unknown();
            }
            if (!before.get().isPending()) {
                return new Answered.TooLate(before.get());
            }
            Approval after = before.get().after(event.apply(before.get()));
            if (after.isPending()) {
                return new Answered.Refused("you may not answer this approval; it is for "
                        + String.join(
                                ", ",
                                after.terms().approvers().stream().sorted().toList()));
            }
            if (after.state() instanceof ApprovalState.Expired) {
                end(change, after);
                return new Answered.TooLate(after);
            }
            also.happen(change, after);
            return new Answered.Applied(after);
        });
        if (answered instanceof Answered.Applied || answered instanceof Answered.TooLate) {
            parts.waiters().answered(id);
        }
        return answered;
    }

    private boolean end(Change change, Approval ended) {
        boolean applied = change.end(ended);
        if (applied) {
            note(change, ended);
        }
        return applied;
    }

    private boolean endRemembered(Change change, Approval ended) {
        boolean applied = change.endRemembered(ended);
        if (applied) {
            note(change, ended);
        }
        return applied;
    }

    private void note(Change change, Approval ended) {
        change.audit(AuditStep.ANSWERED, now(), AuditSubject.of(ended.call()), AuditForms.ended(ended, now()));
    }

    /** Approves one call, once; {@code edited} are its arguments as the person changed them. */
    Answered approve(ApprovalId id, Answer answer, Optional<JsonObject> edited) {
        return end(id, approval -> new ApprovalState.Event.Approve(answer, List.of(), edited), this::end);
    }

    /** What an answer is to leave behind; an {@code IllegalArgumentException} says why that cannot be. */
    interface Remembering {
        Memory.Left of(Approval approval);
    }

    /** Approves a call and remembers something; other calls of the session that are allowed now are approved with it. */
    Answered approve(ApprovalId id, Answer answer, Remembering wanted) {
        remembering.lock();
        try {
            Optional<Approval> approval = parts.store().read(queries -> queries.find(id));
            if (approval.isEmpty()) {
                return new Answered.Unknown();
            }
            if (!approval.get().isPending()) {
                return new Answered.TooLate(approval.get());
            }
            Memory.Left left;
            try {
                left = wanted.of(approval.get());
            } catch (IllegalArgumentException e) {
                return new Answered.Refused(String.valueOf(e.getMessage()));
            }
            ToolCall call = approval.get().call();
            Answered answered = end(
                    id,
                    pending -> new ApprovalState.Event.Approve(answer, left.rules(), Optional.empty()),
                    (change, ended) -> {
                        if (left.inFile()) {
                            endRemembered(change, ended);
                        } else {
                            end(change, ended);
                        }
                        left.grant().ifPresent(grant -> {
                            change.audit(AuditStep.GRANTED, now(), AuditSubject.of(call), AuditForms.granted(grant));
                            change.add(grant);
                        });
                        if (left.inFile()) {
                            // Inside the transaction: when the file cannot be written, the approval stays pending.
                            parts.memory().save(call, left.rules());
                        }
                    });
            if (answered instanceof Answered.Applied) {
                parts.sessions().changed(call.worker(), call.session());
                cascade(approval.get(), answer);
            }
            return answered;
        } finally {
            remembering.unlock();
        }
    }

    /** An approval that what was remembered lets through. */
    private record Follower(Approval ended, Judgement judged, JsonObject note) {}

    /**
     * Something remembered for one call may allow others that wait in the same session. They are judged and released in
     * parts, the next part being judged while one is stored.
     */
    private void cascade(Approval cause, Answer answer) {
        ToolCall first = cause.call();
        List<Approval> pending = parts.store().read(queries -> queries.pending(first.worker(), first.session()));
        Memory.Moment moment = parts.memory().moment();
        ApprovalState.Event approve = ApprovalState.Event.Approve.once(answer.withoutComment());
        var released = new ArrayList<ApprovalId>();
        try {
            var next = followers(pending, 0, approve, moment);
            for (int from = 0; from < pending.size(); from += AT_ONCE) {
                List<Follower> followers = next.join();
                next = followers(pending, from + AT_ONCE, approve, moment);
                if (!followers.isEmpty()) {
                    released.addAll(parts.store().write(change -> release(change, followers)));
                }
            }
        } finally {
            // Those that stand are woken, whatever became of the others.
            parts.sessions().changed(first.worker(), first.session());
            released.forEach(parts.waiters()::answered);
        }
    }

    /** Which of the approvals from {@code from} on are allowed now. Judging is pure, so that all processors may help. */
    private CompletableFuture<List<Follower>> followers(
            List<Approval> pending, int from, ApprovalState.Event approve, Memory.Moment moment) {
        List<Approval> part = pending.subList(Math.min(from, pending.size()), Math.min(from + AT_ONCE, pending.size()));
        Instant now = now();
        return CompletableFuture.supplyAsync(() -> part.parallelStream()
                .map(approval -> approval.after(approve))
                .filter(ended -> ended.state() instanceof ApprovalState.Approved)
                .map(ended -> new Follower(ended, moment.judge(ended.call()), AuditForms.ended(ended, now)))
                .filter(each -> each.judged().decision() instanceof Decision.Allow)
                .toList());
    }

    private List<ApprovalId> release(Change change, List<Follower> followers) {
        var uses = new Uses(change, now());
        var released = new ArrayList<ApprovalId>();
        for (Follower each : followers) {
            boolean byGrant = !each.judged().grants().isEmpty();
            boolean applied = uses.hold(each.judged())
                    && (byGrant ? change.end(each.ended()) : change.endRemembered(each.ended()));
            if (applied) {
                change.audit(
                        AuditStep.ANSWERED, now(), AuditSubject.of(each.ended().call()), each.note());
                uses.count(each.judged());
                released.add(each.ended().id());
            }
        }
        return released;
    }

    /** Rejects a call; a hard rejection rejects what remains of its batch as well. */
    Answered reject(ApprovalId id, Answer answer, RejectMode mode) {
        var others = new ArrayList<ApprovalId>();
        Answered answered = end(id, approval -> new ApprovalState.Event.Reject(answer, mode), (change, approval) -> {
            end(change, approval);
            others.clear();
            if (mode == RejectMode.HARD && approval.call().context().batch().isPresent()) {
                stop(change, approval, answer, others);
            }
        });
        if (answered instanceof Answered.Applied applied && mode == RejectMode.HARD) {
            ToolCall call = applied.approval().call();
            parts.sessions().changed(call.worker(), call.session());
        }
        others.forEach(parts.waiters()::answered);
        return answered;
    }

    private void stop(Change change, Approval stopped, Answer answer, List<ApprovalId> others) {
        ToolCall call = stopped.call();
        BatchId batch = call.context().batch().orElseThrow().id();
        Session session = change.queries().session(call.worker(), call.session());
        change.audit(
                AuditStep.SESSION,
                now(),
                AuditSubject.of(session),
                JsonObject.empty().with("event", "batch stopped").with("batchId", batch.text()));
        change.put(session.after(new Session.Event.Stopped(batch)), now());
        for (Approval other : change.queries().pending(call.worker(), call.session())) {
            boolean same = other.call()
                    .context()
                    .batch()
                    .filter(each -> each.id().equals(batch))
                    .isPresent();
            if (same) {
                end(
                        change,
                        new Approval(
                                other.id(),
                                other.call(),
                                other.digest(),
                                other.always(),
                                other.askedAt(),
                                // Who may reject a call may stop its batch, whoever the rest was for.
                                AnswerTerms.OPEN,
                                new ApprovalState.Rejected(answer.withoutComment(), RejectMode.BATCH)));
                others.add(other.id());
            }
        }
    }

    /** Ends those of {@code candidates} that still wait, by {@code event}; says how many that were. */
    int end(List<Approval> candidates, ApprovalState.Event event) {
        int all = 0;
        for (int from = 0; from < candidates.size(); from += AT_ONCE) {
            List<Approval> part = candidates.subList(from, Math.min(from + AT_ONCE, candidates.size()));
            List<ApprovalId> ended = parts.store().write(change -> {
                var done = new ArrayList<ApprovalId>();
                for (Approval candidate : part) {
                    Approval after = candidate.after(event);
                    if (!after.isPending() && end(change, after)) {
                        done.add(after.id());
                    }
                }
                return done;
            });
            ended.forEach(parts.waiters()::answered);
            all += ended.size();
        }
        return all;
    }
}
