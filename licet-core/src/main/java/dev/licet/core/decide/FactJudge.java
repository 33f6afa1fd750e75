package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.command.MentionedFiles;
import dev.licet.core.command.Mentions;
import dev.licet.core.contain.Hosts;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.PathShape;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Judges the facts of one call by everything that has a say: rules, vetoes, the floor, a broken file. For one thread. */
final class FactJudge {
    /** So many facts of a call are judged by what they may become; about more of these it is asked. */
    private static final int MAX_UNCERTAIN = 32;

    /** So many times such a fact is compared with a rule. */
    private static final long MAX_COMPARISONS = 40_000;

    private final RuleJudge ordinary;
    private final List<RuleJudge> vetoes;
    private final Floor floor;
    private final Policy policy;
    private final JudgeContext context;
    private final List<Arrival> arrivals = new ArrayList<>();
    private int uncertain;

    FactJudge(Rules rules, Floor floor, Policy policy, JudgeContext context) {
        this.ordinary = rules.ordinary();
        this.vetoes = rules.vetoes();
        this.floor = floor;
        this.policy = policy;
        this.context = context;
    }

    /** The ordinary layers, the last matching rule of which wins, and those of which each has to agree. */
    record Rules(RuleJudge ordinary, List<RuleJudge> vetoes) {
        Rules {
            vetoes = List.copyOf(vetoes);
        }
    }

    private Stream<RuleJudge> rules() {
        return Stream.concat(Stream.of(ordinary), vetoes.stream());
    }

    /** A finding for each of {@code facts}, in their order. */
    List<Finding> findings(List<Fact> facts) {
        var findings = new ArrayList<Finding>(facts.size());
        List<Fact> making = Listings.making(facts);
        for (Fact fact : facts) {
            findings.add(finding(fact, facts, making));
        }
        return findings;
    }

    /** The finding for {@code fact} alone. */
    Finding finding(Fact fact) {
        return finding(fact, List.of(fact), List.of());
    }

    /** The patterns of files of which some rule of {@code tool} does not allow every one. */
    List<String> limited(String tool) {
        return rules().flatMap(judge -> judge.limited(tool).stream()).distinct().toList();
    }

    /** The hosts that a command within bounds may reach. */
    Hosts hosts() {
        return new Hosts(rules().map(RuleJudge::hosts).toList());
    }

    private Finding finding(Fact fact, List<Fact> all, List<Fact> making) {
        Optional<NamedPath> file =
                Listings.mayChange(fact, all, making) ? Optional.empty() : NamedPath.of(fact, context);
        if (isUncertain(fact, file) && isTooMuch(++uncertain, policy)) {
            return tooMuch(fact);
        }
        Finding byRules = ordinary.finding(fact, file, all);
        for (RuleJudge veto : vetoes) {
            byRules = vetoed(byRules, veto.finding(fact, file, all));
        }
        Finding whole = stricter(stricter(byRules, floored(fact, file, all)), mentioned(fact));
        return brokenFile(stricter(whole, brought(fact, file)));
    }

    /**
     * Where the line has moved or copied something to so far.
     *
     * @param places absolute paths at which it may be
     * @param span of the fact that says so
     */
    private record Arrival(List<String> places, Span span) {}

    /** What lies where the same line moves or copies something to may be anything, a link to another place among it. */
    private Optional<Finding> brought(Fact fact, Optional<NamedPath> file) {
        boolean comes = !arrivals.isEmpty()
                && file.filter(named -> hasArrived(named, fact.span())).isPresent();
        if (fact instanceof Fact.Writes writes && writes.place() instanceof Place.Brought there) {
            arrivals.add(arrival(there, writes.span()));
        }
        return comes
                ? Optional.of(new Finding(
                        fact, Action.ASK, new Cause.Floor("what the same line moves or copies there is not known yet")))
                : Optional.empty();
    }

    /** Whether something else than the fact at {@code span} brings something there. */
    private boolean hasArrived(NamedPath named, Span span) {
        String path = switch (named) {
            case PathForms exact -> exact.literal();
            case PathShape shape -> shape.base();
        };
        return !path.isEmpty()
                && arrivals.stream()
                        .filter(arrival -> !arrival.span().equals(span))
                        .flatMap(arrival -> arrival.places().stream())
                        .anyMatch(place -> Paths.isWithin(path, place));
    }

    /** What arrives in a folder that is there already leaves that what it is. */
    private Arrival arrival(Place.Brought there, Span span) {
        String target = PathForms.of(new Place.At(there.target(), there.directory()), context)
                .literal();
        String source = PathForms.of(new Place.At(there.source(), there.directory()), context)
                .literal();
        String inside = target + source.substring(source.lastIndexOf('/'));
        boolean isFolder =
                context.files().names(target).filter(names -> !names.isEmpty()).isPresent();
        return new Arrival(isFolder ? List.of(inside) : List.of(inside, target), span);
    }

    /** What the rules say of the tool as a whole: that decides about a line in which no program runs. */
    List<Finding> whole() {
        return rules().flatMap(judge -> judge.whole().stream()).toList();
    }

