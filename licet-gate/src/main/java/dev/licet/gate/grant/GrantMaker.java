package dev.licet.gate.grant;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.data.RandomIds;
import dev.licet.gate.judge.CallJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes what an answer leaves behind, and shows beforehand what that would do. Thread-safe; it may read files. */
public final class GrantMaker {
    private final CallJudge judge;
    private final Proposals proposals;
    private final RandomIds ids = new RandomIds();

    public GrantMaker(Proposals proposals) {
        this.judge = proposals.judge();
        this.proposals = proposals;
    }

    /** What an answer leaves behind. */
    public sealed interface Remembered {
        /** The rules that are remembered. */
        List<RuleText> rules();

        /** Rules in the file of the call's worker. */
        record InFile(List<RuleText> rules) implements Remembered {}

        /** A grant of the call's session. */
        record InSession(Grant grant) implements Remembered {
            @Override
            public List<RuleText> rules() {
                return grant.rules();
            }
        }
    }

    /**
     * What "always" leaves behind for {@code approval}: the rules that it shows, in the file or for the session as the
     * preset has it.
     *
     * @throws IllegalArgumentException when there are none, or they are no longer what the call needs
     */
    public Remembered always(Approval approval, Answer answer) {
        ToolCall call = approval.call();
        List<RuleText> shown = approval.always();
        if (shown.isEmpty()) {
            throw new IllegalArgumentException("no rule can allow this call; approve it once");
        }
        Judgement now = judge.judgeUnpaused(call);
        Optional<Choice> offered = proposals.offered(call, now);
        boolean same = offered.map(Choice::rules).equals(Optional.of(shown));
        boolean readable = judge.files()
                .worker(call.worker())
                .preview(shown, call.directory())
                .isPresent();
        if (!(now.decision() instanceof Decision.Ask) || (readable && !same)) {
            throw new IllegalArgumentException(
                    "the rules have changed since this was asked; look at it again, or approve once");
        }
        var choice = new Choice(offered.map(Choice::kind).orElse(GrantKind.EXACT), shown, "");
        if (proposals.isSaved(call) && choice.kind() != GrantKind.LINE) {
            return new Remembered.InFile(shown);
        }
        Lifetime preset = judge.preset().lifetime();
        Lifetime lifetime = preset instanceof Lifetime.Worker ? new Lifetime.Session() : preset;
        return granted(approval, choice, answer, new Extent(lifetime, GrantRequest.Reach.AGENT));
    }

    /** How long a grant lasts, and for whom. */
    private record Extent(Lifetime lifetime, GrantRequest.Reach reach) {}

    private Remembered granted(Approval approval, Choice choice, Answer answer, Extent extent) {
        ToolCall call = approval.call();
        var grant = new Grant(
                new GrantId(ids.text()),
                choice.kind(),
                choice.rules(),
                digest(approval, choice.kind()),
                new Grant.Scope(
                        call.worker(),
                        call.session(),
                        extent.reach() == GrantRequest.Reach.AGENT
                                ? call.context().agent()
                                : Optional.empty()),
                extent.lifetime(),
                judge.now(),
                new Grant.Giver(answer.principal(), answer.channel()));
        return new Remembered.InSession(grant);
    }

    private static Optional<CallDigest> digest(Approval approval, GrantKind kind) {
        return switch (kind) {
            case CALL -> Optional.of(approval.digest());
            case LINE -> CallDigest.ofLine(approval.call());
            case EXACT, FOLDER, PREFIX, TOOL -> Optional.empty();
        };
    }

    /** What approving {@code approval} may leave behind: every choice really allows its call. */
    public List<GrantOffer> offers(Approval approval, List<Approval> history) {
        ToolCall call = approval.call();
        Policy policy = judge.judgeUnpaused(call).policy();
        Decision decision = judge.decide(call, policy);
        if (!(decision instanceof Decision.Ask)) {
            return List.of();
        }
        var recent = new RecentMatches(approval, history, each -> judge.decide(each, policy));
        var offers = new ArrayList<GrantOffer>();
        for (Choice choice : proposal(call, decision, policy).choices()) {
            Function<ToolCall, Decision> wider = granting(policy, choice);
            boolean helps = choice.kind().isOfCall() || wider.apply(call) instanceof Decision.Allow;
            if (helps) {
                offers.add(new GrantOffer(choice, recent.allowedBy(choice, wider), history.size()));
            }
        }
        return offers;
    }

