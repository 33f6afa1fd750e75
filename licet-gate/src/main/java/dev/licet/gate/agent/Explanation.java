package dev.licet.gate.agent;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.List;
import java.util.Optional;

/**
 * What would be decided on a call, and why.
 *
 * @param action the strictest of all that it does
 * @param reasons one for each thing that it does, in the order of the call
 */
public record Explanation(Action action, List<Reason> reasons) {
    public Explanation {
        reasons = List.copyOf(reasons);
    }

    /**
     * What is decided on one thing that a call does.
     *
     * @param what what it does: {@code runs git push}
     * @param because why, as a clause
     * @param rule the rule that decided; empty where something else did, or a rule only might
     */
    public record Reason(String what, Action action, String because, Optional<RuleText> rule) {
        @Override
        public String toString() {
            return what + ": " + action.text() + ", " + because;
        }
    }

    /** The rules that made it what it is, each once. */
    public List<RuleText> deciding() {
        return reasons.stream()
                .filter(reason -> reason.action() == action)
                .flatMap(reason -> reason.rule().stream())
                .distinct()
                .toList();
    }
}
