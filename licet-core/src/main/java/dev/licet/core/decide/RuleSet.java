package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.command.Assignments;
import dev.licet.core.command.CommandFiles;
import dev.licet.core.command.CommandText;
import dev.licet.core.command.Hiding;
import dev.licet.core.command.NormalPattern;
import dev.licet.core.command.WebAddress;
import dev.licet.core.contain.Hosts;
import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.PathShape;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.FloorMode;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Measure;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Stars;
import dev.licet.core.rule.Tier;
import dev.licet.core.rule.ToolRules;
import dev.licet.core.rule.ToolTier;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Fact.Escalation;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules that one call is judged by, over all layers. The last rule that speaks of a fact wins. For one thread. */
public final class RuleSet {
    /** What allows everything that is left open to a mode of this ceiling, and to a tool that vouches for itself. */
    private static final Map<Mode, Rule> BY_MODE = new EnumMap<>(Mode.class);

    static {
        for (Mode mode : Mode.values()) {
            BY_MODE.put(mode, everything("mode " + mode.text()));
        }
    }

    private static final String NO_PROGRAM = "it runs no program that a rule could name";

    private static final Rule BY_TOOL = everything("the tool itself");

    private static Rule everything(String origin) {
        return Rule.of("*", "*", Action.ALLOW, new Rule.Origin(origin, 0));
    }

    private final List<Layer> layers;
    private final Settings settings;
    private final ToolTable tools;
    private final ToolCall call;
    private final Declaration declared;

    /** Whether the mode allows the tool of the call. */
    private final boolean isOwnUnasked;

    private @Nullable EffectRules effects;

    private @Nullable NetworkRules network;

    private RuleSet(List<Layer> layers, Settings settings, ToolTable tools, ToolCall call, Declaration declared) {
        this.layers = layers.reversed();
        this.settings = settings;
        this.tools = tools;
        this.call = call;
        this.declared = declared;
        this.isOwnUnasked = settings.mode().allows(declared.tier());
    }

    /** The ordinary layers of {@code policy}, for {@code call} of a tool that has {@code declared} what it does. */
    public static RuleSet of(Policy policy, ToolTable tools, ToolCall call, Declaration declared) {
        return new RuleSet(policy.layers(), policy.settings(), tools, call, declared);
    }

    /** What the ordinary layers deny, each as if nothing else were said. */
    static RuleSet denies(Policy policy, ToolTable tools, ToolCall call) {
        List<Rule> denies = policy.rules().stream()
                .filter(rule -> rule.action() == Action.DENY && !rule.tool().isEverything())
                .toList();
        return of(Layer.vetoing(Owner.WORKER, denies), tools, call);
    }

    /** One layer for itself. */
    static RuleSet of(Layer veto, ToolTable tools, ToolCall call) {
        return new RuleSet(List.of(veto), Settings.PLAIN, tools, call, Declaration.of(Tier.EXEC));
    }

    /** Rules that speak of the tool called {@code tool}, the last first. */
    private List<Rule> of(String tool) {
        return rules(tool, ToolRules::all);
    }

    /** Whether {@code rule} is that of a mode in which everything is allowed. */
    static boolean isYolo(Rule rule) {
        return rule.equals(BY_MODE.get(Mode.YOLO));
    }

    /** Whether what lies outside of the workspace is like what lies in it: in a mode that allows all, of a preset without a floor. */
    boolean isUnbounded() {
        return settings.mode() == Mode.YOLO && settings.floor() == FloorMode.OFF;
    }

    /** Those that speak of the whole tool, or say anything but allow, the last first. */
    List<Rule> limits(String tool) {
        return rules(tool, ToolRules::limits);
    }

    /** Those that may speak of {@code path}, the last first. */
    List<Rule> about(String tool, NamedPath path) {
        return switch (path) {
            case PathForms exact -> rules(tool, rules -> rules.about(exact));
            case PathShape shape -> of(tool);
        };
    }

