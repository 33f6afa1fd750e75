package dev.licet.gate.approval;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.SessionKey;
import dev.licet.core.call.ToolCall;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.GrantMaker.Remembered;
import dev.licet.gate.judge.CallJudge;
import dev.licet.gate.judge.UsageCounter;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import dev.licet.gate.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that leave something behind: rules or a grant, and with them the other calls of the session that they allow.
 *
 * <p>Rules are stored with the answer and then put into the file: what stands between the two when the gate is killed is put
 * there at its next start. Thread-safe.
 */
public final class RememberedAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(RememberedAnswers.class);

    /** How often what is remembered is worked out anew when rules or grants change meanwhile: each time another answer won. */
    private static final int ATTEMPTS = 50;

    private final Store store;
    private final ApprovalQueue queue;
    private final CallJudge judge;
    private final Rejudging rejudging;
    private final String gate;

    /** What one answer remembers the next one finds, with all that it let through. */
    private final ReentrantLock remembering = new ReentrantLock();

    /** Whether rules may not be in their files. */
    private volatile boolean unsaved = true;

    private volatile boolean failing;

    /** @param gate what tells this gate's files of rules from those of other gates that share the store */
    public RememberedAnswers(Store store, ApprovalQueue queue, CallJudge judge, Rejudging rejudging, String gate) {
        this.store = store;
        this.queue = queue;
        this.judge = judge;
        this.rejudging = rejudging;
        this.gate = gate;
    }

    /**
     * Approves a call and remembers something; other calls of the session that are allowed now are approved with it.
     *
     * @param wanted what the answer leaves behind; an {@code IllegalArgumentException} says why that cannot be
     * @throws GateException when the rules cannot be saved, as far as can be told beforehand, or the answer cannot be
     *     stored; the approval stays pending
     */
    public Answered approve(ApprovalId id, Answer answer, Function<Approval, Remembered> wanted) {
        remembering.lock();
        try {
            return attempts(id, answer, wanted);
        } finally {
            remembering.unlock();
        }
    }

    private Answered attempts(ApprovalId id, Answer answer, Function<Approval, Remembered> wanted) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Approval> approval = store.read(queries -> queries.find(id));
            if (approval.isEmpty()) {
                return new Answered.Unknown();
            }
            if (!approval.get().isPending()) {
                return new Answered.TooLate(approval.get());
            }
            Judgement before = judge.judge(approval.get().call());
            Remembered remembered;
            try {
                remembered = wanted.apply(approval.get());
            } catch (IllegalArgumentException e) {
                return new Answered.Refused(String.valueOf(e.getMessage()));
            }
            Optional<Answered> answered = approve(approval.get(), answer, remembered, before);
            if (answered.isPresent()) {
                return answered.get();
            }
            judge.sessions()
                    .changed(
                            approval.get().call().worker(),
                            approval.get().call().session());
        }
        return new Answered.Refused("the rules changed again and again while this was answered; answer it again");
    }

    /** What {@code work} gives once everything that is being remembered is where the next judgement finds it. */
    public <T> T afterwards(Supplier<T> work) {
        remembering.lock();
        try {
            return work.get();
        } finally {
            remembering.unlock();
        }
    }

    /** Empty when what {@code before} rests on has changed. */
    private Optional<Answered> approve(Approval approval, Answer answer, Remembered remembered, Judgement before) {
        ToolCall call = approval.call();
        if (remembered instanceof Remembered.InFile) {
            judge.files().worker(call.worker()).rehearse(remembered.rules());
            // Whatever fails from here on, it is looked for.
            unsaved = true;
        }
        var event = new ApprovalState.Event.Approve(answer, remembered.rules(), Optional.empty());
        Optional<Answered> answered = store.write(change -> {
            boolean current = judge.isCurrent(before) && new UsageCounter(change, judge.now()).isUnchanged(before);
            return current
                    ? Optional.of(queue.ending(
                            change,
                            approval.id(),
                            pending -> event,
                            (same, ended) -> remember(same, ended, remembered, before)))
                    : Optional.empty();
        });
        answered.ifPresent(done -> {
            if (done instanceof Answered.Applied applied) {
                save(applied.approval(), remembered);
                judge.sessions().changed(call.worker(), call.session());
            }
            queue.wake(approval.id(), done);
            if (done instanceof Answered.Applied) {
                rejudging.follow(SessionKey.of(call), answer);
            }
        });
        return answered;
    }

    private void remember(Change change, Approval ended, Remembered remembered, Judgement before) {
        switch (remembered) {
            case Remembered.InFile inFile -> {
                // While its session is paused no rule releases the same call: the answer itself has to.
                if (before.session().terms().pausedBy().isEmpty()) {
                    queue.endRemembered(change, ended);
                } else {
                    queue.end(change, ended);
                }
                change.addUnsaved(ended.id(), gate);
            }
            case Remembered.InSession inSession -> {
                queue.end(change, ended);
                change.audit(
                        AuditStep.GRANTED,
                        judge.now(),
                        AuditSubject.of(ended.call()),
                        AuditForms.granted(inSession.grant()));
                change.add(inSession.grant());
            }
        }
    }

    private void save(Approval answered, Remembered remembered) {
        switch (remembered) {
            case Remembered.InFile inFile ->
                failure(answered, PermissionFile::allow).ifPresent(this::failed);
            case Remembered.InSession inSession -> {}
        }
    }

    private void failed(GateException why) {
        if (!failing) {
            LOG.warn("rules that were answered are not in their file yet: {}", why.getMessage());
        }
        failing = true;
    }

    /** How rules are put into their file. */
    private interface Save {
        void into(PermissionFile file, List<RuleText> rules);
    }

    /** Puts the rules of {@code answered} into their file; what kept them from it, if anything did. */
    private Optional<GateException> failure(Approval answered, Save save) {
        try {
            if (answered.state() instanceof ApprovalState.Approved approved) {
                save.into(judge.files().worker(answered.call().worker()), approved.saved());
                judge.rulesSaved();
            }
            store.change(change -> change.removeUnsaved(answered.id()));
            return Optional.empty();
        } catch (GateException e) {
            return Optional.of(e);
        }
    }

    /**
     * Puts into their files what was answered and could not be put there; what fails is logged once and tried again.
     *
     * @throws GateException when the database cannot be read
     */
    public void saveRest() {
        if (!unsaved) {
            return;
        }
        remembering.lock();
        try {
            boolean all = true;
            for (Approval answered : store.read(queries -> queries.unsaved(gate))) {
                Optional<GateException> failure = failure(answered, PermissionFile::allowMissing);
                failure.ifPresent(this::failed);
                all = all && failure.isEmpty();
                if (failure.isEmpty() && answered.state() instanceof ApprovalState.Approved approved) {
                    queue.wake(answered.id());
                    rejudging.follow(SessionKey.of(answered.call()), approved.answer());
                }
            }
            unsaved = !all;
            failing = failing && !all;
        } finally {
            remembering.unlock();
        }
    }
}
