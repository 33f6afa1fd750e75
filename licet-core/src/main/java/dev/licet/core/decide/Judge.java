package dev.licet.core.decide;

import dev.licet.core.call.CallFacts;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.SeenFiles;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.FloorMode;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Tier;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

    /** So many times such a fact is compared with a rule. */
    private static final long MAX_COMPARISONS = 40_000;

    private final ToolTable tools;
    private final CallFacts facts;
    private final Floor floor = new Floor();
    private final VariableRules variables = new VariableRules();

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
    public Decision decide(ToolCall call, Policy policy, JudgeContext context) {
        return decide(call, declared(call, policy), policy, context);
    }

    /** What the tool is declared to be: by the owner, under this name or another of its kind, else by itself. */
    private Declaration declared(ToolCall call, Policy policy) {
        JsonObject said = call.context().words().declared();
        Optional<Declaration> known = declared(call.tool(), policy);
        ToolKind kind = tools.kind(call.tool());
        if (said.members().isEmpty()) {
            return known.orElseGet(() -> Declaration.of(Tier.of(kind)));
        }
        Declaration own = Declaration.read(said).atLeast(kind);
        return known.map(owner -> owner.hearing(own)).orElse(own);
    }

    private Optional<Declaration> declared(String tool, Policy policy) {
        Map<String, Declaration> declarations = policy.settings().declarations();
        if (declarations.isEmpty()) {
            return Optional.empty();
        }
        ToolKind kind = tools.kind(tool);
        // Of several names the strictest counts: which one the agent uses is for the agent to choose.
        Optional<Declaration> byKind = declarations.entrySet().stream()
                .filter(entry -> kind.hasAliases() && tools.kind(entry.getKey()) == kind)
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .max(Comparator.comparing(Declaration::override).thenComparing(Declaration::tier));
        return byKind.or(() -> Optional.ofNullable(declarations.get(tool)));
    }

    /** The same for a call of which its tool says {@code declared}. */
    public Decision decide(ToolCall call, Declaration declared, Policy policy, JudgeContext context) {
        var seen = new JudgeContext(
                context.workspace(), context.home(), context.ownDirectory(), new SeenFiles(context.files()));
        ToolCall named = named(call, declared, policy);
        ToolKind kind = tools.kind(call.tool());
        var ordinary = new RuleJudge(RuleSet.of(policy, tools, named, declared), named, kind, seen, variables);
        var vetoes = new ArrayList<RuleJudge>();
        ToolCall keyed = declared.policyKey().map(call::withTool).orElse(call);
        for (ToolCall each : keyed.equals(call) ? List.of(call) : List.of(call, keyed)) {
            for (Layer veto : policy.vetoes()) {
                vetoes.add(new RuleJudge(RuleSet.of(veto, tools, each), each, kind, seen, variables));
            }
        }
        if (!named.equals(call)) {
            // What is denied under the tool's own name stays denied under its key.
            vetoes.add(new RuleJudge(RuleSet.denies(policy, tools, call), call, kind, seen, variables));
        }
        var judges = new Judges(
                Stream.concat(Stream.of(ordinary), vetoes.stream()).toList(),
                seen,
                policy.settings().floor());
        List<Fact> all = facts.of(call, policy.settings().shells());
        var findings = new ArrayList<Finding>(all.size() + 1);
        declared(call, declared, policy.settings()).ifPresent(findings::add);
        int uncertain = 0;
        for (Fact fact : all) {
            Optional<NamedPath> file = NamedPath.of(fact, seen);
            if (isUncertain(fact, file) && isTooMuch(++uncertain, policy)) {
                findings.add(tooMuch(fact, ordinary, vetoes));
                continue;
            }
            Finding finding = ordinary.finding(fact, file, all);
            for (RuleJudge veto : vetoes) {
                finding = vetoed(finding, veto.finding(fact, file, all));
            }
            Optional<Finding> floored =
                    floored(fact, file, seen, policy.settings().floor());
            findings.add(brokenFile(stricter(stricter(finding, floored), mentioned(fact, judges)), policy));
        }
        mentioned(call, all, judges).ifPresent(findings::add);
        if (kind == ToolKind.SHELL
                && findings.stream().noneMatch(Judge::isAboutCommand)
                && !all.stream().allMatch(Judge::isEnd)) {
            judges.rules().stream().flatMap(judge -> judge.whole().stream()).forEach(findings::add);
        }
        return overridden(Decision.of(findings), call, declared, policy.settings());
    }

    /**
     * What is denied or protected and may be in a stretch that was not read: what is denied stays denied however deep or
     * long the line is.
     */
    private Optional<Finding> mentioned(ToolCall call, List<Fact> all, Judges judges) {
        boolean unread = false;
        for (Fact fact : all) {
            unread = unread
                    || (fact instanceof Fact.Opaque opaque && opaque.reason().isUnread());
        }
        if (!unread || tools.kind(call.tool()) != ToolKind.SHELL) {
            return Optional.empty();
        }
        List<Fact.Runs> commands = facts.commandLines(call).stream()
                .flatMap(line -> Mentions.in(line, call.directory()).stream())
                .toList();
        List<RuleJudge> denying =
                judges.rules().stream().filter(RuleJudge::deniesSome).toList();
        Optional<Finding> denied = commands.stream()
                .flatMap(command -> denying.stream()
                        .map(judge -> judge.finding(command, Optional.empty(), List.of(command)))
                        .filter(finding -> finding.action() == Action.DENY))
                .findFirst();
        return denied.or(() -> named(MentionedFiles.in(commands), call.directory(), new Span(0, 0), judges));
    }

    /** Files that may be read or written by a command that is not known, or does more than its name says: to be asked about. */
    private Optional<Finding> mentioned(Fact fact, Judges judges) {
        if (!(fact instanceof Fact.Runs runs) || (runs.escalations().isEmpty() && isKnown(runs))) {
            return Optional.empty();
        }
        return named(MentionedFiles.in(runs), runs.directory(), runs.span(), judges)
                .map(finding -> finding.cause()
                        .decidedBy()
                        .filter(rule -> finding.fact() instanceof Fact.Writes)
                        .map(rule -> new Finding(runs, Action.ASK, new Cause.MayMatch(rule)))
                        .orElseGet(() -> new Finding(runs, finding.action(), finding.cause())));
    }

    private static boolean isKnown(Fact.Runs runs) {
        return runs.prefix() > 0 || runs.standing() == Fact.Standing.FREE;
    }

    /** The first of {@code paths} that a rule denies by name, or else one that the floor protects. */
    private Optional<Finding> named(Set<String> paths, String directory, Span span, Judges judges) {
        Optional<Finding> asked = Optional.empty();
        for (String path : paths) {
            var place = new Place.At(path, directory);
            for (Fact fact : List.of(
                    new Fact.Reads(place, Fact.Role.GUESS, span), new Fact.Writes(place, Fact.Role.GUESS, span))) {
                Optional<NamedPath> file = NamedPath.of(fact, judges.context());
                for (RuleJudge judge : judges.rules()) {
                    Finding finding = judge.finding(fact, file, List.of());
                    boolean byName = finding.cause()
                            .decidedBy()
                            .filter(rule -> !rule.isToolLevel())
                            .isPresent();
                    if (finding.action() == Action.DENY && byName) {
                        return Optional.of(finding);
                    }
                }
                if (asked.isEmpty()) {
                    asked = floored(fact, file, judges.context(), judges.floor());
                }
            }
        }
        return asked;
    }

    /** Whether a rule or the floor decided on a command, which is more than a word of the shell's own. */
    private static boolean isAboutCommand(Finding finding) {
        return finding.fact() instanceof Fact.Runs && !(finding.cause() instanceof Cause.Harmless);
    }

    /** `exit 1` says all that it does. */
    private static boolean isEnd(Fact fact) {
        return fact instanceof Fact.Runs runs
                && runs.isCertain()
                && runs.argv().size() <= 2
                && runs.argv().get(0).certain().filter("exit"::equals).isPresent();
    }

    /** Everything that {@code call} is judged by. */
    private record Judges(List<RuleJudge> rules, JudgeContext context, FloorMode floor) {}

    /** Whether comparing {@code uncertain} facts with the rules of {@code policy} would take too long. */
    private static boolean isTooMuch(int uncertain, Policy policy) {
        long rules = 0;
        for (Layer layer : policy.layers()) {
            rules += layer.rules().size();
        }
        for (Layer layer : policy.vetoes()) {
            rules += layer.rules().size();
        }
        return uncertain > MAX_UNCERTAIN || uncertain * rules > MAX_COMPARISONS;
    }

    /** What is not compared with rules asks, unless the whole tool is denied. */
    private static Finding tooMuch(Fact fact, RuleJudge ordinary, List<RuleJudge> vetoes) {
        Finding ask = new Finding(fact, Action.ASK, new Cause.NotReadable(new OpaqueReason.TooMuch().text()));
        return Stream.concat(Stream.of(ordinary), vetoes.stream())
                .map(judge -> judge.unreadable(fact))
                .filter(finding -> finding.action() == Action.DENY)
                .findFirst()
                .orElse(ask);
    }

    private Optional<Finding> floored(Fact fact, Optional<NamedPath> file, JudgeContext seen, FloorMode mode) {
        Optional<Finding> found = floor.check(fact, file, seen);
        return switch (mode) {
            case ASKS -> found;
            case BLOCKS -> found.map(finding -> new Finding(fact, Action.DENY, finding.cause()));
            case OFF -> found.filter(floor::isAlways);
        };
    }

    /** The call by the name that rules know it by: its policy key, if some rule names that. */
    private static ToolCall named(ToolCall call, Declaration declared, Policy policy) {
        return declared.policyKey()
                .filter(key -> policy.layers().stream()
                        .flatMap(layer -> layer.rules().stream())
                        .anyMatch(rule ->
                                !rule.tool().isEverything() && rule.tool().matches(key)))
                .map(call::withTool)
                .orElse(call);
    }

    /** What is decided about the tool whatever the call does. */
    private static Optional<Finding> declared(ToolCall call, Declaration declared, Settings settings) {
        var whole = new Fact.Uses(call.tool(), "", new Span(0, 0));
        if (declared.tier().exceeds(settings.ceiling())) {
            return Optional.of(new Finding(whole, Action.DENY, new Cause.Ceiling(settings.ceiling())));
        }
        boolean refused = declared.verdict().filter(Action.DENY::equals).isPresent();
        return refused
                ? Optional.of(new Finding(whole, Action.DENY, new Cause.ByTool(declared.reason())))
                : Optional.empty();
    }

    /** A tool that says of itself that a person has to see this call is heard over rules that allow it. */
    private static Decision overridden(Decision decision, ToolCall call, Declaration declared, Settings settings) {
        boolean asks = declared.override()
                || declared.verdict().filter(Action.ASK::equals).isPresent();
        if (!asks || settings.mode() == Mode.YOLO || decision instanceof Decision.Deny) {
            return decision;
        }
        var findings = new ArrayList<>(decision.findings());
        findings.addFirst(new Finding(
                new Fact.Uses(call.tool(), "", new Span(0, 0)), Action.ASK, new Cause.ByTool(declared.reason())));
        return Decision.of(findings);
    }

    /** A veto's deny is final; and what it may deny, depending on something not known yet, no rule allows. */
    private static Finding vetoed(Finding finding, Finding veto) {
        return switch (veto.action()) {
            case ALLOW -> finding;
            case DENY -> finding.action() == Action.DENY ? finding : veto;
            case ASK -> veto.cause().isUncertain() && finding.action() == Action.ALLOW ? veto : finding;
        };
    }

    /** Whether it is compared with rules by what it may become, which takes far longer than comparing a text. */
    private static boolean isUncertain(Fact fact, Optional<NamedPath> file) {
        boolean files = file.isPresent() && !file.get().isExact();
        return files || (fact instanceof Fact.Runs runs && !runs.isCertain());
    }

    private static Finding stricter(Finding finding, Optional<Finding> floor) {
        // On a tie the floor explains better: no rule would lift it.
        boolean decides = floor.isPresent()
                && !finding.action().isStricterThan(floor.get().action());
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
}