    /** What {@code each} layer says of {@code tool}, as far as it holds for this call; the mode speaks first of all. */
    private List<Rule> rules(String tool, Function<ToolRules, List<Rule>> each) {
        boolean byMode = isUnaskedByMode(tool);
        Optional<Rule> first = unasked(tool, byMode);
        if (layers.size() == 1 && first.isEmpty()) {
            return holding(tool, each.apply(layers.getFirst().of(tool, tools)));
        }
        var all = new ArrayList<Rule>();
        for (Layer layer : layers) {
            List<Rule> said = holding(tool, each.apply(layer.of(tool, tools)));
            if (settings.mode() == Mode.YOLO && layer.owner() == Owner.PRESET) {
                // Somebody chose not to be asked: that goes before what a preset would ask.
                said.stream().filter(rule -> rule.action() != Action.ASK).forEach(all::add);
            } else {
                all.addAll(said);
            }
        }
        first.ifPresent(all::add);
        return all;
    }

    private boolean isUnaskedByMode(String tool) {
        if (settings.mode() == Mode.NONE) {
            return false;
        }
        return tool.equals(call.tool()) ? isOwnUnasked : settings.mode().allows(Tier.of(tools.kind(tool)));
    }

    /** What allows the tool as long as no rule covers this: the mode, or the tool itself. */
    private Optional<Rule> unasked(String tool, boolean byMode) {
        boolean own = tool.equals(call.tool());
        if (byMode) {
            return Optional.ofNullable(BY_MODE.get(settings.mode()));
        }
        boolean byTool = own && declared.verdict().filter(Action.ALLOW::equals).isPresent();
        return byTool ? Optional.of(BY_TOOL) : Optional.empty();
    }

    /** A condition on arguments speaks of calls of the rule's own tool only: no other call has these arguments. */
    private List<Rule> holding(String tool, List<Rule> rules) {
        boolean plain = true;
        for (int i = 0; i < rules.size() && plain; i++) {
            plain = rules.get(i).options().conditions().isEmpty();
        }
        return plain ? rules : rules.stream().filter(rule -> holds(rule, tool)).toList();
    }

    private boolean holds(Rule rule, String tool) {
        return rule.options().conditions().isEmpty() || (tool.equals(call.tool()) && rule.holds(call.arguments()));
    }

    private List<Rule> startingWith(String tool, List<String> programs) {
        return rules(tool, rules -> rules.startingWith(programs));
    }

    /** A command: an allow must cover it whole, a deny or ask fires on any of its forms. */
    Finding command(Fact.Runs command, CommandFiles files) {
        String tool = call.tool();
        boolean known = command.prefix() > 0 || isFree(command);
        boolean folds = files.context().files().ignoresCase();
        List<Rule> candidates = folds ? of(tool) : startingWith(tool, CommandText.programs(command, known));
        List<CommandText> inside = known ? CommandText.furtherTargets(command) : CommandText.inside(command);
        Finding said = command(files, unasked(files, candidates), inside);
        return said.cause() instanceof Cause.NoRule && isByEffect(files)
                ? byEffect(command, effects())
                        .or(() -> byNetwork(files))
                        .map(rule -> new Finding(command, rule.action(), new Cause.ByRule(rule)))
                        .orElse(said)
                : said;
    }

    /** {@code found}, or what is said against the effect of its fact, or the hosts it contacts, where that is stricter. */
    Finding limited(Finding found, List<Fact> all) {
        if (found.action() == Action.DENY) {
            return found;
        }
        Finding byEffect = said(found, effects().limit(found.fact()));
        return stricter(byEffect, network().limit(found.fact(), all, call, tools.kind(call.tool())));
    }

    /** The stricter of the two; where no rule speaks of {@code found}, one that asks is why it is asked. */
    private static Finding said(Finding found, Optional<Finding> limit) {
        return limit.filter(said -> said.action() == found.action()
                        && said.cause() instanceof Cause.ByRule
                        && found.cause() instanceof Cause.NoRule)
                .orElseGet(() -> stricter(found, limit));
    }

    private static Finding stricter(Finding found, Optional<Finding> limit) {
        return limit.filter(said -> said.action().isStricterThan(found.action()))
                .orElse(found);
    }

    /** What rules say of the hosts that a command within bounds may reach. */
    List<Hosts.Said> hosts() {
        return network().said();
    }

