package dev.licet.server.api;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.grant.Lifetime;
import dev.licet.gate.Gate;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Right;
import java.util.List;
import java.util.Optional;

/**
 * Where approvals are seen and answered, whatever the protocol: the one place that looks at what a caller may. Thread-safe.
 */
public final class ApprovalService {
    private static final int NEWEST = 200;

    private final Gate gate;

    public ApprovalService(Gate gate) {
        this.gate = gate;
    }

    /** The approval called {@code text}; one that the caller has nothing to do with is unknown to it. */
    public Optional<Approval> find(String text, Caller caller) {
        ApprovalId id;
        try {
            id = new ApprovalId(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return gate.approval(id).filter(approval -> caller.reaches(approval.call()));
    }

    /** The pending approvals that concern {@code caller}, the oldest first. */
    public List<Approval> pending(Caller caller) {
        return visible(gate.pending(), caller);
    }

    /** The newest approvals in any state that concern {@code caller}, the newest first. */
    public List<Approval> newest(Caller caller) {
        return visible(gate.newest(NEWEST), caller);
    }

    private static List<Approval> visible(List<Approval> approvals, Caller caller) {
        return caller.principal().isUnbounded()
                ? approvals
                : approvals.stream()
                        .filter(approval -> caller.reaches(approval.call()))
                        .toList();
    }

    /** Approves {@code approval} as {@code form} says. */
    public Answered approve(Approval approval, AnswerForm form, Caller caller) {
        if (!caller.may(Right.ANSWER)) {
            return lacks(caller, Right.ANSWER);
        }
        if (editsRules(form) && !caller.may(Right.RULES)) {
            return lacks(caller, Right.RULES);
        }
        if (editsRules(form) && !caller.principal().speaksFor(approval.call().worker())) {
            return new Answered.Refused("the token of `" + caller.principal().name()
                    + "` is for some sessions only, and what is saved holds for all of the worker's");
        }
        Answer answer = answer(form, caller);
        if (form.edited().isPresent()) {
            return gate.approveEdited(approval.id(), form.edited().get(), answer);
        }
        if (form.remember().isPresent()) {
            return gate.approve(approval.id(), form.remember().get(), answer);
        }
        return form.always() ? gate.approveAlways(approval.id(), answer) : gate.approveOnce(approval.id(), answer);
    }

    /** Rejects {@code approval} as {@code form} says. */
    public Answered reject(Approval approval, AnswerForm form, Caller caller) {
        return caller.may(Right.ANSWER)
                ? gate.reject(approval.id(), form.mode(), answer(form, caller))
                : lacks(caller, Right.ANSWER);
    }

    private static Answered lacks(Caller caller, Right right) {
        return new Answered.Refused("the token of `" + caller.principal().name() + "` (role "
                + caller.principal().role().text() + ") does not carry the right `" + right.text() + "`");
    }

    /** Whether an answer outlives the session, or writes rules: approving calls is one right, editing rules another. */
    private static boolean editsRules(AnswerForm form) {
        return form.always()
                || form.remember()
                        .filter(remember -> remember.lifetime() instanceof Lifetime.Worker
                                || remember.lifetime() instanceof Lifetime.Until
                                || remember.wanted() instanceof GrantRequest.Wanted.Written)
                        .isPresent();
    }

    /** Only the owner's own programs are believed over what they answer. */
    private static String channel(AnswerForm form, Caller caller) {
        return caller.principal().equals(Principal.OWNER) ? form.channel().orElse(caller.channel()) : caller.channel();
    }

    private Answer answer(AnswerForm form, Caller caller) {
        return new Answer(caller.principal().name(), channel(form, caller), gate.now(), form.comment());
    }
}
