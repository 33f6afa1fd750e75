package dev.licet.core.propose;

import dev.licet.core.rule.RuleText;
import java.util.List;

/**
 * One thing that approving a call may remember.
 *
 * @param kind how much it is
 * @param rules what is saved, one for each part that no rule covers; none for {@link GrantKind#CALL}
 * @param covers what that allows from then on, in words
 */
public record Choice(GrantKind kind, List<RuleText> rules, String covers) {
    public Choice {
        rules = List.copyOf(rules);
        if (rules.isEmpty() != (kind == GrantKind.CALL)) {
            throw new IllegalArgumentException("a choice has rules, unless it is the call itself");
        }
    }
}
