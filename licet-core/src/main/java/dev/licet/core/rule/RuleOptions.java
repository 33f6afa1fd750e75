package dev.licet.core.rule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What limits or explains a rule.
 *
 * @param reason what its author wrote for those who meet it; empty when nothing
 * @param conditions what it wants of the call's arguments; all of them
 * @param until when it ends; empty if it does not
 * @param asking how a person is asked, where it says {@code ask}
 */
public record RuleOptions(String reason, List<Condition> conditions, Optional<Instant> until, AskPolicy asking) {
    /** No limit, no reason. */
    public static final RuleOptions NONE = new RuleOptions("", List.of(), Optional.empty(), AskPolicy.OPEN);

    public RuleOptions {
        conditions = List.copyOf(conditions);
    }

    /** No limit but what is said. */
    public RuleOptions(String reason, List<Condition> conditions, Optional<Instant> until) {
        this(reason, conditions, until, AskPolicy.OPEN);
    }

    /** All of it as text, the same for the same options. */
    String version() {
        String wanted = conditions.stream()
                .map(condition ->
                        condition.pointer() + "=" + condition.pattern().pattern())
                .collect(Collectors.joining(","));
        return reason + "\n" + wanted + "\n" + until + "\n" + asking.within() + new TreeSet<>(asking.approvers());
    }
}
