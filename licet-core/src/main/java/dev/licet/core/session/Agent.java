package dev.licet.core.session;

import dev.licet.core.call.AgentId;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.List;
import java.util.Optional;

/**
 * A subagent while it runs.
 *
 * @param id what identifies it in its session
 * @param type what kind of agent it is, such as {@code explore}
 * @param parent the subagent that started it; empty for the session's own agent
 * @param layers what its type says; what any of them denies is denied, whatever others say
 */
public record Agent(AgentId id, String type, Optional<AgentId> parent, List<AgentLayer> layers) {

    /**
     * Rules from one source, the last that matches wins.
     *
     * @param mayAllow whether they may also allow, under a preset where types of agents do; not so for what a workspace brings
     */
    public record AgentLayer(List<AgentRule> rules, boolean mayAllow) {
        public AgentLayer {
            rules = List.copyOf(rules);
        }
    }

    /** One rule of a type of agents. */
    public record AgentRule(RuleText text, Action action) {}

    public Agent {
        layers = List.copyOf(layers);
        if (type.isEmpty() || type.length() > 64 || type.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a type of agents has 1 to 64 visible characters");
        }
    }
}
