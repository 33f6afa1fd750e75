package dev.licet.core.policy;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rules that "always" would save for an asked call: one per part that no rule covers, as narrow as is useful. Pure.
 *
 * <p>A command prefix is proposed only for a command whose specification is known, that shows no escalation and changes
 * no file; anything else is proposed to the letter.
 */
public final class Proposal {
    private static final String WRITE_TOOL = "write_file";

    private final ToolCall call;
    private final List<Finding> findings;
    private final Surroundings surroundings;
    private final RuleSet rules;
    private final ToolTable tools = ToolTable.standard();

    private Proposal(ToolCall call, Decision decision, Policy policy, Surroundings surroundings) {
        this.call = call;
        this.findings = decision.findings();
        this.rules = RuleSet.of(policy, tools, call, Declaration.of(Tier.EXEC));
        this.surroundings = surroundings;
    }

    /** The rules to save, in the order of the facts; none when some part cannot be allowed by a rule. */
    public static List<RuleText> of(ToolCall call, Decision decision, Policy policy, Surroundings surroundings) {
        return new Proposal(call, decision, policy, surroundings).rules();
    }

    private List<RuleText> rules() {
        var rules = new LinkedHashSet<RuleText>();
        for (Finding finding : findings) {
            if (finding.action() == Action.ALLOW) {
                continue;
            }
            Optional<RuleText> rule = isLiftedByRule(finding) ? rule(finding.fact()) : Optional.empty();
            if (rule.isEmpty()) {
                return List.of();
            }
            rules.add(rule.get());
        }
        return List.copyOf(new ArrayList<>(rules));
    }

    private static boolean isLiftedByRule(Finding finding) {
        return switch (finding.cause()) {
            case Cause.ByRule byRule -> finding.action() == Action.ASK;
            case Cause.NoRule noRule -> true;
            case Cause.NotSpelled notSpelled -> true;
            case Cause.Outside outside -> true;
            case Cause.MayMatch mayMatch -> false;
            case Cause.PartOfCommand partOfCommand -> false;
            case Cause.Harmless harmless -> false;
            case Cause.Floor floor -> false;
            case Cause.NotReadable notReadable -> false;
            case Cause.Elsewhere elsewhere -> false;
            case Cause.Broken broken -> false;
            case Cause.Ceiling ceiling -> false;
            case Cause.ByTool byTool -> false;
        };
    }

    private Optional<RuleText> rule(Fact fact) {
        return switch (fact) {
            case Fact.Runs runs -> command(runs);
            case Fact.Reads reads ->
                reads.role() == Fact.Role.ARGUMENT
                        ? path(tools.ruleName(call.tool()), reads.place())
                        : Optional.empty();
            case Fact.Writes writes ->
                switch (writes.role()) {
                    case ARGUMENT -> path(tools.ruleName(call.tool()), writes.place());
                    case REDIRECTION -> path(WRITE_TOOL, writes.place());
                    case OPERAND, GUESS -> Optional.empty();
                };
            case Fact.Uses uses ->
                Optional.of(new RuleText(
                        tools.ruleName(uses.tool()), uses.subject().isEmpty() ? "*" : Glob.quote(uses.subject())));
            case Fact.Deletes deletes -> Optional.empty();
            case Fact.Connects connects -> Optional.empty();
            case Fact.Sets sets -> Optional.empty();
            case Fact.Opaque opaque -> Optional.empty();
        };
    }

    private Optional<RuleText> command(Fact.Runs command) {
        var text = new CommandText(command.argv());
        boolean prefix = command.prefix() > 0 && command.escalations().isEmpty() && !changesFiles(command.span());
        if (prefix) {
            String start = command.command().stream()
                    .limit(command.prefix())
                    .map(argument -> CommandText.quote(((Argument.Known) argument).text()))
                    .collect(Collectors.joining(" "));
            boolean more = command.command().size() > command.prefix();
            String pattern = Glob.quote(start) + (more ? " *" : "");
            // A rule that comes later wins: a prefix must not lift what an earlier deny or ask singles out.
            if (!rules.restricts(call.tool(), Glob.of(pattern))) {
                return Optional.of(new RuleText(tools.ruleName(call.tool()), pattern));
            }
        }
        return text.isKnown()
                ? Optional.of(new RuleText(tools.ruleName(call.tool()), Glob.quote(text.written())))
                : Optional.empty();
    }

    private boolean changesFiles(Span command) {
        return findings.stream()
                .map(Finding::fact)
                .filter(fact -> fact instanceof Fact.Deletes
                        || (fact instanceof Fact.Writes writes && writes.role() != Fact.Role.REDIRECTION))
                .anyMatch(fact ->
                        fact.span().start() >= command.start() && fact.span().end() <= command.end());
    }

    private Optional<RuleText> path(String tool, Place place) {
        if (!(place instanceof Place.At at)) {
            return Optional.empty();
        }
        PathForms path = PathForms.of(at, surroundings);
        if (!path.literal().equals(path.canonical())) {
            return Optional.empty();
        }
        String shown =
                path.isInsideWorkspace() ? Paths.relative(path.literal(), surroundings.workspace()) : path.literal();
        return Optional.of(new RuleText(tool, Glob.quote(shown)));
    }
}
