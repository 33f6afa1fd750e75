package dev.licet.core.policy;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.shell.Fact;
import dev.licet.shell.Fact.Escalation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The rules of one policy. The last rule that speaks of a fact wins. Thread-safe. */
final class RuleSet {
    private final Policy policy;
    private final ToolTable tools;
    private final Map<String, CommandRules> byTool = new ConcurrentHashMap<>();

    RuleSet(Policy policy, ToolTable tools) {
        this.policy = policy;
        this.tools = tools;
    }

    /** Whether these are the rules of exactly this policy. */
    @SuppressWarnings("ReferenceEquality") // Comparing thousands of rules would cost more than it saves.
    boolean isOf(Policy other) {
        return policy == other;
    }

    /** Rules that speak of the tool called {@code tool}, the last first. */
    List<Rule> of(String tool) {
        return commands(tool).all();
    }

    private CommandRules commands(String tool) {
        CommandRules known = byTool.get(tool);
        if (known != null) {
            return known;
        }
        return byTool.computeIfAbsent(
                tool,
                name -> new CommandRules(policy.rules().reversed().stream()
                        .filter(rule -> speaksOf(rule, name))
                        .toList()));
    }

    /** A rule's tool is the tool's own name, a pattern of it, or any name of its kind. */
    private boolean speaksOf(Rule rule, String tool) {
        if (rule.tool().matches(tool)) {
            return true;
        }
        ToolKind kind = tools.kind(tool);
        boolean hasAliases = kind != ToolKind.OTHER && kind != ToolKind.MCP;
        return hasAliases
                && (rule.tool().matches(tools.ruleName(tool))
                        || tools.kind(rule.tool().pattern()) == kind);
    }

    /** A command: an allow must cover it whole, a deny or ask fires on any of its forms. */
    Finding command(Fact.Runs command, String tool) {
        boolean known = command.prefix() > 0 || isFree(command);
        List<Rule> candidates = commands(tool).startingWith(CommandText.programs(command, known));
        List<CommandText> inside = known ? CommandText.furtherTargets(command) : CommandText.inside(command);
        return command(command, tool, candidates, inside);
    }

    private static boolean isFree(Fact.Runs command) {
        return command.standing() == Fact.Standing.FREE;
    }

    /** A command without a specification may be a wrapper: what stands {@code inside} is compared as a command too. */
    private Finding command(Fact.Runs command, String tool, List<Rule> candidates, List<CommandText> inside) {
        List<CommandText> texts = CommandText.of(command);
        Optional<Cause> almost = Optional.empty();
        for (int i = 0; i < candidates.size(); i++) {
            Rule rule = candidates.get(i);
            if (isFree(command) && rule.isToolLevel() && rule.action() != Action.DENY) {
                return new Finding(command, Action.ALLOW, new Cause.Harmless());
            }
            if (rule.action() != Action.ALLOW) {
                if (rule.isToolLevel() || some(texts, text -> text.matches(rule.value()))) {
                    return stopped(command, rule, almost);
                }
                boolean may = some(texts, text -> text.mayMatch(rule.value()))
                        || (!rule.isToolLevel() && some(inside, text -> text.matches(rule.value())));
                if (may) {
                    Finding rest = command(command, tool, candidates.subList(i + 1, candidates.size()), inside);
                    // If it does not match after all, what comes before it decides: that may be a deny in any case.
                    boolean denied = rule.action() == Action.DENY && rest.action() == Action.DENY;
                    return denied ? rest : new Finding(command, Action.ASK, new Cause.MayMatch(rule));
                }
            } else if (rule.isToolLevel()) {
                return everything(command, rule, tool);
            } else if (some(texts, text -> text.isCoveredBy(rule.words()))) {
                Optional<Escalation> missing =
                        spellsAll(rule, texts.get(0)) ? Optional.empty() : missing(rule, command);
                if (missing.isEmpty()) {
                    return new Finding(command, Action.ALLOW, new Cause.ByRule(rule));
                }
                if (almost.isEmpty()) {
                    almost = Optional.of(new Cause.NotSpelled(
                            rule, missing.get().spelling(), missing.get().why()));
                }
            }
        }
        return isFree(command)
                ? new Finding(command, Action.ALLOW, new Cause.Harmless())
                : new Finding(command, Action.ASK, almost.orElseGet(Cause.NoRule::new));
    }

