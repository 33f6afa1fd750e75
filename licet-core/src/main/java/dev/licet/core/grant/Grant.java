package dev.licet.core.grant;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A remembered approval.
 *
 * @param id what identifies it
 * @param kind how much it covers
 * @param rules what it allows; none where it covers one call; where it covers a line, the line as it is shown
 * @param call the call or line that it covers, where it covers one
 * @param scope whose calls it covers
 * @param lifetime how long
 * @param given when it was given
 * @param giver who gave it, and where
 */
public record Grant(
        GrantId id,
        GrantKind kind,
        List<RuleText> rules,
        Optional<CallDigest> call,
        Scope scope,
        Lifetime lifetime,
        Instant given,
        Giver giver) {

    /**
     * Whose calls a grant covers.
     *
     * @param agent the subagent in which it stays; empty for the session with all its agents
     */
    public record Scope(WorkerId worker, SessionId session, Optional<AgentId> agent) {}

    /**
     * Where a grant comes from.
     *
     * @param principal who gave it
     * @param channel where the answer came from; {@code skill} for what a skill that was approved brings
     */
    public record Giver(String principal, String channel) {}

    public Grant {
        rules = List.copyOf(rules);
        if (call.isPresent() != kind.isOfCall()) {
            throw new IllegalArgumentException("a grant of one call or line names it, and no other does");
        }
    }

    /** Whether it covers {@code asked} itself, whatever rules would have to allow. */
    public boolean names(ToolCall asked) {
        return switch (kind) {
            case CALL -> call.equals(Optional.of(asked.digest()));
            case LINE -> call.equals(CallDigest.ofLine(asked));
            case EXACT, FOLDER, PREFIX, TOOL -> false;
        };
    }

    /** Whether it speaks of calls made in {@code context} of its session, at {@code now}. */
    public boolean holds(CallContext context, Instant now) {
        boolean here = scope.agent().isEmpty() || scope.agent().equals(context.agent());
        return here
                && switch (lifetime) {
                    case Lifetime.Batch batch ->
                        context.batch()
                                .filter(each -> each.id().equals(batch.id()))
                                .isPresent();
                    case Lifetime.Turn turn ->
                        context.turn().filter(turn.id()::equals).isPresent();
                    case Lifetime.Until until -> until.end().isAfter(now);
                    case Lifetime.Session session -> true;
                    case Lifetime.Worker worker -> true;
                    case Lifetime.Uses uses -> true;
                };
    }

    /** This grant after one more call has made use of it; empty if that was the last. */
    public Optional<Grant> used() {
        if (!(lifetime instanceof Lifetime.Uses uses)) {
            return Optional.of(this);
        }
        return uses.left() == 1
                ? Optional.empty()
                : Optional.of(
                        new Grant(id, kind, rules, call, scope, new Lifetime.Uses(uses.left() - 1), given, giver));
    }

    /** Whether its time is over at {@code now}. */
    public boolean hasEnded(Instant now) {
        return lifetime instanceof Lifetime.Until until && !until.end().isAfter(now);
    }

    /** Where its rules say that they come from. */
    public String origin() {
        return "grant " + id.text();
    }

    /** Its rules as a layer reads them. */
    public List<Rule> asRules() {
        if (kind == GrantKind.LINE) {
            // The line as a whole is no pattern of commands.
            return List.of();
        }
        Optional<Instant> end = lifetime instanceof Lifetime.Until until ? Optional.of(until.end()) : Optional.empty();
        return rules.stream()
                .map(rule -> Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, new Rule.Origin(origin(), 0))
                        .under(new RuleOptions("", List.of(), end)))
                .toList();
    }
}
