package dev.licet.core.decide;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import java.util.List;
import java.util.Optional;

/** The answer to a call, with a finding for every fact. The strictest finding decides. */
public sealed interface Decision {

    /** One finding per fact, in the order of the facts; never empty. */
    List<Finding> findings();

    record Allow(List<Finding> findings) implements Decision {
        public Allow {
            findings = List.copyOf(findings);
        }
    }

    /** It may run within bounds, and only so. */
    record Contain(List<Finding> findings) implements Decision {
        public Contain {
            findings = List.copyOf(findings);
        }
    }

    record Ask(List<Finding> findings) implements Decision {
        public Ask {
            findings = List.copyOf(findings);
        }
    }

    record Deny(List<Finding> findings) implements Decision {
        public Deny {
            findings = List.copyOf(findings);
        }
    }

    /** The action this decision stands for. */
    default Action action() {
        return switch (this) {
            case Allow allow -> Action.ALLOW;
            case Contain contain -> Action.CONTAIN;
            case Ask ask -> Action.ASK;
            case Deny deny -> Action.DENY;
        };
    }

    /**
     * How a person is asked about the call: as every rule wants it that asks, and where none says anything, as
     * {@code settings} have it. Empty when different rules want different people, so that nobody could answer alone.
     */
    default Optional<AskPolicy> askPolicy(Settings settings) {
        Optional<AskPolicy> all = Optional.of(AskPolicy.OPEN);
        for (Finding finding : findings()) {
            Optional<Rule> asks = finding.cause().decidedBy().filter(rule -> finding.action() == Action.ASK);
            if (asks.isPresent()) {
                all = all.flatMap(soFar -> soFar.and(asks.get().options().asking()));
            }
        }
        AskPolicy otherwise = settings.asking();
        return all.map(policy -> new AskPolicy(
                policy.within().or(otherwise::within),
                policy.approvers().isEmpty() ? otherwise.approvers() : policy.approvers()));
    }

    /** The decision that {@code findings} add up to. */
    static Decision of(List<Finding> findings) {
        // INVARIANT (every fact): a call without findings would be one that nobody looked at.
        if (findings.isEmpty()) {
            throw new IllegalArgumentException("a decision needs at least one finding");
        }
        Action action = Action.ALLOW;
        for (Finding finding : findings) {
            action = action.strictest(finding.action());
        }
        return switch (action) {
            case ALLOW -> new Allow(findings);
            case CONTAIN -> new Contain(findings);
            case ASK -> new Ask(findings);
            case DENY -> new Deny(findings);
        };
    }
}
