package dev.licet.gate;

import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.grant.Grant;
import dev.licet.core.rule.Policy;
import dev.licet.core.session.Session;
import java.util.List;

/**
 * A decision with what it rests on.
 *
 * @param decision what was decided
 * @param policy the rules it was decided by, without grants
 * @param session the session as it was
 * @param grants the grants that made it an allow; each is used once more when the call runs
 * @param byFullAccess whether it is an allow only because the session has full access
 */
record Judgement(Decision decision, Policy policy, Session session, List<Grant> grants, boolean byFullAccess) {
    Judgement {
        grants = List.copyOf(grants);
    }

    /** Whether a person stopped the agent at an earlier call of the reply that {@code call} is from. */
    boolean isStopped(ToolCall call) {
        return call.context()
                .batch()
                .filter(batch -> session.stopped().contains(batch.id()))
                .isPresent();
    }

    /** Whether it uses up nothing: it is by rules alone. */
    boolean usesNothing() {
        return grants.isEmpty() && !byFullAccess;
    }
}
