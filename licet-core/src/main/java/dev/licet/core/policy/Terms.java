package dev.licet.core.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What limits or explains a rule.
 *
 * @param reason what its author wrote for those who meet it; empty when nothing
 * @param conditions what it wants of the call's arguments; all of them
 * @param until when it ends; empty if it does not
 */
public record Terms(String reason, List<Condition> conditions, Optional<Instant> until) {
    /** No limit, no reason. */
    public static final Terms NONE = new Terms("", List.of(), Optional.empty());

    public Terms {
        conditions = List.copyOf(conditions);
    }
}