    /** What is said of hosts, whatever contacts them. */
    private NetworkRules network() {
        NetworkRules known = network;
        if (known == null) {
            known = call.tool().equals(NetworkRules.TOOL) ? NetworkRules.NONE : NetworkRules.of(of(NetworkRules.TOOL));
            network = known;
        }
        return known;
    }

    /** The rule by which a command is allowed that does nothing but fetch from hosts that are. */
    private Optional<Rule> byNetwork(CommandFiles files) {
        Fact.Runs command = files.command();
        boolean fetches = isPlain(command)
                && EffectTier.free(settings.mode())
                        .containsAll(command.effects().stream()
                                .filter(effect -> effect != SideEffect.CONNECTS)
                                .toList());
        return fetches && !network().isEmpty() ? network().allowing(command, files.facts()) : Optional.empty();
    }

    /** Whether its words add nothing to what its effects say that would need a rule. */
    private boolean isPlain(Fact.Runs command) {
        return command.prefix() > 0
                && command.isCertain()
                && settings.mode().allows(EffectTier.withoutEffects(command));
    }

    /** What is said of effects, whatever command has them; a tool of that name is none. */
    private EffectRules effects() {
        EffectRules known = effects;
        if (known == null) {
            known = call.tool().equals(EffectRules.TOOL) ? EffectRules.NONE : EffectRules.of(of(EffectRules.TOOL));
            effects = known;
        }
        return known;
    }

    /** {@code rules}, behind which the mode allows a command that does no more than its tier. */
    private List<Rule> unasked(CommandFiles files, List<Rule> rules) {
        if (!isByEffect(files) || !settings.mode().allows(EffectTier.of(files.command()))) {
            return rules;
        }
        var all = new ArrayList<>(rules);
        all.add(Objects.requireNonNull(BY_MODE.get(settings.mode())));
        return all;
    }

    /** Whether what the command does may allow it: it is known, and where it does it as well. */
    private boolean isByEffect(CommandFiles files) {
        if (settings.measure() != Measure.EFFECT || isUnaskedByMode(call.tool()) || !files.isOwnRepository()) {
            return false;
        }
        boolean writes = files.command().effects().contains(SideEffect.WRITES);
        return !writes || (whole(FileRules.WRITE_TOOL).isEmpty() && files.isInWorkspace());
    }

