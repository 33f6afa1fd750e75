package dev.licet.core.session;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.CallContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.Tier;
import java.util.List;
import java.util.Optional;

/** What a session adds to the rules of its worker. */
public final class SessionPolicy {
    private SessionPolicy() {}

    /** {@code policy} as it holds in {@code session} under {@code preset} for a call made in {@code context}. */
    public static Policy of(Session session, Policy policy, Preset preset, CallContext context) {
        Policy whole = policy;
        Optional<Mode> mode = session.fullAccess().isPresent() ? Optional.of(Mode.YOLO) : session.mode();
        // What cannot be read might have been stricter: until it is mended nothing becomes laxer.
        if (mode.isPresent()
                && (policy.fault().isEmpty()
                        || mode.get().isStricterThan(policy.settings().mode()))) {
            whole = whole.withSettings(preset.inMode(whole.settings(), mode.get()));
        }
        if (session.planning()) {
            whole = whole.withSettings(whole.settings().withCeiling(Tier.READ));
        }
        if (!session.terms().pausedBy().isEmpty()) {
            whole = whole.withSettings(whole.settings().pausedBy(session.terms().pausedBy()));
        }
        return context.agent().isPresent()
                ? under(session, whole, preset, context.agent().get())
                : whole;
    }

    private static Policy under(Session session, Policy policy, Preset preset, AgentId agent) {
        List<Agent> path = session.path(agent);
        if (path.isEmpty()) {
            return policy.withVeto(Layer.vetoing(Owner.AGENT, List.of(notRunning(agent))));
        }
        Policy whole = policy;
        for (Agent each : path) {
            for (Agent.AgentLayer layer : each.layers()) {
                List<Rule> rules = rules(each, layer);
                // INVARIANT (veto): every agent on the way down keeps what its type denies.
                whole = layer.mayAllow()
                        ? preset.underAgent(whole, rules)
                        : whole.withVeto(Layer.vetoing(Owner.AGENT, rules));
            }
        }
        return whole;
    }

    private static List<Rule> rules(Agent agent, Agent.AgentLayer layer) {
        return layer.rules().stream()
                .map(rule -> Rule.of(
                        rule.text().tool(),
                        rule.text().pattern(),
                        rule.action(),
                        new Rule.Origin("agent " + agent.type(), 0)))
                .toList();
    }

    private static Rule notRunning(AgentId agent) {
        return Rule.of("*", "*", Action.DENY, new Rule.Origin("session", 0))
                .under(new RuleOptions(
                        "the subagent `" + agent.text() + "` does not run in this session",
                        List.of(),
                        Optional.empty()));
    }
}
