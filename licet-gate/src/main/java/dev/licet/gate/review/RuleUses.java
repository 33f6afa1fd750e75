package dev.licet.gate.review;

import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.review.PastCall.PastRule;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How often rules decided something. A rule is known by its text and file: its line changes as the file is edited. */
public final class RuleUses {
    private final Map<PastRule, Uses> uses = new HashMap<>();

    private RuleUses() {}

    /**
     * How often a rule decided.
     *
     * @param calls for how many calls
     * @param last the last time
     */
    public record Uses(int calls, Instant last) {}

    /** The uses in the calls of {@code past}. */
    public static RuleUses of(CallHistory past) {
        var all = new RuleUses();
        for (PastCall call : past.calls()) {
            call.findings().stream()
                    .flatMap(finding -> finding.rule().stream())
                    .distinct()
                    .forEach(rule -> all.uses.merge(
                            rule,
                            new Uses(1, call.at()),
                            (known, more) -> new Uses(known.calls() + more.calls(), known.last())));
        }
        return all;
    }

    /** The uses of {@code rule}; empty when it decided nothing. */
    public Optional<Uses> of(Rule rule) {
        RuleText text = rule.text();
        return Optional.ofNullable(
                uses.get(new PastRule(text, rule.action(), rule.origin().file())));
    }
}
