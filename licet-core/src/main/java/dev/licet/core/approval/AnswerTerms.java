package dev.licet.core.approval;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Who may answer an approval, and until when.
 *
 * @param deadline from when on no answer counts; empty when it waits for ever
 * @param approvers the names of those who may answer; empty when everyone may who may use the gate
 */
public record AnswerTerms(Optional<Instant> deadline, Set<String> approvers) {
    /** Everyone, at any time. */
    public static final AnswerTerms OPEN = new AnswerTerms(Optional.empty(), Set.of());

    public AnswerTerms {
        approvers = Set.copyOf(approvers);
    }

    /** Whether {@code principal} may answer. */
    public boolean entitle(String principal) {
        return approvers.isEmpty() || approvers.contains(principal);
    }

    /** Whether the deadline has come at {@code now}. */
    public boolean isOver(Instant now) {
        return deadline.isPresent() && !now.isBefore(deadline.get());
    }
}
