package dev.licet.core.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a person is asked about a call.
 *
 * @param within how long an answer is waited for; empty for as long as it takes
 * @param approvers the names of those who may answer; empty when everyone may who may use the gate
 */
public record Asking(Optional<Duration> within, Set<String> approvers) {
    /** Everyone may answer, at any time. */
    public static final Asking OPEN = new Asking(Optional.empty(), Set.of());

    public Asking {
        approvers = Set.copyOf(approvers);
        if (within.isPresent() && !within.get().isPositive()) {
            throw new IllegalArgumentException("a deadline is some time away, not " + within.get());
        }
    }

    /** How a person is asked where both this and {@code other} have to hold; empty if nobody could answer. */
    Optional<Asking> and(Asking other) {
        Optional<Duration> shorter = within.isEmpty()
                ? other.within
                : within.map(mine -> other.within
                        .filter(theirs -> theirs.compareTo(mine) < 0)
                        .orElse(mine));
        if (approvers.isEmpty() || other.approvers.isEmpty()) {
            return Optional.of(new Asking(shorter, approvers.isEmpty() ? other.approvers : approvers));
        }
        var both = new TreeSet<>(approvers);
        both.retainAll(other.approvers);
        return both.isEmpty() ? Optional.empty() : Optional.of(new Asking(shorter, both));
    }

    /**
     * How a person is asked about a call that was decided by {@code decision}: as every rule wants it that asks, and where
     * none says anything, as {@code settings} have it. Empty when different rules want different people, so that nobody
     * could answer alone.
     */
    public static Optional<Asking> of(Decision decision, Settings settings) {
        Optional<Asking> all = Optional.of(OPEN);
        for (Finding finding : decision.findings()) {
            if (finding.action() == Action.ASK && finding.cause() instanceof Cause.ByRule byRule) {
                Asking wanted = byRule.rule().terms().asking();
                all = all.flatMap(soFar -> soFar.and(wanted));
            }
        }
        return all.map(asking -> new Asking(
                asking.within.or(() -> settings.asking().within()),
                asking.approvers.isEmpty() ? settings.asking().approvers() : asking.approvers));
    }
}
