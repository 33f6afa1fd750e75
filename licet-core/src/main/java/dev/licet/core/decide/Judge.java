package dev.licet.core.decide;

import dev.licet.core.call.CallFacts;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.command.MentionedFiles;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.Repository;
import dev.licet.core.path.SeenFiles;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.shell.Fact;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one evaluator: library, server, hooks and command line all ask it. A pure function of its arguments; immutable and
 * thread-safe.
 *
 * <p>Every fact gets a finding. The call is denied if any finding denies, asked if any asks, allowed only if every one
 * allows.
 */
public final class Judge {
    private final ToolTable tools;
    private final CallFacts facts;
    private final ToolDeclarations declarations;
    private final Floor floor = new Floor();
    private final CommandTable commands;
    private final VariableRules variables = new VariableRules();

    /** A judge that knows the given tools and commands. */
    public Judge(ToolTable tools, CommandTable commands) {
        this.tools = tools;
        this.commands = commands;
        this.facts = new CallFacts(new ShellAnalysis(commands), tools);
        this.declarations = new ToolDeclarations(tools);
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
    public Decision decide(ToolCall call, Policy policy, JudgeContext context) {
        return decide(call, declarations.of(call, policy), policy, context);
    }

    /** The same for a call whose tool is what {@code declaration} says. */
    public Decision decide(ToolCall call, Declaration declaration, Policy policy, JudgeContext context) {
        JudgeContext seen = context.with(new SeenFiles(context.files())).withFolders(FolderRules.opened(policy, tools));
        var judge = new FactJudge(rules(call, declaration, policy, seen), floor, policy, seen);
        List<Fact> said = new AppliedPatches(commands, seen)
                .known(facts.of(call, policy.settings().shells()));
        List<Fact> all = Listings.known(new Repository(commands, floor.kept(seen), seen).known(said), seen);
        var findings = new ArrayList<Finding>(all.size() + 1);
        ToolDeclarations.refusal(call, declaration, policy.settings()).ifPresent(findings::add);
        findings.addAll(judge.findings(all));
        if (hasUnknownArguments(call)) {
            judge.named(MentionedFiles.in(call.arguments()), call).ifPresent(findings::add);
        }
        if (tools.kind(call.tool()) == ToolKind.SHELL) {
            if (isSomeUnread(all)) {
                judge.mentioned(facts.commandLines(call), call.directory()).ifPresent(findings::add);
            }
            if (!areAboutCommand(findings) && !all.stream().allMatch(Judge::isEnd)) {
                findings.addAll(judge.whole());
            }
        }
        Decision decision =
                Decision.of(Containing.of(findings, call, tools.kind(call.tool()), policy.settings(), judge::hosts));
        return ToolDeclarations.overridden(decision, call, declaration, policy.settings());
    }

    /**
     * The bounds for {@code call}, in which it does no harm whatever it does; empty where there are none, so that it has to be
     * asked.
     */
    public Optional<Bounds> bounds(ToolCall call, Policy policy, JudgeContext context) {
        return ToolTable.directory(call)
                .flatMap(directory -> bounding(call, policy, context).bounds(directory));
    }

    /** Why {@code call}, on which {@code decision} was made, is not to be run for a preview; empty if it may, in bounds. */
    public Optional<String> previewObstacle(ToolCall call, Decision decision) {
        return Previewing.obstacle(call, tools.kind(call.tool()), decision);
    }

    /** Which of {@code changes}, made within the bounds of {@code call}, may not be put in place, and why. */
    public Map<FileChange, Finding> refused(
            ToolCall call, List<FileChange> changes, Policy policy, JudgeContext context) {
        return bounding(call, policy, context).refused(changes);
    }

    private BoundsMaker bounding(ToolCall call, Policy policy, JudgeContext context) {
        JudgeContext seen = context.with(new SeenFiles(context.files())).withFolders(FolderRules.opened(policy, tools));
        var judge = new FactJudge(rules(call, declarations.of(call, policy), policy, seen), floor, policy, seen);
        return new BoundsMaker(judge, floor, seen);
    }

    /** The rules that have a say: those for the tool's own name, and those for the key that it is declared to have. */
    private FactJudge.Rules rules(ToolCall call, Declaration declaration, Policy policy, JudgeContext seen) {
        ToolKind kind = tools.kind(call.tool());
        ToolCall named = ToolDeclarations.keyed(call, declaration, policy);
        var ordinary = new RuleJudge(RuleSet.of(policy, tools, named, declaration), named, kind, seen, variables);
        var vetoes = new ArrayList<RuleJudge>();
        ToolCall keyed = declaration.policyKey().map(call::withTool).orElse(call);
        for (ToolCall each : keyed.equals(call) ? List.of(call) : List.of(call, keyed)) {
            for (Layer veto : policy.vetoes()) {
                vetoes.add(new RuleJudge(RuleSet.of(veto, tools, each), each, kind, seen, variables));
            }
        }
        if (!named.equals(call)) {
            // What is denied under the tool's own name stays denied under its key.
            vetoes.add(new RuleJudge(RuleSet.denies(policy, tools, call), call, kind, seen, variables));
        }
        return new FactJudge.Rules(ordinary, vetoes);
    }

    /** What the arguments of a tool mean of which nothing is known, nobody says: what they name may be what it works on. */
    private boolean hasUnknownArguments(ToolCall call) {
        ToolKind kind = tools.kind(call.tool());
        return kind == ToolKind.MCP || kind == ToolKind.OTHER;
    }

    /** Whether any command may be in what some of {@code facts} says. */
    private static boolean isSomeUnread(List<Fact> facts) {
        for (Fact fact : facts) {
            if (fact instanceof Fact.Opaque opaque && opaque.reason().isUnread()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a rule or the floor decided on some command, which is more than a word of the shell's own. */
    private static boolean areAboutCommand(List<Finding> findings) {
        for (Finding finding : findings) {
            if (finding.fact() instanceof Fact.Runs && !(finding.cause() instanceof Cause.Harmless)) {
                return true;
            }
        }
        return false;
    }

    /** `exit 1` says all that it does. */
    private static boolean isEnd(Fact fact) {
        return fact instanceof Fact.Runs runs
                && runs.isCertain()
                && runs.argv().size() <= 2
                && runs.argv().get(0).certain().filter("exit"::equals).isPresent();
    }
}
