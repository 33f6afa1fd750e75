package dev.licet.gate.approval;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.judge.UsageCounter;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Judges anew what waits, once something has changed that it was judged by: rules, a mode, a plan, full access, a grant.
 * What is allowed now runs, what is denied now is told so, and nobody is asked about either any more. Thread-safe.
 */
public final class Rejudging {
    /** Who it is that answers where a change of rules does. */
    private static final String BY = "rules";

    private static final ToolTable TOOLS = ToolTable.standard();

    private final Store store;
    private final ApprovalQueue queue;
    private final CallJudge judge;
    private final ReentrantLock looking = new ReentrantLock();
    private final Map<SessionKey, CallJudge.Basis> seen = new HashMap<>();

    public Rejudging(Store store, ApprovalQueue queue, CallJudge judge) {
        this.store = store;
        this.queue = queue;
        this.judge = judge;
    }

    /** Looks at every session that waits for something; cheap as long as nothing has changed. */
    public void look() {
        looking.lock();
        try {
            List<SessionKey> waiting = store.read(queries -> queries.waiting());
            seen.keySet().retainAll(waiting);
            for (SessionKey session : waiting) {
                CallJudge.Basis now = judge.basis(session.worker(), session.session());
                if (!now.equals(seen.put(session, now))) {
                    session(session);
                }
            }
        } finally {
            looking.unlock();
        }
    }

    private void session(SessionKey session) {
        var answer = new Answer(BY, BY, judge.now(), "");
        var cancelled = new ApprovalState.Cancelled(judge.now(), CancelReason.DENIED);
        var allowed = new ApprovalState.Approved(answer, List.of(), Optional.empty());
        // Who may answer is asked about calls that are asked; these are not any more.
        end(session, approval -> judged -> switch (judged.decision()) {
            case Decision.Allow allow -> Optional.of(ended(approval, allowed));
            case Decision.Deny deny -> Optional.of(ended(approval, cancelled));
            // The answer that waits is about running it as it is.
            case Decision.Contain contain -> Optional.empty();
            case Decision.Ask ask -> Optional.empty();
        });
    }

    private static Approval ended(Approval approval, ApprovalState state) {
        return approval.under(AnswerTerms.OPEN).in(state);
    }

    /** Lets {@code answer}, which left something behind, approve what else it allows in {@code session}. */
    void follow(SessionKey session, Answer answer) {
        ApprovalState.Event approve = ApprovalState.Event.Approve.once(answer.withoutComment());
        end(session, approval -> judged -> {
            Approval after = approval.after(approve);
            boolean released =
                    judged.decision() instanceof Decision.Allow && after.state() instanceof ApprovalState.Approved;
            return released ? Optional.of(after) : Optional.empty();
        });
    }

    /** How an approval ends, by what is judged of its call now; empty where it goes on waiting. */
    private interface Endings extends Function<Approval, Function<Judgement, Optional<Approval>>> {}

    /** An approval that ends by what is judged of it. */
    private record Ending(Approval ended, Judgement judged, JsonObject note) {}

    /** They are judged and ended in parts, the next part being judged while one is stored. */
    private void end(SessionKey session, Endings endings) {
        List<Approval> pending = store.read(queries -> queries.pending(session.worker(), session.session()));
        CallJudge.Moment moment = judge.moment();
        var done = new ArrayList<ApprovalId>();
        try {
            var next = endings(pending, 0, endings, moment);
            for (int from = 0; from < pending.size(); from += ApprovalQueue.AT_ONCE) {
                List<Ending> part = next.join();
                next = endings(pending, from + ApprovalQueue.AT_ONCE, endings, moment);
                if (!part.isEmpty()) {
                    done.addAll(store.write(change -> end(change, part)));
                }
            }
        } finally {
            // Those that stand are woken, whatever became of the others.
            judge.sessions().changed(session.worker(), session.session());
            done.forEach(queue::wake);
        }
    }

    /** Judging is pure, so that all processors may help. */
    private CompletableFuture<List<Ending>> endings(
            List<Approval> pending, int from, Endings endings, CallJudge.Moment moment) {
        int end = Math.min(from + ApprovalQueue.AT_ONCE, pending.size());
        List<Approval> part = pending.subList(Math.min(from, pending.size()), end);
        Instant now = judge.now();
        return CompletableFuture.supplyAsync(() -> part.parallelStream()
                .flatMap(approval -> {
                    Judgement judged = moment.judge(approval.call());
                    return endings.apply(approval).apply(judged).stream()
                            .filter(ended -> !isUnseenSkill(ended))
                            .map(ended -> new Ending(ended, judged, AuditForms.ended(ended, now)));
                })
                .toList());
    }

    /**
     * Whether what allows the call allows it again when it is submitted again, as long as it is there: then the answer
     * itself releases only who waits for it now, and nobody once that is gone.
     */
    private static boolean isByWhatLasts(Judgement judged) {
        return judged.decision() instanceof Decision.Allow
                && judged.used().stream().noneMatch(grant -> grant.lifetime() instanceof Lifetime.Uses);
    }

    /** A skill that is approved brings rules: those a person has to have seen, whatever may be used. */
    private static boolean isUnseenSkill(Approval ended) {
        return ended.state() instanceof ApprovalState.Approved
                && TOOLS.kind(ended.call().tool()) == ToolKind.SKILL;
    }

    private List<ApprovalId> end(Change change, List<Ending> endings) {
        Instant now = judge.now();
        var uses = new UsageCounter(change, now);
        var done = new ArrayList<ApprovalId>();
        for (Ending each : endings) {
            boolean applied = uses.hold(each.judged())
                    && (isByWhatLasts(each.judged()) ? change.endRemembered(each.ended()) : change.end(each.ended()));
            if (applied) {
                change.audit(
                        AuditStep.ANSWERED, now, AuditSubject.of(each.ended().call()), each.note());
                uses.count(each.judged());
                done.add(each.ended().id());
            }
        }
        return done;
    }
}
