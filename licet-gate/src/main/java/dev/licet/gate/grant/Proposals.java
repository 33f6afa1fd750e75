package dev.licet.gate.grant;

import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.SessionPolicy;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.judge.CallJudge;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The rules that an approval may leave behind. Thread-safe; it may read files. */
public final class Proposals {
    private final CallJudge judge;

    public Proposals(CallJudge judge) {
        this.judge = judge;
    }

    /** What calls are judged by. */
    public CallJudge judge() {
        return judge;
    }

    /** The rules that "always" would save, if saving them really allows the call: of the preset's kind, else to the letter. */
    public List<RuleText> always(ToolCall call, Judgement judged) {
        return offered(call, judged).map(Choice::rules).orElse(List.of());
    }

    /** The same with how much that is; empty where nothing would help. */
    Optional<Choice> offered(ToolCall call, Judgement judged) {
        Judgement lasting = lasting(call, judged);
        return smallest(
                call,
                lasting,
                rules -> isSaved(call) ? allowsSaved(call, rules) : judge.allowsGranted(call, lasting, rules));
    }

    /** The smallest rules that would allow {@code call} beside those it was judged by, wherever they stand. */
    public List<RuleText> enough(ToolCall call, Judgement judged) {
        Judgement lasting = lasting(call, judged);
        return smallest(call, lasting, rules -> judge.allowsGranted(call, lasting, rules))
                .filter(choice -> choice.kind() != GrantKind.LINE)
                .map(Choice::rules)
                .orElse(List.of());
    }

    /** What a rule would have to change: while a session is paused, what is asked when it is not. */
    private Judgement lasting(ToolCall call, Judgement judged) {
        return judged.session().terms().pausedBy().isEmpty() ? judged : judge.judgeUnpaused(call);
    }

    private Optional<Choice> smallest(ToolCall call, Judgement judged, Predicate<List<RuleText>> allows) {
        if (!(judged.decision() instanceof Decision.Ask)) {
            return Optional.empty();
        }
        Proposal proposal = Proposal.about(
                new Proposal.Asked(call, judged.decision(), judged.policy(), judge.context(call)),
                judge.preset().form(),
                wider -> judge.decide(call, wider));
        // What is wider than the default is for a person to choose.
        for (GrantKind kind : List.of(judge.preset().grants().getFirst(), GrantKind.LINE, GrantKind.EXACT)) {
            List<RuleText> rules = proposal.of(kind);
            if (!rules.isEmpty() && (kind == GrantKind.LINE || allows.test(rules))) {
                return Optional.of(new Choice(kind, rules, ""));
            }
        }
        return Optional.empty();
    }

    /** Whether "always" goes to the worker's file under the present preset; what a subagent is granted stays in it. */
    boolean isSaved(ToolCall call) {
        return judge.preset().lifetime() instanceof Lifetime.Worker
                && call.context().agent().isEmpty();
    }

    /** Whether {@code call} is allowed once {@code rules} are in the worker's file. */
    boolean allowsSaved(ToolCall call, List<RuleText> rules) {
        return judge.files()
                .worker(call.worker())
                .preview(rules, call.directory())
                .map(worker -> judge.files().around(worker, call.directory()).at(judge.now()))
                .map(policy -> SessionPolicy.of(judge.unpaused(call), policy, judge.preset(), call.context()))
                .map(policy -> judge.decide(call, policy))
                .filter(Decision.Allow.class::isInstance)
                .isPresent();
    }
}
