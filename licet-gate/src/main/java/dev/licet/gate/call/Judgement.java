package dev.licet.gate.call;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Grant;
import dev.licet.core.rule.Policy;
import dev.licet.core.session.Session;
import java.util.List;
import java.util.Optional;

/**
 * A decision with what it rests on.
 *
 * @param decision what was decided
 * @param policy the rules it was decided by, without grants
 * @param basis what it was decided from, beside the files
 * @param used the grants that made it an allow; each is used once more when the call runs
 * @param byFullAccess whether it is an allow only because the session has full access
 * @param bounds what it may do at most, if it is allowed within bounds only
 */
public record Judgement(
        Decision decision,
        Policy policy,
        Basis basis,
        List<Grant> used,
        boolean byFullAccess,
        Optional<Bounds> bounds) {
    public Judgement {
        used = List.copyOf(used);
        // INVARIANT (bounds): what may run within bounds only has them.
        if (decision instanceof Decision.Contain == bounds.isEmpty()) {
            throw new IllegalArgumentException("bounds are for what is contained, and for nothing else");
        }
    }

    /**
     * What a decision was made from.
     *
     * @param session the session as it was
     * @param grants all its grants, whether they had to do with the call or not
     * @param saves how often this gate had saved rules to files by then
     */
    public record Basis(Session session, List<Grant> grants, long saves) {
        public Basis {
            grants = List.copyOf(grants);
        }
    }

    /** The session as it was. */
    public Session session() {
        return basis.session();
    }

    /** Whether a person stopped the agent at an earlier call of the reply that {@code call} is from. */
    public boolean isStopped(ToolCall call) {
        return call.context()
                .batch()
                .filter(batch -> session().stopped().contains(batch.id()))
                .isPresent();
    }

    /** Whether it uses up nothing: it is by rules alone. */
    public boolean usesNothing() {
        return used.isEmpty() && !byFullAccess;
    }
}
