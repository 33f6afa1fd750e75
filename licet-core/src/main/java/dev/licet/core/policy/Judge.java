package dev.licet.core.policy;

import dev.licet.core.call.CallFacts;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one evaluator: library, server, hooks and command line all ask it. A pure function of its arguments; immutable and
 * thread-safe.
 *
 * <p>Every fact gets a finding. The call is denied if any finding denies, asked if any asks, allowed only if every one
 * allows.
 */
public final class Judge {
    /** So many facts of a call are judged by what they may become; about more of these it is asked. */
    private static final int MAX_UNCERTAIN = 32;

    private final ToolTable tools;
    private final CallFacts facts;
    private final Floor floor = new Floor();
    private final VariableRules variables = new VariableRules();
    private volatile @Nullable RuleSet lastRules;

    /** A judge that knows the given tools and commands. */
    public Judge(ToolTable tools, CommandTable commands) {
        this.tools = tools;
        this.facts = new CallFacts(new ShellAnalysis(commands), tools);
    }

    /** A judge that knows what ships with the product. */
    public static Judge standard() {
        return new Judge(ToolTable.standard(), CommandTable.standard());
    }

    /** What {@code call} would do, without judging it. */
    public List<Fact> facts(ToolCall call) {
        return facts.of(call);
    }

    /** The decision on {@code call} under {@code policy}, with a finding for every fact. */
    public Decision decide(ToolCall call, Policy policy, Surroundings surroundings) {
        RuleSet rules = rules(policy);
        var seen = new Surroundings(
                surroundings.workspace(),
                surroundings.home(),
                surroundings.ownDirectory(),
                new SeenFiles(surroundings.files()));
        var findings = new ArrayList<Finding>();
        var files = new FileRules(rules, seen);
        int uncertain = 0;
        for (Fact fact : facts.of(call)) {
            Optional<NamedPath> file = NamedPath.of(fact, seen);
            if (isUncertain(fact, file) && ++uncertain > MAX_UNCERTAIN) {
                findings.add(new Finding(fact, Action.ASK, new Cause.NotReadable(Fact.Opaque.TOO_MUCH)));
                continue;
            }
            Finding finding = judge(fact, file, call, rules, files, seen);
            findings.add(brokenFile(stricter(finding, floor.check(fact, file, seen)), policy));
        }
        return Decision.of(findings);
    }

    /** Whether it is compared with rules by what it may become, which takes far longer than comparing a text. */
    private static boolean isUncertain(Fact fact, Optional<NamedPath> file) {
        boolean files = file.isPresent() && !file.get().isExact();
        return files || (fact instanceof Fact.Runs runs && !runs.isCertain());
    }

    /** The rules of {@code policy}, sorted for looking up; those of the last policy are kept. */
    private RuleSet rules(Policy policy) {
        RuleSet last = lastRules;
        if (last != null && last.isOf(policy)) {
            return last;
        }
        var rules = new RuleSet(policy, tools);
        lastRules = rules;
        return rules;
    }

    private static Finding stricter(Finding finding, Optional<Finding> floor) {
        // On a tie the floor explains better: no rule would lift it.
        boolean decides = floor.isPresent() && floor.get().action().compareTo(finding.action()) >= 0;
        return decides ? floor.get() : finding;
    }

    /** While the file is broken its last good rules hold, but whatever changes something asks. */
    private static Finding brokenFile(Finding finding, Policy policy) {
        boolean changes = !(finding.fact() instanceof Fact.Reads);
        if (policy.fault().isEmpty() || finding.action() != Action.ALLOW || !changes) {
            return finding;
        }
        return new Finding(
                finding.fact(), Action.ASK, new Cause.Broken(policy.fault().get()));
    }

    private Finding judge(
            Fact fact,
            Optional<NamedPath> file,
            ToolCall call,
            RuleSet rules,
            FileRules files,
            Surroundings surroundings) {
        ToolKind kind = tools.kind(call.tool());
        return switch (fact) {
            case Fact.Runs runs -> elsewhere(rules.command(runs, call.tool()), runs, call, surroundings);
            case Fact.Uses uses -> rules.use(uses);
            case Fact.Opaque opaque -> rules.unreadable(opaque, call.tool(), opaque.why());
            case Fact.Connects connects ->
                connects.role() == Fact.Role.OPERAND
                        ? new Finding(connects, Action.ALLOW, new Cause.PartOfCommand())
                        : rules.unreadable(connects, call.tool(), "a network connection");
            case Fact.Sets sets ->
                variables.isHarmless(sets)
                        ? new Finding(sets, Action.ALLOW, new Cause.Harmless())
                        : rules.unreadable(sets, call.tool(), "a variable that may change what runs");
            case Fact.Reads reads -> files.read(reads, file, call.tool(), kind);
            case Fact.Writes writes -> files.written(writes, file, call.tool());
            case Fact.Deletes deletes -> files.deleted(deletes, file, call.tool());
        };
    }

    /** What may run here may not run in any other directory: that decides which files and configuration it works on. */
    private static Finding elsewhere(Finding finding, Fact.Runs runs, ToolCall call, Surroundings surroundings) {
        boolean byEverything =
                finding.cause() instanceof Cause.ByRule byRule && byRule.rule().isToolLevel();
        if (finding.action() != Action.ALLOW || byEverything || runs.directory().equals(call.directory())) {
            return finding;
        }
        return PathForms.of(new Place.At(".", runs.directory()), surroundings).isInsideWorkspace()
                ? finding
                : new Finding(runs, Action.ASK, new Cause.Elsewhere(runs.directory()));
    }
}
