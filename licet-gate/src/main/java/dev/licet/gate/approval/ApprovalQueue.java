package dev.licet.gate.approval;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.session.Session;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.judge.SessionCache;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Answers approvals and ends them in every other way. Which answer is the first is decided by the store, so that it holds
 * for several gates as well. Thread-safe.
 */
public final class ApprovalQueue {
    /** So many approvals are ended in one transaction. */
    static final int AT_ONCE = 500;

    private final Store store;
    private final SessionCache sessions;
    private final Waiters waiters;
    private final InstantSource clock;

    public ApprovalQueue(Store store, SessionCache sessions, Waiters waiters, InstantSource clock) {
        this.store = store;
        this.sessions = sessions;
        this.waiters = waiters;
        this.clock = clock;
    }

    private Instant now() {
        return clock.instant();
    }

    /** What an answer does: it ends its approval, and perhaps more. */
    interface Also {
        void happen(Change change, Approval ended);
    }

    /** Ends the approval {@code id} by {@code event}, if it still waits for an end, and does {@code also} with it. */
    Answered end(ApprovalId id, Function<Approval, ApprovalState.Event> event, Also also) {
        Answered answered = store.write(change -> ending(change, id, event, also));
        wake(id, answered);
        return answered;
    }

    /** Wakes who waits for {@code id} if it has ended. */
    void wake(ApprovalId id, Answered answered) {
        if (answered instanceof Answered.Applied || answered instanceof Answered.TooLate) {
            wake(id);
        }
    }

    /** Wakes who waits for {@code id}, which has ended. */
    void wake(ApprovalId id) {
        waiters.answered(id);
    }

    /** The same within a transaction; who waits is to be woken once it stands. */
    Answered ending(Change change, ApprovalId id, Function<Approval, ApprovalState.Event> event, Also also) {
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
                            ", ", after.terms().approvers().stream().sorted().toList()));
        }
        if (after.state() instanceof ApprovalState.Expired) {
            end(change, after);
            return new Answered.TooLate(after);
        }
        also.happen(change, after);
        return new Answered.Applied(after);
    }

    boolean end(Change change, Approval ended) {
        return noted(change, ended, change.end(ended));
    }

    /** The same for an answer that left rules behind: only who waits for it now is released by the answer itself. */
    boolean endRemembered(Change change, Approval ended) {
        return noted(change, ended, change.endRemembered(ended));
    }

    private boolean noted(Change change, Approval ended, boolean applied) {
        if (applied) {
            change.audit(AuditStep.ANSWERED, now(), AuditSubject.of(ended.call()), AuditForms.ended(ended, now()));
        }
        return applied;
    }

    /** Approves one call, once; {@code edited} are its arguments as the person changed them. */
    public Answered approve(ApprovalId id, Answer answer, Optional<JsonObject> edited) {
        return end(id, approval -> new ApprovalState.Event.Approve(answer, List.of(), edited), this::end);
    }

    /**
     * Notes what the call of {@code id} did when it was tried; says whether it still waits, and did nothing else before.
     * INVARIANT (what you see): what is shown of a call that waits is never exchanged for something else.
     */
    public boolean previewed(ApprovalId id, Preview preview) {
        return store.write(change -> {
            Optional<Approval> approval = change.queries()
                    .find(id)
                    .filter(Approval::isPending)
                    .filter(each -> each.preview()
                            .filter(other -> !isAlike(other, preview))
                            .isEmpty());
            boolean noted = approval.isPresent() && change.preview(id, Optional.of(preview));
            if (noted) {
                change.audit(
                        AuditStep.PREVIEWED,
                        now(),
                        AuditSubject.of(approval.get().call()),
                        AuditForms.previewed(approval.get(), preview));
            }
            return noted;
        });
    }

    /** A command that failed before is run if it is approved, as it was shown; that stays so as well. */
    private static boolean isAlike(Preview one, Preview other) {
        return one.isComplete() == other.isComplete() && one.digest().equals(other.digest());
    }

    /** Approves one call, once, so that it runs, whatever it did when it was tried. */
    public Answered approveRun(ApprovalId id, Answer answer) {
        return end(id, approval -> ApprovalState.Event.Approve.once(answer), (change, ended) -> {
            change.preview(id, Optional.empty());
            end(change, ended);
        });
    }

    /** Rejects a call; a hard rejection rejects what remains of its batch as well. */
    public Answered reject(ApprovalId id, Answer answer, RejectMode mode) {
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
            sessions.changed(call.worker(), call.session());
        }
        others.forEach(waiters::answered);
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
                // Who may reject a call may stop its batch, whoever the rest was for.
                end(
                        change,
                        other.under(AnswerTerms.OPEN)
                                .in(new ApprovalState.Rejected(answer.withoutComment(), RejectMode.BATCH)));
                others.add(other.id());
            }
        }
    }

    /** Ends those of {@code candidates} that still wait, by {@code event}; says how many that were. */
    public int end(List<Approval> candidates, ApprovalState.Event event) {
        int all = 0;
        for (int from = 0; from < candidates.size(); from += AT_ONCE) {
            List<Approval> part = candidates.subList(from, Math.min(from + AT_ONCE, candidates.size()));
            List<ApprovalId> ended = store.write(change -> {
                var done = new ArrayList<ApprovalId>();
                for (Approval candidate : part) {
                    Approval after = candidate.after(event);
                    if (!after.isPending() && end(change, after)) {
                        done.add(after.id());
                    }
                }
                return done;
            });
            ended.forEach(waiters::answered);
            all += ended.size();
        }
        return all;
    }
}