    private static boolean some(List<CommandText> texts, Predicate<CommandText> test) {
        for (CommandText text : texts) {
            if (test.test(text)) {
                return true;
            }
        }
        return false;
    }

    /** An escalation may start or touch what a narrower deny or ask after the tool-level allow speaks of. */
    private Finding everything(Fact.Runs command, Rule allow, String tool) {
        for (Rule rule : of(tool)) {
            if (rule.equals(allow) || command.escalations().isEmpty()) {
                break;
            }
            if (rule.action() != Action.ALLOW) {
                return new Finding(command, Action.ASK, new Cause.MayMatch(rule));
            }
        }
        return new Finding(command, Action.ALLOW, new Cause.ByRule(allow));
    }

    /** An ask that only wins because a later allow missed something is explained by what was missed. */
    private static Finding stopped(Fact.Runs command, Rule rule, Optional<Cause> almost) {
        Cause byRule = new Cause.ByRule(rule);
        return new Finding(command, rule.action(), rule.action() == Action.ASK ? almost.orElse(byRule) : byRule);
    }

    /** A rule without wildcards spells everything, if it spells the command as it is written. */
    private static boolean spellsAll(Rule rule, CommandText written) {
        return rule.value().isLiteral() && written.isCoveredBy(rule.words());
    }

    /** What {@code command} adds that {@code rule} does not spell. */
    private static Optional<Escalation> missing(Rule rule, Fact.Runs command) {
        if (command.escalations().isEmpty()) {
            return Optional.empty();
        }
        return command.escalations().stream()
                .filter(escalation -> !isMeant(rule, escalation, command))
                .filter(escalation -> rule.spelled(escalation.spelling()) < times(escalation.spelling(), command))
                .findFirst();
    }

    /** What a rule allows without spelling it: any target of its program, any option of its script, any script of its folder. */
    private static boolean isMeant(Rule rule, Escalation escalation, Fact.Runs command) {
        return switch (escalation.why()) {
            case Escalation.FURTHER_TARGET -> rule.namesOnlyProgram();
            case Escalation.UNKNOWN_OPTION ->
                rule.namesScript(command.argv().get(0).start());
            case Escalation.PROGRAM_FILE -> rule.namesFolderOf(escalation.spelling(), position(escalation, command));
            default -> false;
        };
    }

    /** Which word of the command it stands in. */
    private static int position(Escalation escalation, Fact.Runs command) {
        int index = 0;
        while (index < command.argv().size()
                && !command.argv()
                        .get(index)
                        .certain()
                        .filter(escalation.spelling()::equals)
                        .isPresent()) {
            index++;
        }
        return index;
    }

    private static long times(String spelling, Fact.Runs command) {
        return command.escalations().stream()
                .filter(escalation -> escalation.spelling().equals(spelling))
                .count();
    }

    /** Whether a deny or ask speaks of something that {@code pattern} would allow {@code tool}. */
    boolean restricts(String tool, Glob pattern) {
        return of(tool).stream()
                .anyMatch(rule -> rule.action() != Action.ALLOW
                        && !rule.isToolLevel()
                        && rule.value().overlaps(pattern));
    }

    /** A tool without a known form: an allow must cover its subject, or the whole tool when it has none. */
    Finding use(Fact.Uses use) {
        for (Rule rule : of(use.tool())) {
            boolean speaks = use.subject().isEmpty()
                    ? rule.isToolLevel() || rule.action() != Action.ALLOW
                    : rule.value().matches(use.subject());
            if (!speaks) {
                continue;
            }
            boolean certain = rule.isToolLevel() || !use.subject().isEmpty();
            return certain
                    ? new Finding(use, rule.action(), new Cause.ByRule(rule))
                    : new Finding(use, Action.ASK, new Cause.MayMatch(rule));
        }
        return new Finding(use, Action.ASK, new Cause.NoRule());
    }

    /** What cannot be read: only a tool-level allow covers it, and no narrower deny or ask may come after that. */
    Finding unreadable(Fact fact, String tool, String why) {
        for (Rule rule : of(tool)) {
            if (rule.isToolLevel()) {
                Cause cause = rule.action() == Action.ASK ? new Cause.NotReadable(why) : new Cause.ByRule(rule);
                return new Finding(fact, rule.action(), cause);
            }
            if (rule.action() != Action.ALLOW) {
                return new Finding(fact, Action.ASK, new Cause.NotReadable(why));
            }
        }
        return new Finding(fact, Action.ASK, new Cause.NotReadable(why));
    }
}
