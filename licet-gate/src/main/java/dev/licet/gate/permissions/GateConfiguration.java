package dev.licet.gate.permissions;

import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Shells;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code licet.yaml} says.
 *
 * @param preset the preset's name, where it names one
 * @param mode the mode, where it names one
 * @param vetoes denies that no other rule lifts
 * @param rules ordinary rules, weaker than those of any worker
 * @param declarations what tools do, by their names
 * @param asking how a person is asked where no rule says how
 * @param kept how long an answer is kept that nobody has taken
 * @param shells which shells may run a command line of which the caller does not say so
 * @param observesHooks whether hooks of agents are only observed
 * @param organisation files of rules of which only the denies count, as the file spells them
 * @param include further files of this kind that were read before this one, as the file spells them
 * @param problems what is wrong with it
 * @param ignored what is in it and counts as nothing, as in the preset's own system
 */
record GateConfiguration(
        Optional<String> preset,
        Optional<Mode> mode,
        List<Rule> vetoes,
        List<Rule> rules,
        Map<String, Declaration> declarations,
        Optional<AskPolicy> asking,
        Optional<Duration> kept,
        Optional<Shells> shells,
        boolean observesHooks,
        List<String> organisation,
        List<String> include,
        List<Diagnostic> problems,
        List<Diagnostic> ignored) {
    GateConfiguration {
        vetoes = List.copyOf(vetoes);
        rules = List.copyOf(rules);
        declarations = Map.copyOf(declarations);
        organisation = List.copyOf(organisation);
        include = List.copyOf(include);
        problems = List.copyOf(problems);
        ignored = List.copyOf(ignored);
    }
}