    private Function<ToolCall, Decision> granting(Policy policy, Choice choice) {
        Policy wider = policy.granting(Layer.allowing(choice.rules()));
        return call -> judge.decide(call, wider);
    }

    /**
     * What {@code wanted} leaves behind for {@code approval}.
     *
     * @throws IllegalArgumentException when that is not offered
     */
    public Remembered remembered(Approval approval, GrantRequest wanted, Answer answer) {
        Choice choice = switch (wanted.wanted()) {
            case GrantRequest.Wanted.Offered offered -> offered(approval, offered.kind());
            case GrantRequest.Wanted.Written written -> written(approval, written);
        };
        if (wanted.lifetime() instanceof Lifetime.Worker) {
            if (!proposals.allowsSaved(approval.call(), choice.rules())) {
                throw new IllegalArgumentException(
                        "a rule that stands behind it in the file would undo it; choose the session");
            }
            return new Remembered.InFile(choice.rules());
        }
        return granted(
                approval, choice, answer, new Extent(lifetime(approval.call(), wanted.lifetime()), wanted.reach()));
    }

    /** What is offered as {@code kind}; where a tool has nothing but its name, all of it is offered as something narrower. */
    private Choice offered(Approval approval, GrantKind kind) {
        List<Choice> offers =
                offers(approval, List.of()).stream().map(GrantOffer::choice).toList();
        return offers.stream()
                .filter(each -> each.kind() == kind)
                .findFirst()
                .or(() -> offers.stream()
                        .filter(each -> kind == GrantKind.TOOL
                                && !each.kind().isOfCall()
                                && each.rules().equals(proposal(approval).of(kind)))
                        .findFirst())
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + kind.text() + "` is not offered for this call; its `choices` say what is"));
    }

    private Proposal proposal(Approval approval) {
        ToolCall call = approval.call();
        Policy policy = judge.judgeUnpaused(call).policy();
        return proposal(call, judge.decide(call, policy), policy);
    }

    private Proposal proposal(ToolCall call, Decision decision, Policy policy) {
        return Proposal.about(
                new Proposal.Asked(call, decision, policy, judge.context(call)),
                judge.preset().form(),
                wider -> judge.decide(call, wider));
    }

    /** What a person wrote, if it allows the call: a grant that does not would only look like one. */
    private Choice written(Approval approval, GrantRequest.Wanted.Written wanted) {
        if (!preview(approval, wanted, List.of()).allows()) {
            throw new IllegalArgumentException("these rules do not allow this call: each part of it that is asked needs"
                    + " one, and what is protected or denied is allowed by none");
        }
        return wanted.choice();
    }

    /** What {@code wanted} would do for {@code approval}, and would have done for {@code history}. */
    public GrantPreview preview(Approval approval, GrantRequest.Wanted.Written wanted, List<Approval> history) {
        Judgement judged = judge.judgeUnpaused(approval.call());
        // What rules allow already says nothing of these.
        boolean allows = judged.decision() instanceof Decision.Ask
                && judge.allowsGranted(approval.call(), judged, wanted.rules());
        var recent = new RecentMatches(approval, history, call -> judge.decide(call, judged.policy()));
        return new GrantPreview(
                allows, recent.allowedBy(wanted.choice(), granting(judged.policy(), wanted.choice())), history.size());
    }

    /** A lifetime of a batch or turn is that of the call's own. */
    private Lifetime lifetime(ToolCall call, Lifetime wanted) {
        CallContext context = call.context();
        return switch (wanted) {
            case Lifetime.Batch batch ->
                new Lifetime.Batch(context.batch()
                        .orElseThrow(() -> new IllegalArgumentException("this call names no batch; choose the session"))
                        .id());
            case Lifetime.Turn turn ->
                new Lifetime.Turn(CallJudge.inTurn(context, judge.session(call))
                        .turn()
                        .orElseThrow(
                                () -> new IllegalArgumentException("this call names no turn; choose the session")));
            case Lifetime.Session lasting -> lasting;
            case Lifetime.Worker lasting -> lasting;
            case Lifetime.Until lasting -> {
                if (!lasting.end().isAfter(judge.now())) {
                    throw new IllegalArgumentException("`until` is a time to come, not " + lasting.end());
                }
                yield lasting;
            }
            case Lifetime.Uses lasting -> lasting;
        };
    }
}
