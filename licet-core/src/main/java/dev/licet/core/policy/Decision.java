package dev.licet.core.policy;

import java.util.List;

/** The answer to a call, with a finding for every fact. The strictest finding decides. */
public sealed interface Decision {

    /** One finding per fact, in the order of the facts; never empty. */
    List<Finding> findings();

    record Allow(List<Finding> findings) implements Decision {
        public Allow {
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
            case Ask ask -> Action.ASK;
            case Deny deny -> Action.DENY;
        };
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
            case ASK -> new Ask(findings);
            case DENY -> new Deny(findings);
        };
    }
}
