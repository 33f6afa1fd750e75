package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.command.CommandFiles;
import dev.licet.core.contain.Hosts;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.PathForms;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import java.util.List;
import java.util.Optional;

/** What the rules of some layers say about each fact of one call. For one thread. */
final class RuleJudge {
    private final RuleSet rules;
    private final FileRules files;
    private final ToolCall call;
    private final ToolKind kind;
    private final JudgeContext context;
    private final VariableRules variables;

    /**
     * @param rules the rules
     * @param call the call, under the name that rules know its tool by
     * @param kind what its tool is
     */
    RuleJudge(RuleSet rules, ToolCall call, ToolKind kind, JudgeContext context, VariableRules variables) {
        this.rules = rules;
        this.files = new FileRules(rules, context);
        this.call = call;
        this.kind = kind;
        this.context = context;
        this.variables = variables;
    }

    /**
     * The finding for {@code fact}.
     *
     * @param file that it speaks of, where that is known
     * @param all every fact of the call
     */
    Finding finding(Fact fact, Optional<NamedPath> file, List<Fact> all) {
        Finding found = byRules(fact, file, all);
        return found.cause() instanceof Cause.Harmless ? found : rules.limited(found, all);
    }

    private Finding byRules(Fact fact, Optional<NamedPath> file, List<Fact> all) {
        String tool = call.tool();
        return switch (fact) {
            case Fact.Runs runs ->
                files.outside(
                        elsewhere(rules.command(runs, new CommandFiles(runs, all, context)), runs), runs.directory());
            case Fact.Uses uses -> rules.use(uses);
            case Fact.Opaque opaque -> notByEverything(rules.unreadable(opaque, tool, opaque.why()));
            case Fact.Connects connects ->
                connects.role() == Fact.Role.OPERAND
                        ? new Finding(connects, Action.ALLOW, new Cause.PartOfCommand())
                        : rules.unreadable(connects, tool, "a network connection");
            case Fact.Sets sets ->
                variables.isHarmless(sets)
                        ? new Finding(sets, Action.ALLOW, new Cause.Harmless())
                        : rules.assigned(sets, set -> !variables.isHarmless(set), all, context);
            case Fact.Reads reads -> files.outside(files.read(reads, file, tool, kind), file);
            case Fact.Writes writes -> files.outside(files.written(writes, file, tool, kind), file);
            case Fact.Deletes deletes -> files.outside(files.deleted(deletes, file, tool), file);
        };
    }

    /**
     * The files that a tool works on have to be known: not even what may be done to every file covers unknown ones, but for
     * the mode in which everything is, and for addresses that mean something to the tool.
     */
    private Finding notByEverything(Finding finding) {
        boolean files = switch (kind) {
            case READ, WRITE, EDIT, GREP, GLOB -> true;
            case SHELL, SKILL, FETCH, TASK, PLAN, INPUT, MCP, OTHER -> false;
        };
        boolean anything = finding.cause().decidedBy().filter(RuleSet::isYolo).isPresent();
        return files
                        && !anything
                        && finding.action() == Action.ALLOW
                        && finding.fact() instanceof Fact.Opaque opaque
                        && !rules.isOwnAddress(opaque.reason())
                ? new Finding(opaque, Action.ASK, new Cause.NotReadable(opaque.why()))
                : finding;
    }

    /** Whether these are the rules that a preset denies by. */
    boolean isOfPreset() {
        return rules.isOfPreset();
    }

    /** Whether some rule may deny a command. */
    boolean deniesSome() {
        return rules.limits(call.tool()).stream().anyMatch(rule -> rule.action() == Action.DENY);
    }

    /** The patterns of files of which a rule of {@code tool} does not allow every one. */
    List<String> limited(String tool) {
        return rules.limits(tool).stream()
                .filter(rule -> rule.action() != Action.ALLOW && !rule.isToolLevel())
                .map(rule -> context.expandHome(rule.value().pattern()))
                .toList();
    }

    /** What is said of the hosts that a command within bounds may reach. */
    List<Hosts.Said> hosts() {
        return rules.hosts();
    }

    /** What is said of the tool as a whole, unless it is allowed: that decides about a line in which no program runs. */
    Optional<Finding> whole() {
        return rules.whole(call.tool());
    }

    /** The finding for {@code fact} as for something that cannot be read. */
    Finding unreadable(Fact fact) {
        return rules.unreadable(fact, call.tool(), new OpaqueReason.TooMuch().text());
    }

    /** What may run here may not run in any other directory: that decides which files and configuration it works on. */
    private Finding elsewhere(Finding finding, Fact.Runs runs) {
        boolean byEverything = finding.cause()
                .decidedBy()
                .filter(rule -> rule.isToolLevel() && !EffectRules.areOf(rule) && !NetworkRules.areOf(rule))
                .isPresent();
        boolean harmless = finding.cause() instanceof Cause.Harmless;
        boolean there = finding.cause().decidedBy().flatMap(Rule::there).isPresent();
        if (finding.action() != Action.ALLOW
                || byEverything
                || there
                || harmless
                || runs.directory().equals(context.workspace())) {
            return finding;
        }
        if (!PathForms.of(new Place.At(".", runs.directory()), context).isWorkplace()) {
            return new Finding(runs, Action.ASK, new Cause.Elsewhere(runs.directory()));
        }
        return finding.cause()
                .decidedBy()
                .filter(rule -> namesRelativeFile(rule, runs))
                .map(rule -> new Finding(
                        runs,
                        Action.ASK,
                        new Cause.NotSpelled(rule, "", "is another file in the folder it is started in")))
                .orElse(finding);
    }

    /** Whether {@code rule} spells the file that is run, relative to the workspace. */
    private static boolean namesRelativeFile(Rule rule, Fact.Runs runs) {
        String program = runs.argv().getFirst().start();
        boolean script = program.indexOf('/') > 0 && rule.value().pattern().startsWith(program);
        return script
                || runs.escalations().stream()
                        .filter(escalation -> escalation.reason() instanceof EscalationReason.ProgramFile)
                        .anyMatch(escalation ->
                                !escalation.spelling().startsWith("/") && rule.spelled(escalation.spelling()) > 0);
    }
}
