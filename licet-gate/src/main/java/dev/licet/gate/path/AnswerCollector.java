package dev.licet.gate.path;

import dev.licet.core.approval.AnswerTerms;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Preview;
import dev.licet.core.decide.Decision;
import dev.licet.core.preset.Preset;
import dev.licet.core.preset.Replies;
import dev.licet.gate.audit.AuditForms;
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
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands answers over to the calls that wait for them. Thread-safe. */
public final class AnswerCollector {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerCollector.class);

    /** How often an answer is looked at anew when its session changes meanwhile. */
    private static final int ATTEMPTS = 3;

    private final Store store;
    private final CallJudge judge;
    private final TicketIssuer tickets;
    private final Handovers handovers = new Handovers();

    public AnswerCollector(Store store, CallJudge judge, TicketIssuer tickets) {
        this.store = store;
        this.judge = judge;
        this.tickets = tickets;
    }

    private Instant now() {
        return judge.now();
    }

    private Preset preset() {
        return judge.preset();
    }

    static Outcome takenOver(Decision asked) {
        return new Outcome.Denied(
                asked, "The same call was submitted again and waits there; this one was not executed.");
    }

    /** Waits until it is known whether an answer to this call arrived that is on its way to somebody else; whether it is. */
    boolean awaitHandover(Submission submission) throws InterruptedException {
        return handovers.await(submission.call().digest(), submission.sender());
    }

    /** Whether an answer to this call is on its way to somebody else. */
    boolean isHandedOver(Submission submission) {
        return handovers.isUnderway(submission.call().digest(), submission.sender());
    }

    /** Takes an answer for the call that waits for it. The rules are asked once more: they may have become stricter. */
    Outcome collect(Submission submission, Approval approval, String waiter, Decision asked) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Outcome> outcome = tryCollect(submission, approval, waiter, asked);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            judge.sessions().changed(approval.call().worker(), approval.call().session());
        }
        throw new GateException("the session changed again and again while the answer was collected; submit it again");
    }

    private Optional<Outcome> tryCollect(Submission submission, Approval approval, String waiter, Decision asked) {
        ToolCall call = approval.approvedCall();
        Judgement judged = judge.judge(call);
        Decision now = isEntitled(approval, judged) ? judged.decision() : asked;
        boolean runs = approval.state() instanceof ApprovalState.Approved
                && canFollow(approval, submission)
                && isEntitled(approval, judged)
                && !judged.isStopped(call)
                && !(now instanceof Decision.Deny);
        TicketIssuer.Issued issued = runs ? issued(submission, approval, call) : TicketIssuer.Issued.NONE;
        // INVARIANT (calm): the same call finds the answer, or that it is on its way; never that there is none.
        Runnable settled = handovers.begin(approval.call().digest(), submission.sender());
        Optional<Boolean> first = Optional.empty();
        try {
            first = taken(approval, waiter, judged, now, issued);
        } finally {
            if (!first.orElse(false)) {
                settled.run();
            }
        }
        if (first.isEmpty()) {
            return Optional.empty();
        }
        if (!first.get()) {
            return Optional.of(takenOver(asked));
        }
        submission.sender().takes(new Underway(approval, waiter, issued, settled));
        if (approval.state() instanceof ApprovalState.Approved && !runs) {
            return Optional.of(
                    canFollow(approval, submission)
                            ? notAnyMore(approval, judged)
                            : new Outcome.Denied(
                                    asked,
                                    "What was approved is what the command changed when it was tried"
                                            + " within bounds, which cannot be put in place from here; submit it again."));
        }
        return Optional.of(released(approval, now, asked, issued));
    }

    /** Whether this is the first to take it; empty when what was judged has changed. */
    private Optional<Boolean> taken(
            Approval approval, String waiter, Judgement judged, Decision decision, TicketIssuer.Issued issued) {
        ToolCall call = approval.approvedCall();
        return store.write(change -> {
            if (!new UsageCounter(change, now()).isCurrent(judged)) {
                return Optional.empty();
            }
            if (!change.collect(approval.id(), waiter)) {
                return Optional.of(false);
            }
            change.audit(AuditStep.RELEASED, now(), AuditSubject.of(call), AuditForms.released(approval, decision));
            issued.note().accept(change);
            return Optional.of(true);
        });
    }

    /** An answer that is on its way. */
    private final class Underway implements Submission.Handover {
        private final Approval approval;
        private final String waiter;
        private final TicketIssuer.Issued issued;
        private final Runnable settled;

        Underway(Approval approval, String waiter, TicketIssuer.Issued issued, Runnable settled) {
            this.approval = approval;
            this.waiter = waiter;
            this.issued = issued;
            this.settled = settled;
        }

        @Override
        public void arrived() {
            settled.run();
        }

        @Override
        public void arrivedUnused() {
            waitFor(issued.ticket().isPresent());
        }

        @Override
        public void doubtful() {
            // INVARIANT (once): who needs no ticket may have executed it.
            waitFor(issued.ticket().isPresent() || !(approval.state() instanceof ApprovalState.Approved));
        }

        /** It stays for the same call, if it {@code may}, as long as what went with it is not used. */
        private void waitFor(boolean may) {
            try {
                if (may) {
                    store.change(change -> change.doubt(approval.id(), waiter, issued.ticket()));
                }
            } catch (RuntimeException e) {
                LOG.warn("an answer that may not have arrived cannot be kept: {}", e.getMessage());
            } finally {
                settled.run();
            }
        }

        @Override
        public void lost() {
            try {
                store.change(this::takeBack);
            } catch (RuntimeException e) {
                // The same call asks again then: nothing runs that should not.
                LOG.warn("an answer that did not arrive cannot be kept: {}", e.getMessage());
            } finally {
                settled.run();
            }
        }

        // INVARIANT (nothing lost): an answer belongs to the call. A permission that went with it is void first.
        private void takeBack(Change change) {
            if (issued.withdrawn().test(change) && change.giveBack(approval.id(), waiter)) {
                change.audit(
                        AuditStep.RETURNED, now(), AuditSubject.of(approval.call()), AuditForms.returned(approval));
            }
        }
    }

    private TicketIssuer.Issued issued(Submission submission, Approval approval, ToolCall call) {
        return approval.putInPlace().isPresent()
                ? tickets.issueBounded(submission, call)
                : tickets.issue(submission, call);
    }

    /** Whether who submitted the call can do what was approved: to put changes in place takes somebody who has made them. */
    private static boolean canFollow(Approval approval, Submission submission) {
        return approval.putInPlace().isEmpty() || submission.putsInPlace();
    }

    /** Whether who approved may still do so: the rules may name others by now. */
    private static boolean isEntitled(Approval approval, Judgement judged) {
        if (!(approval.state() instanceof ApprovalState.Approved approved)
                || !(judged.decision() instanceof Decision.Ask)) {
            return true;
        }
        return judged.decision()
                .askPolicy(judged.policy().settings())
                .map(asking -> new AnswerTerms(Optional.empty(), asking.approvers()))
                .filter(terms -> terms.entitle(approved.answer().principal()))
                .isPresent();
    }

    /** An approved call that must not run as things are by now. */
    private Outcome notAnyMore(Approval approval, Judgement judged) {
        ToolCall call = approval.approvedCall();
        if (judged.decision() instanceof Decision.Deny deny) {
            return new Outcome.Denied(deny, Replies.denied(preset(), call, deny, judged.policy()));
        }
        return judged.isStopped(call)
                ? new Outcome.Stopped(judged.decision(), Replies.stopped(preset(), call.tool()))
                : new Outcome.Denied(
                        judged.decision(),
                        "Licet denied this call: its rules name other people by now who may approve it; submit it again.");
    }

    private Outcome released(Approval approval, Decision now, Decision asked, TicketIssuer.Issued issued) {
        ToolCall call = approval.approvedCall();
        return switch (approval.state()) {
            case ApprovalState.Pending pending -> new Outcome.Held(asked, approval);
            case ApprovalState.Approved approved ->
                new Outcome.Allowed(
                        now,
                        call,
                        approved.answer().comment(),
                        issued.given().get(),
                        approval.putInPlace().flatMap(preview -> judge.bounds(call)),
                        approval.putInPlace().map(Preview::digest));
            case ApprovalState.Rejected rejected -> {
                String message = Replies.rejected(
                        preset(),
                        call.tool(),
                        rejected.mode(),
                        rejected.answer().comment());
                yield rejected.mode().stops()
                        ? new Outcome.Stopped(asked, message)
                        : new Outcome.Denied(asked, message);
            }
            case ApprovalState.Expired expired -> new Outcome.Denied(asked, Replies.expired(preset(), call.tool()));
            case ApprovalState.Cancelled cancelled ->
                new Outcome.Denied(asked, Replies.cancelled(preset(), call.tool(), cancelled.reason()));
        };
    }
}