    /**
     * What is denied or protected and may be in a stretch that was not read: what is denied stays denied however deep or
     * long the line is.
     */
    Optional<Finding> mentioned(List<String> commandLines, String directory) {
        List<Fact.Runs> commands = commandLines.stream()
                .flatMap(line -> Mentions.in(line, directory).stream())
                .toList();
        List<RuleJudge> denying = rules().filter(RuleJudge::deniesSome).toList();
        Optional<Finding> denied = commands.stream()
                .flatMap(command -> denying.stream()
                        .map(judge -> judge.finding(command, Optional.empty(), List.of(command)))
                        .filter(finding -> finding.action() == Action.DENY))
                .findFirst();
        return denied.or(() -> named(MentionedFiles.in(commands), directory, new Span(0, 0)));
    }

    /** Files that may be read or written by a command that is not known, or does more than its name says: to be asked about. */
    private Optional<Finding> mentioned(Fact fact) {
        if (!(fact instanceof Fact.Runs runs) || (isKnown(runs) && namesNoFile(runs))) {
            return Optional.empty();
        }
        return named(MentionedFiles.in(runs), runs.directory(), runs.span())
                .map(finding -> finding.cause()
                        .decidedBy()
                        .filter(rule -> finding.fact() instanceof Fact.Writes)
                        .map(rule -> new Finding(runs, Action.ASK, new Cause.MayMatch(rule)))
                        .orElseGet(() -> new Finding(runs, finding.action(), finding.cause())));
    }

    /** Whether it does no more than its name says, or works on or sends what is named, which is no file. */
    private static boolean namesNoFile(Fact.Runs runs) {
        for (Fact.Escalation escalation : runs.escalations()) {
            if (!namesNoFile(escalation.reason())) {
                return false;
            }
        }
        return true;
    }

    private static boolean namesNoFile(EscalationReason reason) {
        return reason instanceof EscalationReason.Named || reason instanceof EscalationReason.Sent;
    }

    private static boolean isKnown(Fact.Runs runs) {
        return runs.prefix() > 0 || runs.standing() == Fact.Standing.FREE;
    }

    /** What is denied or protected among the files that {@code call}, of a tool that may do anything with them, names. */
    Optional<Finding> named(Set<String> paths, ToolCall call) {
        var whole = new Fact.Uses(call.tool(), "", new Span(0, 0));
        return named(paths, call.directory(), whole.span())
                .map(finding -> new Finding(whole, finding.action(), finding.cause()));
    }

    /** The first of {@code paths} that a rule denies by name, or else one that the floor protects. */
    private Optional<Finding> named(Set<String> paths, String directory, Span span) {
        Optional<Finding> asked = Optional.empty();
        for (String path : paths) {
            var place = new Place.At(path, directory);
            for (Fact fact : List.of(
                    new Fact.Reads(place, Fact.Role.GUESS, span), new Fact.Writes(place, Fact.Role.GUESS, span))) {
                Optional<NamedPath> file = NamedPath.of(fact, context);
                for (RuleJudge judge : rules().toList()) {
                    Finding finding = judge.finding(fact, file, List.of());
                    boolean byName = finding.cause()
                            .decidedBy()
                            .filter(rule -> !rule.isToolLevel())
                            .isPresent();
                    if (finding.action() == Action.DENY && byName && !judge.isOfPreset()) {
                        return Optional.of(finding);
                    }
                    if (finding.action() == Action.DENY && byName && asked.isEmpty()) {
                        // What a preset denies is asked about where it is only mentioned.
                        asked = finding.cause()
                                .decidedBy()
                                .map(rule -> new Finding(fact, Action.ASK, new Cause.MayMatch(rule)));
                    }
                }
                if (asked.isEmpty()) {
                    asked = floored(fact, file, List.of());
                }
            }
        }
        return asked;
    }

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
    private Finding tooMuch(Fact fact) {
        Finding ask = new Finding(fact, Action.ASK, new Cause.NotReadable(new OpaqueReason.TooMuch().text()));
        return rules().map(judge -> judge.unreadable(fact))
                .filter(finding -> finding.action() == Action.DENY)
                .findFirst()
                .orElse(ask);
    }

    private Optional<Finding> floored(Fact fact, Optional<NamedPath> file, List<Fact> all) {
        Optional<Finding> found = floor.check(fact, file, context).or(() -> floor.fetched(fact, all));
        return switch (policy.settings().floor()) {
            case ASKS -> found;
            case BLOCKS ->
                found.map(finding -> isEndless(fact) ? new Finding(fact, Action.DENY, finding.cause()) : finding);
            case OFF -> found.filter(finding -> floor.isAlways(finding) || floor.destroys(fact, file, context));
        };
    }

    private static boolean isEndless(Fact fact) {
        return fact instanceof Fact.Opaque opaque && opaque.reason() instanceof OpaqueReason.TooDeep;
    }

    /** A veto's deny is final; and what it may deny, depending on something not known yet, no rule allows. */
    private static Finding vetoed(Finding finding, Finding veto) {
        return switch (veto.action()) {
            case ALLOW, CONTAIN -> finding;
            case DENY -> finding.action() == Action.DENY ? finding : veto;
            case ASK -> veto.cause().isUncertain() && veto.action().isStricterThan(finding.action()) ? veto : finding;
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
    private Finding brokenFile(Finding finding) {
        boolean changes = !(finding.fact() instanceof Fact.Reads);
        if (policy.fault().isEmpty() || finding.action().isStricterThan(Action.CONTAIN) || !changes) {
            return finding;
        }
        return new Finding(
                finding.fact(), Action.ASK, new Cause.Broken(policy.fault().get()));
    }
}
