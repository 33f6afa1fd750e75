package dev.licet.gate.review;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.ToolCall;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A call as the audit has it.
 *
 * @param digest what tells it from others
 * @param call the call itself; empty where something secret was taken out of the record, so that it cannot be judged again
 * @param tool its tool
 * @param text its arguments in a line, without what is secret
 * @param decision what was decided
 * @param findings why
 * @param at when it was judged
 */
public record PastCall(
        CallDigest digest,
        Optional<ToolCall> call,
        String tool,
        String text,
        Action decision,
        List<PastFinding> findings,
        Instant at) {
    public PastCall {
        findings = List.copyOf(findings);
    }

    /**
     * What was decided about one part of it.
     *
     * @param what the part, in words
     * @param because why, in words
     * @param rule the rule that decided, if one did
     */
    public record PastFinding(String what, Action action, String because, Optional<PastRule> rule) {}

    /**
     * A rule that decided.
     *
     * @param file where it stands, without a line: that changes as the file is edited
     */
    public record PastRule(RuleText text, Action action, String file) {}
}
