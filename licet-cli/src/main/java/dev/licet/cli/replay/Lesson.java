package dev.licet.cli.replay;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.List;

/**
 * Rules that belong together, for what they would have spared a person.
 *
 * @param rules such as "always" would have remembered at one question, or that name a host
 * @param action what they say: allow, or contain for hosts that commands within bounds may reach
 * @param questions how many would not have been asked, or runs that would have reached the host
 * @param sessions in how many sessions
 * @param example a call that they allow
 * @param beyond a call of the same kind that they leave to be asked; empty where the recordings have none
 */
public record Lesson(List<RuleText> rules, Action action, int questions, int sessions, String example, String beyond) {
    public Lesson {
        rules = List.copyOf(rules);
    }
}
