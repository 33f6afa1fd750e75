package dev.licet.core.rule;

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
public record AskPolicy(Optional<Duration> within, Set<String> approvers) {
    /** Everyone may answer, at any time. */
    public static final AskPolicy OPEN = new AskPolicy(Optional.empty(), Set.of());

    public AskPolicy {
        approvers = Set.copyOf(approvers);
        if (within.isPresent() && !within.get().isPositive()) {
            throw new IllegalArgumentException("a deadline is some time away, not " + within.get());
        }
    }

    /** How a person is asked where both this and {@code other} have to hold; empty if nobody could answer. */
    public Optional<AskPolicy> and(AskPolicy other) {
        Optional<Duration> shorter = within.isEmpty()
                ? other.within
                : within.map(mine -> other.within
                        .filter(theirs -> theirs.compareTo(mine) < 0)
                        .orElse(mine));
        if (approvers.isEmpty() || other.approvers.isEmpty()) {
            return Optional.of(new AskPolicy(shorter, approvers.isEmpty() ? other.approvers : approvers));
        }
        var both = new TreeSet<>(approvers);
        both.retainAll(other.approvers);
        return both.isEmpty() ? Optional.empty() : Optional.of(new AskPolicy(shorter, both));
    }
}