    /** Whether {@code rule}, an allow of effects, would allow {@code command}, of which no other rule speaks. */
    public boolean allowsByEffect(RuleText rule, Fact.Runs command) {
        Rule allow = Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, new Rule.Origin("", 0));
        return settings.measure() == Measure.EFFECT
                && whole(call.tool()).isEmpty()
                && byEffect(command, EffectRules.of(List.of(allow))).isPresent();
    }

    /** The rule among {@code effects} by which a command is allowed whose effects are all allowed, or free in this mode. */
    private Optional<Rule> byEffect(Fact.Runs command, EffectRules effects) {
        return isPlain(command) ? effects.allowing(command, EffectTier.free(settings.mode())) : Optional.empty();
    }

    /** What a preset denies it denies as it is spelled there, as its system does; spelled otherwise it is asked. */
    boolean isOfPreset() {
        return layers.size() == 1 && layers.getFirst().owner() == Owner.PRESET;
    }

    private static boolean isFree(Fact.Runs command) {
        return command.standing() == Fact.Standing.FREE;
    }

    /** A command without a specification may be a wrapper: what stands {@code inside} is compared as a command too. */
    private Finding command(CommandFiles files, List<Rule> candidates, List<CommandText> inside) {
        Fact.Runs command = files.command();
        List<CommandText> texts = CommandText.of(command);
        Optional<Cause> almost = Optional.empty();
        for (int i = 0; i < candidates.size(); i++) {
            Rule rule = candidates.get(i);
            if (isFree(command) && rule.isToolLevel() && rule.action() != Action.DENY) {
                return new Finding(command, Action.ALLOW, new Cause.Harmless());
            }
            if (rule.action() != Action.ALLOW) {
                if (rule.isToolLevel()
                        || some(texts, text -> text.matches(rule.value()))
                        || isFolded(rule, texts, files)) {
                    return stopped(command, rule, almost);
                }
                NormalPattern.Match normal = NormalPattern.of(rule)
                        .filter(pattern -> pattern.mayName(command))
                        .map(pattern -> pattern.matches(files.normal()))
                        .orElse(NormalPattern.Match.NO);
                boolean meant = normal == NormalPattern.Match.YES && rule.action() == Action.DENY;
                if (meant && !isOfPreset()) {
                    return stopped(command, rule, almost);
                }
                if (normal != NormalPattern.Match.NO) {
                    // Spelled otherwise, an ask lifts no deny that comes before it.
                    Finding rest = command(files, candidates.subList(i + 1, candidates.size()), inside);
                    return rest.action() == Action.DENY ? rest : possible(rest, rule);
                }
                boolean may = some(texts, text -> text.mayMatch(rule.value()))
                        || (!rule.isToolLevel() && some(inside, text -> text.matches(rule.value())));
                if (may) {
                    Finding rest = command(files, candidates.subList(i + 1, candidates.size()), inside);
                    // If it does not match after all, what comes before it decides: that may be a deny in any case.
                    boolean denied = rule.action() == Action.DENY && rest.action() == Action.DENY;
                    return denied ? rest : possible(rest, rule);
                }
            } else if (rule.isToolLevel()) {
                return everything(command, rule);
            } else if (rule.inFolder().filter(files::areIn).isPresent()) {
                return new Finding(command, Action.ALLOW, new Cause.ByRule(rule));
            } else if (files.isWhere(rule) && !isTooFar(rule, texts) && mayCover(spelled(rule), command, texts)) {
                Optional<Escalation> missing = missing(spelled(rule), command, texts);
                if (missing.isEmpty()) {
                    Rule decides = there(files, candidates.subList(i, candidates.size()), texts)
                            .orElse(rule);
                    return new Finding(command, Action.ALLOW, new Cause.ByRule(decides));
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

    /** What comes of {@code rule}, which may speak of the command, where {@code rest} is what is said without it. */
    private static Finding possible(Finding rest, Rule rule) {
        if (!rule.isBounding()) {
            return new Finding(rest.fact(), Action.ASK, new Cause.MayMatch(rule));
        }
        // Bounds hold whatever runs in them: it need not be known whether the rule is meant.
        return rest.action().isStricterThan(Action.CONTAIN)
                ? rest
                : new Finding(rest.fact(), Action.CONTAIN, new Cause.MayMatch(rule));
    }

    /** Among the allows that {@code rules} begin with one that names the folder the command runs in, and covers it. */
    private Optional<Rule> there(CommandFiles files, List<Rule> rules, List<CommandText> texts) {
        if (files.command().directory().equals(files.context().workspace())) {
            return Optional.empty();
        }
        return rules.stream()
                .takeWhile(rule -> rule.action() == Action.ALLOW && !rule.isToolLevel())
                .filter(rule -> rule.there().isPresent() && files.isWhere(rule))
                .filter(rule -> covers(spelled(rule), files.command(), texts))
                .findFirst();
    }

    /** Whether {@code rule}, an allow, has a wildcard that covers no such command. */
    private boolean isTooFar(Rule rule, List<CommandText> texts) {
        return settings.stars() == Stars.AS_TEXT
                && !rule.value().isLiteral()
                && some(texts, text -> text.goesBack() || text.isBare(rule.value()));
    }

    /** Whether {@code rule}, an allow, has a wildcard that covers no such file. */
    boolean isTooFar(Rule rule, NamedPath path) {
        return settings.stars() == Stars.AS_TEXT
                && !rule.value().isLiteral()
                && path instanceof PathForms file
                && file.climbsOut();
    }

    /** What {@code rule} says of the command itself, wherever that runs. */
    private static Rule spelled(Rule rule) {
        Rule here = rule.there().map(Rule.There::command).orElse(rule);
        return here.assigning().map(Rule.Assigning::command).orElse(here);
    }

    private static boolean mayCover(Rule rule, Fact.Runs command, List<CommandText> texts) {
        return some(texts, text -> text.isCoveredBy(rule.words())) && coversAddresses(rule, command);
    }

    /** On a system that ignores case `Git` is `git`. */
    private static boolean isFolded(Rule rule, List<CommandText> texts, CommandFiles files) {
        return files.context().files().ignoresCase()
                && some(texts, text -> text.matchesIgnoringCase(rule.value().ignoringCase()));
    }

    /** Where a rule spells addresses, it covers no others: they are compared as addresses, not as text. */
    private static boolean coversAddresses(Rule rule, Fact.Runs command) {
        if (rule.value().isLiteral() || !rule.value().pattern().contains("://")) {
            return true;
        }
        List<String> spelled = Stream.of(rule.value().pattern().split(" ", -1))
                .filter(word -> word.contains("://"))
                .toList();
        return command.argv().stream()
                .skip(1)
                .map(Argument::start)
                .filter(word -> word.contains("://"))
                .allMatch(word -> WebAddress.of(word)
                        .filter(address -> spelled.stream().anyMatch(address::isCoveredBy))
                        .isPresent());
    }

    private static boolean some(List<CommandText> texts, Predicate<CommandText> test) {
        boolean some = false;
        for (int i = 0; i < texts.size() && !some; i++) {
            some = test.test(texts.get(i));
        }
        return some;
    }

    /** An escalation may start or touch what a narrower deny or ask after the tool-level allow speaks of. */
    private Finding everything(Fact.Runs command, Rule allow) {
        for (Rule rule : limits(call.tool())) {
            if (rule.equals(allow) || command.escalations().isEmpty()) {
                break;
            }
            if (rule.action() != Action.ALLOW && Hiding.mayHide(command, rule)) {
                return possible(new Finding(command, Action.ALLOW, new Cause.ByRule(allow)), rule);
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

    /**
     * What is said of a variable: a rule that spells it in front of the command that sees it, or what is said of the tool.
     *
     * @param needed whether a rule has to spell a variable
     */
    Finding assigned(Fact.Sets set, Predicate<Fact.Sets> needed, List<Fact> all, JudgeContext context) {
        Finding whole = unreadable(set, call.tool(), "a variable that may change what runs");
        if (whole.action() != Action.ASK || !(whole.cause() instanceof Cause.NotReadable)) {
            return whole;
        }
        return Assignments.seeing(set, all)
                .flatMap(command -> spelling(
                        Assignments.before(command, all).stream().filter(needed).toList(),
                        new CommandFiles(command, all, context)))
                .map(allow -> new Finding(set, Action.ALLOW, new Cause.ByRule(allow)))
                .orElse(whole);
    }

    /** The allow that covers a command with all of {@code sets} in front of it, unless a rule for the whole tool comes later. */
    private Optional<Rule> spelling(List<Fact.Sets> sets, CommandFiles files) {
        Fact.Runs command = files.command();
        List<CommandText> texts = CommandText.of(command);
        return startingWith(call.tool(), CommandText.programs(command, command.prefix() > 0)).stream()
                .takeWhile(rule -> !rule.isToolLevel())
                .filter(rule -> assigns(rule, sets) && files.isWhere(rule) && !isTooFar(rule, texts))
                .filter(rule -> covers(spelled(rule), command, texts))
                .findFirst();
    }

    private static boolean assigns(Rule rule, List<Fact.Sets> sets) {
        return rule.there()
                .map(Rule.There::command)
                .orElse(rule)
                .assigning()
                .filter(assigning ->
                        sets.stream().map(Fact.Sets::variable).allMatch(assigning.variables()::containsKey))
                .isPresent();
    }

    /** Whether {@code rule}, an allow, covers {@code command} with all that it adds. */
    public boolean covers(Rule rule, Fact.Runs command) {
        return covers(rule, command, CommandText.of(command));
    }

    private boolean covers(Rule rule, Fact.Runs command, List<CommandText> texts) {
        return mayCover(rule, command, texts) && missing(rule, command, texts).isEmpty();
    }

    /** What {@code command} adds that {@code rule}, which covers its text, does not spell. */
    private Optional<Escalation> missing(Rule rule, Fact.Runs command, List<CommandText> texts) {
        boolean covered =
                command.escalations().isEmpty() || spellsAll(rule, texts.getFirst()) || isAnyMeant(rule, command);
        if (covered) {
            return Optional.empty();
        }
        return command.escalations().stream()
                .filter(escalation -> !isMeant(rule, escalation, command))
                .filter(escalation -> !isUnasked(escalation))
                .filter(escalation -> rule.spelled(escalation.spelling()) < times(escalation.spelling(), command))
                .findFirst();
    }

    /** Whether it is a file that an option names, which is a fact of its own, where the mode lets every command write. */
    public boolean isUnasked(Escalation escalation) {
        return escalation.reason() instanceof EscalationReason.Written written
                && written.named()
                && settings.measure() == Measure.EFFECT
                && settings.mode().allows(Tier.WRITE)
                && whole(call.tool()).isEmpty()
                && whole(FileRules.WRITE_TOOL).isEmpty()
                && whole(FileRules.EDIT_TOOL).isEmpty();
    }

    /** Whether a wildcard behind its name covers whatever else {@code command} does itself. */
    private boolean isAnyMeant(Rule rule, Fact.Runs command) {
        return settings.stars() == Stars.AS_TEXT
                && rule.literalWords() >= Math.max(1, command.prefix())
                && command.escalations().stream().map(Escalation::reason).allMatch(RuleSet::isOwn);
    }

    /** Whether what a word adds is done by the program that the command names. */
    private static boolean isOwn(EscalationReason reason) {
        return switch (reason) {
            case EscalationReason.FurtherTarget target -> true;
            case EscalationReason.UnknownOption option -> true;
            case EscalationReason.Written written -> true;
            case EscalationReason.Named named -> true;
            case EscalationReason.Sent sent -> true;
            case EscalationReason.Own own -> true;
            case EscalationReason.Spelled spelled -> false;
            case EscalationReason.ProgramFile file -> false;
            case EscalationReason.OtherFolder folder -> false;
            case EscalationReason.Environment environment -> false;
            case EscalationReason.ListedName name -> false;
        };
    }

    /** What a rule allows without spelling it: any target of its program, any option of its script, any script of its folder. */
    private static boolean isMeant(Rule rule, Escalation escalation, Fact.Runs command) {
        return switch (escalation.reason()) {
            case EscalationReason.FurtherTarget target -> rule.namesOnlyProgram();
            case EscalationReason.UnknownOption option ->
                rule.namesScript(command.argv().get(0).start());
            case EscalationReason.ProgramFile file ->
                rule.namesFolderOf(escalation.spelling(), position(escalation, command));
            case EscalationReason.Written written -> false;
            case EscalationReason.OtherFolder folder -> false;
            case EscalationReason.Named named -> false;
            case EscalationReason.Sent sent -> false;
            case EscalationReason.Environment environment -> false;
            case EscalationReason.ListedName name -> false;
            case EscalationReason.Own own -> false;
            case EscalationReason.Spelled spelled -> false;
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
    public boolean restricts(String tool, Glob pattern) {
        boolean shell = tools.kind(tool) == ToolKind.SHELL;
        List<List<String>> names = shell ? NormalPattern.names(pattern.pattern()) : List.of();
        return limits(tool).stream()
                .filter(rule -> rule.action() != Action.ALLOW && !rule.isToolLevel())
                .anyMatch(rule -> rule.value().overlaps(pattern) || (shell && speaksOf(rule.value(), pattern, names)));
    }

    /**
     * Whether a deny or ask under one of {@code names} singles out a path that {@code pattern}, an absolute one, would allow. An
     * ask about all of them is what is answered.
     */
    public boolean restrictsPaths(String pattern, String home, List<String> names) {
        var forms = new ArrayList<Glob>(List.of(Glob.of(pattern)));
        if (pattern.startsWith(home + "/")) {
            forms.add(Glob.of("~" + pattern.substring(home.length())));
        }
        return names.stream()
                .flatMap(name -> limits(name).stream())
                .filter(rule -> rule.action() != Action.ALLOW && !rule.isToolLevel())
                .anyMatch(rule -> forms.stream()
                        .anyMatch(form -> rule.value().overlaps(form)
                                && (rule.action() == Action.DENY
                                        || form.outside(rule.value()).isPresent())));
    }

    /** Whether two patterns of commands are about one, however it is spelled and with nothing behind it. */
    private static boolean speaksOf(Glob rule, Glob pattern, List<List<String>> names) {
        return bare(rule).overlaps(pattern)
                || rule.overlaps(bare(pattern))
                || NormalPattern.names(rule.pattern()).stream()
                        .anyMatch(one -> names.stream().anyMatch(other -> begins(one, other) || begins(other, one)));
    }

    /** `git push *` speaks of `git push` as well. */
    private static Glob bare(Glob pattern) {
        String text = pattern.pattern();
        return text.endsWith(" *") ? Glob.of(text.substring(0, text.length() - 2)) : pattern;
    }

    private static boolean begins(List<String> names, List<String> start) {
        return names.size() >= start.size() && names.subList(0, start.size()).equals(start);
    }

    /** A tool without a known form: an allow must cover its subject, or the whole tool when it has none. */
    Finding use(Fact.Uses use) {
        String tool = call.tool();
        List<Rule> rules = use.subject().isEmpty()
                ? limits(tool)
                : WebAddress.of(use.subject()).isPresent()
                        ? of(tool)
                        : rules(tool, each -> each.matching(use.subject()));
        for (Rule rule : rules) {
            boolean speaks = use.subject().isEmpty()
                    ? rule.isToolLevel() || rule.action() != Action.ALLOW
                    : speaks(rule, use.subject());
            if (!speaks) {
                continue;
            }
            boolean certain = rule.isToolLevel() || !use.subject().isEmpty();
            return certain
                    ? new Finding(use, rule.action(), new Cause.ByRule(rule))
                    : new Finding(use, Action.ASK, new Cause.MayMatch(rule));
        }
        return network()
                .allowing(use, call, tools.kind(tool))
                .map(rule -> new Finding(use, Action.ALLOW, new Cause.ByRule(rule)))
                .orElseGet(() -> new Finding(use, Action.ASK, new Cause.NoRule()));
    }

    /** Addresses are compared as such: an allow covers that host and no other, a deny that host however it is written. */
    private static boolean speaks(Rule rule, String subject) {
        Optional<WebAddress> address = WebAddress.of(subject);
        boolean spelled = rule.value().pattern().contains("://");
        if (address.isEmpty() || !spelled) {
            return rule.value().matches(subject);
        }
        return rule.action() == Action.ALLOW
                ? rule.value().matches(subject)
                        && address.get().isCoveredBy(rule.value().pattern())
                : rule.value().matches(subject) || address.get().texts().anyMatch(rule.value()::matches);
    }

    /** What the last rule for all of {@code tool} says, if that is not that it is allowed. */
    Optional<Finding> whole(String tool) {
        var line = new Fact.Uses(tool, "", new Span(0, 0));
        return limits(tool).stream().filter(Rule::isToolLevel).findFirst().flatMap(rule -> switch (rule.action()) {
            case ALLOW -> Optional.empty();
            case CONTAIN -> Optional.of(new Finding(line, Action.CONTAIN, new Cause.ByRule(rule)));
            // A rule that named this line would name every other one that runs no program.
            case ASK -> Optional.of(new Finding(line, Action.ASK, new Cause.NotReadable(NO_PROGRAM)));
            case DENY -> Optional.of(new Finding(line, Action.DENY, new Cause.ByRule(rule)));
        });
    }

    /** Whether {@code reason} is an address of which the preset knows what its tools do with it. */
    boolean isOwnAddress(OpaqueReason reason) {
        return reason instanceof OpaqueReason.Address address
                && settings.tiers().containsKey(ToolTier.addresses(address.scheme()));
    }

    /** What cannot be read: only a tool-level allow covers it, and no narrower deny or ask may come after that. */
    Finding unreadable(Fact fact, String tool, String why) {
        boolean mayBeDenied = false;
        Optional<Rule> bounding = Optional.empty();
        for (Rule rule : limits(tool)) {
            boolean decides = rule.isToolLevel() && (!mayBeDenied || rule.action() == Action.DENY);
            if (decides && rule.action() != Action.ASK) {
                Finding said = new Finding(fact, rule.action(), new Cause.ByRule(rule));
                return bounding.map(narrower -> possible(said, narrower)).orElse(said);
            }
            bounding = rule.isBounding() ? Optional.of(rule) : bounding;
            if (rule.isToolLevel() || rule.action() == Action.ASK) {
                break;
            }
            mayBeDenied |= rule.action() == Action.DENY;
        }
        return new Finding(fact, Action.ASK, new Cause.NotReadable(why));
    }
}
