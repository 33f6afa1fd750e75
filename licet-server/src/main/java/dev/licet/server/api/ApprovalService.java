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
import dev.licet.server.api.AnswerForm.Choice;
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

    /** Answers {@code approval} as {@code form} says. */
    public Answered answer(Approval approval, AnswerForm form, Caller caller) {
        if (!caller.may(Right.ANSWER)) {
            return lacks(caller, Right.ANSWER);
        }
        if (form.choice().editsRules() && !isOffered(approval, form.choice())) {
            if (!caller.may(Right.RULES)) {
                return lacks(caller, Right.RULES);
            }
            if (!caller.principal().speaksFor(approval.call().worker())) {
                return new Answered.Refused(
                        "the token of `" + caller.principal().name()
                                + "` is for some sessions only, and what is saved holds for all of the worker's");
            }
        }
        Answer answer = new Answer(caller.principal().name(), channel(form, caller), gate.now(), form.comment());
        return switch (form.choice()) {
            case Choice.Once once -> gate.approveOnce(approval.id(), answer);
            case Choice.Always always -> gate.approveAlways(approval.id(), answer);
            case Choice.Remembering grant -> gate.approve(approval.id(), grant.remembered(), answer);
            case Choice.Run run -> gate.approveRun(approval.id(), answer);
            case Choice.Edited edited -> gate.approveEdited(approval.id(), edited.arguments(), answer);
            case Choice.Rejection rejection -> gate.reject(approval.id(), rejection.mode(), answer);
        };
    }

    /** Whether it grants for the session what "always" shows, and nothing that anybody wrote. */
    private static boolean isOffered(Approval approval, Choice choice) {
        return choice instanceof Choice.Remembering grant
                && grant.remembered().lifetime() instanceof Lifetime.Session
                && grant.remembered().wanted() instanceof GrantRequest.Wanted.Written written
                && written.choice().rules().equals(approval.always());
    }

    private static Answered lacks(Caller caller, Right right) {
        return new Answered.Refused("the token of `" + caller.principal().name() + "` (role "
                + caller.principal().role().text() + ") does not carry the right `" + right.text() + "`");
    }

    /** Only the owner's own programs are believed over what they answer. */
    private static String channel(AnswerForm form, Caller caller) {
        return caller.principal().equals(Principal.OWNER) ? form.channel().orElse(caller.channel()) : caller.channel();
    }
}
