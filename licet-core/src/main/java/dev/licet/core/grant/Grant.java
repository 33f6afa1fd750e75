package dev.licet.core.grant;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.policy.Action;
import dev.licet.core.policy.GrantKind;
import dev.licet.core.policy.Rule;
import dev.licet.core.policy.RuleText;
import dev.licet.core.policy.Terms;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A remembered approval.
 *
 * @param id what identifies it
 * @param kind how much it covers
 * @param rules what it allows; none where it covers one call
 * @param call the call that it covers, where it covers one
 * @param worker whose calls it covers
 * @param session in which it holds
 * @param lifetime how long
 * @param given when it was given
 * @param channel where the answer came from
 */
public record Grant(
        GrantId id,
        GrantKind kind,
        List<RuleText> rules,
        Optional<CallDigest> call,
        WorkerId worker,
        SessionId session,
        Lifetime lifetime,
        Instant given,
        String channel) {
    public Grant {
        rules = List.copyOf(rules);
        if (call.isPresent() != (kind == GrantKind.CALL)) {
            throw new IllegalArgumentException("a grant of one call names it, and no other does");
        }
    }

    /** This grant after one more call has made use of it; empty if that was the last. */
    public Optional<Grant> used() {
        return switch (lifetime) {
            case Lifetime.Uses uses ->
                uses.left() == 1 ? Optional.empty() : Optional.of(lasting(new Lifetime.Uses(uses.left() - 1)));
            case Lifetime.Session session -> Optional.of(this);
            case Lifetime.Worker worker -> Optional.of(this);
            case Lifetime.Until until -> Optional.of(this);
        };
    }

    private Grant lasting(Lifetime lifetime) {
        return new Grant(id, kind, rules, call, worker, session, lifetime, given, channel);
    }

    /** Whether it has ended at {@code now}. */
    public boolean hasEnded(Instant now) {
        return lifetime instanceof Lifetime.Until until && !until.end().isAfter(now);
    }

    /** Where its rules say that they come from. */
    public String origin() {
        return "grant " + id.text();
    }

    /** Its rules as a layer reads them. */
    public List<Rule> asRules() {
        Optional<Instant> end = lifetime instanceof Lifetime.Until until ? Optional.of(until.end()) : Optional.empty();
        return rules.stream()
                .map(rule -> Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, new Rule.Origin(origin(), 0))
                        .under(new Terms("", List.of(), end)))
                .toList();
    }
}
