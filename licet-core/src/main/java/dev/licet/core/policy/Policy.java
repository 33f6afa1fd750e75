package dev.licet.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rules that apply to a call, in their order: the last one that matches wins.
 *
 * @param rules the rules of the worker's file
 * @param problems what is wrong with the file; each belongs to an entry that counts as {@code ask}
 * @param fault why the file could not be read at all, when these are the rules of its last good version
 */
public record Policy(List<Rule> rules, List<Diagnostic> problems, Optional<Diagnostic> fault) {
    public Policy {
        rules = List.copyOf(rules);
        problems = List.copyOf(problems);
    }

    /** A policy without problems. */
    public static Policy of(List<Rule> rules) {
        return new Policy(rules, List.of(), Optional.empty());
    }

    /** These rules, of which {@code fault} says why they may be out of date. */
    public Policy faulty(Diagnostic fault) {
        return new Policy(rules, problems, Optional.of(fault));
    }

    /** This policy with an allow for each of {@code more} at its end, as "always" would leave it at best. */
    public Policy allowing(List<RuleText> more) {
        var all = new ArrayList<>(rules);
        for (RuleText rule : more) {
            all.add(Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, new Rule.Origin("always", 0)));
        }
        return new Policy(all, problems, fault);
    }
}
