package dev.licet.gate;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.ToolCall;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.policy.Choice;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.GrantKind;
import dev.licet.core.policy.Judge;
import dev.licet.core.policy.Layer;
import dev.licet.core.policy.Policy;
import dev.licet.core.policy.Proposal;
import dev.licet.core.policy.RuleText;
import dev.licet.core.policy.Surroundings;
import dev.licet.gate.permissions.PolicyFiles;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Judges calls by files and by what was granted, and knows what approving a call may leave behind. Thread-safe. */
final class Memory {
    private final Judge judge = Judge.standard();
    private final PolicyFiles files;
    private final SessionGrants grants = new SessionGrants();
    private final Function<ToolCall, Surroundings> surroundings;
    private final InstantSource clock;
    private final RandomIds ids = new RandomIds();

    Memory(PolicyFiles files, Function<ToolCall, Surroundings> surroundings, InstantSource clock) {
        this.files = files;
        this.surroundings = surroundings;
        this.clock = clock;
    }

    SessionGrants grants() {
        return grants;
    }

    /** The decision on {@code call} by files and grants. */
    Decision decide(ToolCall call) {
        Surroundings around = surroundings.apply(call);
        Policy policy = policy(call);
        Decision byFiles = judge.decide(call, policy, around);
        Optional<Layer> granted = grants.layer(call);
        if (granted.isEmpty() || !(byFiles instanceof Decision.Ask)) {
            // INVARIANT (grant): a grant turns an ask into an allow, never a deny into anything.
            return byFiles;
        }
        Decision byGrants = judge.decide(call, policy.granting(granted.get().at(clock.instant())), around);
        return byGrants instanceof Decision.Allow ? byGrants : byFiles;
    }

    /** Whether {@code call}, about which it was {@code decided} to ask, was granted as it is. */
    boolean isGranted(ToolCall call, Decision decided) {
        return Proposal.isAskedByRules(decided) && grants.useCall(call, clock.instant());
    }

    private Policy policy(ToolCall call) {
        return files.policy(call.worker(), call.directory()).at(clock.instant());
    }

    /** The rules that "always" would save, if saving them really allows the call: of the preset's kind, else to the letter. */
    List<RuleText> always(ToolCall call, Decision decision) {
        if (!(decision instanceof Decision.Ask)) {
            return List.of();
        }
        // What is wider than the default is for a person to choose.
        for (GrantKind kind : List.of(files.preset().grants().getFirst(), GrantKind.EXACT)) {
            List<RuleText> rules = Proposal.of(kind, call, decision, policy(call), surroundings.apply(call));
            boolean helps = !rules.isEmpty() && (isSaved() ? allowsSaved(call, rules) : allowsGranted(call, rules));
            if (helps) {
                return rules;
            }
        }
        return List.of();
    }

    /** Whether "always" goes to the worker's file under the present preset. */
    private boolean isSaved() {
        return files.preset().lifetime() instanceof Lifetime.Worker;
    }

    private boolean allowsGranted(ToolCall call, List<RuleText> rules) {
        return judge.decide(call, policy(call).granting(Layer.allowing(rules)), surroundings.apply(call))
                instanceof Decision.Allow;
    }

    /**
     * Remembers the rules that {@code approval} shows, in the file or for the session as the preset has it.
     *
     * @throws IllegalArgumentException when there are none, or they are no longer what the call needs
     * @throws GateException when they cannot be saved
     */
    List<RuleText> rememberAlways(Approval approval, Answer answer) {
        ToolCall call = approval.call();
        List<RuleText> shown = approval.always();
        if (shown.isEmpty()) {
            throw new IllegalArgumentException("no rule can allow this call; approve it once");
        }
        Decision now = decide(call);
        boolean same = always(call, now).equals(shown);
        boolean readable =
                files.worker(call.worker()).preview(shown, call.directory()).isPresent();
        if (!(now instanceof Decision.Ask) || (readable && !same)) {
            throw new IllegalArgumentException(
                    "the rules have changed since this was asked; look at it again, or approve once");
        }
        if (isSaved()) {
            files.worker(call.worker()).allow(shown);
        } else {
            grant(
                    approval,
                    new Choice(GrantKind.EXACT, shown, ""),
                    files.preset().lifetime(),
                    answer);
        }
        return shown;
    }

    private void grant(Approval approval, Choice choice, Lifetime lifetime, Answer answer) {
        grants.add(new Grant(
                new GrantId(ids.text()),
                choice.kind(),
                choice.rules(),
                choice.kind() == GrantKind.CALL ? Optional.of(approval.digest()) : Optional.empty(),
                approval.call().worker(),
                approval.call().session(),
                lifetime,
                clock.instant(),
                answer.channel()));
    }

    private boolean allowsSaved(ToolCall call, List<RuleText> rules) {
        return files.worker(call.worker())
                .preview(rules, call.directory())
                .map(worker -> files.around(worker, call.directory()).at(clock.instant()))
                .map(policy -> judge.decide(call, policy, surroundings.apply(call)))
                .filter(Decision.Allow.class::isInstance)
                .isPresent();
    }

    /** What approving {@code approval} may leave behind: every choice really allows its call. */
    List<Offer> offers(Approval approval, List<Approval> history) {
        ToolCall call = approval.call();
        Policy policy = policy(call);
        Surroundings around = surroundings.apply(call);
        Decision decision = judge.decide(call, policy, around);
        if (!(decision instanceof Decision.Ask)) {
            return List.of();
        }
        var offers = new ArrayList<Offer>();
        for (Choice choice : Proposal.choices(call, decision, policy, around)) {
            Policy wider = policy.granting(Layer.allowing(choice.rules()));
            boolean helps =
                    choice.kind() == GrantKind.CALL || judge.decide(call, wider, around) instanceof Decision.Allow;
            if (helps) {
                offers.add(new Offer(choice, matched(choice, approval, history, policy, wider), history.size()));
            }
        }
        return offers;
    }

    private int matched(Choice choice, Approval approval, List<Approval> history, Policy before, Policy after) {
        int matched = 0;
        for (Approval other : history) {
            ToolCall call = other.call();
            boolean comparable = !other.id().equals(approval.id())
                    && call.worker().equals(approval.call().worker());
            if (comparable && choice.kind() == GrantKind.CALL) {
                matched += other.digest().equals(approval.digest()) ? 1 : 0;
            } else if (comparable) {
                Surroundings around = surroundings.apply(call);
                boolean newly = judge.decide(call, after, around) instanceof Decision.Allow
                        && !(judge.decide(call, before, around) instanceof Decision.Allow);
                matched += newly ? 1 : 0;
            }
        }
        return matched;
    }

    /**
     * Remembers what {@code wanted} says of {@code approval}.
     *
     * @return the rules that are saved; none for one call
     * @throws IllegalArgumentException when that is not offered
     * @throws GateException when a rule cannot be saved
     */
    List<RuleText> remember(Approval approval, Remember wanted, Answer answer) {
        Choice choice = offers(approval, List.of()).stream()
                .map(Offer::choice)
                .filter(each -> each.kind() == wanted.kind())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + wanted.kind().text() + "` is not offered for this call; its `choices` say what is"));
        if (wanted.lifetime() instanceof Lifetime.Worker) {
            if (!allowsSaved(approval.call(), choice.rules())) {
                throw new IllegalArgumentException(
                        "a rule that stands behind it in the file would undo it; choose the session");
            }
            files.worker(approval.call().worker()).allow(choice.rules());
            return choice.rules();
        }
        grant(approval, choice, wanted.lifetime(), answer);
        return choice.rules();
    }
}
