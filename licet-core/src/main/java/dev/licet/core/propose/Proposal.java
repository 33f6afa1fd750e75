package dev.licet.core.propose;

import dev.licet.core.audit.Redaction;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.command.Assignments;
import dev.licet.core.command.CommandFiles;
import dev.licet.core.command.CommandText;
import dev.licet.core.command.WebAddress;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.EffectRules;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.FolderRules;
import dev.licet.core.decide.RuleSet;
import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What approving an asked call may remember: one rule per part that no rule covers, never one for the joined line. Pure.
 *
 * <p>A command prefix is proposed only for a command whose specification is known, that shows no escalation and changes
 * no file; a wrapper, an interpreter or an unknown command is proposed to the letter.
 */
public final class Proposal {
    private static final String WRITE_TOOL = "write_file";

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private static final Pattern NO_FILE = Pattern.compile("[0-9]+|-+");

    /** `repos/owner/name`, `projects/12`: as many parts of a path say whose it is. */
    private static final int OWNER_PARTS = 3;

    private static final List<String> CHANGING = List.of(WRITE_TOOL, "edit_file");

    private static final String ANY_NUMBER = "+([0-9])";

    /** Variables that nobody wants to find in a file. */
    private static final Pattern SECRET = Pattern.compile(
            "KEY|SECRET|TOKEN|PASS|PW|CRED|COOKIE|SESSION|AUTH|DSN|PRIVATE|JDBC", Pattern.CASE_INSENSITIVE);

    /** A path from here, and a name with an ending: `./x`, `cmd/x`, `env.sh`, `--file=x.yml`. */
    private static final Pattern NEIGHBOUR =
            Pattern.compile("(-[^=]*=)?(?!/|-|~/|[a-z+]+://)(.*/.*|[^/]*[^/.]\\.[A-Za-z][A-Za-z0-9]*|\\.\\.?)");

    /** What {@link CommandTable#family} gives. */
    private static final Pattern FAMILY = Pattern.compile("\\{([a-z:,-]+),([a-z:-]+)}");

    /** Who removes a folder removes what is in it. */
    private static final String WITH_ALL_BELOW = "{,/*}";

    private final ToolCall call;
    private final Decision asked;
    private final List<Finding> findings;
    private final JudgeContext context;

    /** The same before anything of this call is remembered. */
    private final JudgeContext opened;

    private final GrantForm form;
    private final RuleSet rules;
    private final ToolTable tools = ToolTable.standard();

    private final Workplaces workplaces;

    /** The folders outside of the workspace that its commands work in: they come first in whatever is remembered. */
    private final List<RuleText> folders;

    private Proposal(Asked asked, GrantForm form, List<RuleText> folders, Decision inFolders) {
        this.workplaces = new Workplaces(asked);
        this.call = asked.call();
        this.asked = asked.decision();
        this.findings = inFolders.findings();
        this.form = form;
        this.folders = folders;
        Policy policy = asked.policy().granting(Layer.allowing(folders));
        this.rules = RuleSet.of(policy, tools, call, Declaration.of(Tier.EXEC));
        this.context = asked.context().withFolders(FolderRules.opened(policy, tools));
        this.opened = asked.context().withFolders(FolderRules.opened(asked.policy(), tools));
    }

    /**
     * A call that is asked about.
     *
     * @param call the call
     * @param decision what was decided on it
     * @param policy by which
     * @param context from where it was looked at
     */
    public record Asked(ToolCall call, Decision decision, Policy policy, JudgeContext context) {}

    /** The rules that "always" saves by default, in the order of the facts; none when no rule can allow some part. */
    public static List<RuleText> of(Asked asked, Function<Policy, Decision> deciding) {
        return about(asked, GrantForm.STANDARD, deciding).of(GrantKind.PREFIX);
    }

    /**
     * What may be remembered of a call.
     *
     * @param asked the call
     * @param form how it is spelled
     * @param deciding the decision on that call by another policy
     */
    public static Proposal about(Asked asked, GrantForm form, Function<Policy, Decision> deciding) {
        List<RuleText> folders = new Workplaces(asked).rules();
        Decision inFolders = folders.isEmpty()
                ? asked.decision()
                : deciding.apply(asked.policy().granting(Layer.allowing(folders)));
        return new Proposal(asked, form, folders, inFolders);
    }

    /** The rules of {@code kind} that would allow the call; none when no rule of it can allow some part. */
    public List<RuleText> of(GrantKind kind) {
        return switch (kind) {
            case CALL -> List.of();
            case LINE -> line();
            case EXACT, FOLDER, PREFIX, TOOL -> rules(kind);
        };
    }

    /** The line as a whole, where a preset remembers lines. */
    private List<RuleText> line() {
        Optional<String> line = call.arguments().text("command");
        boolean granted = form.lines() && tools.kind(call.tool()) == ToolKind.SHELL && isAskedByRules(asked);
        return granted
                ? line.map(text -> new RuleText(tools.ruleName(call.tool()), text)).stream()
                        .toList()
                : List.of();
    }

    /**
     * Everything that approving may remember, the narrowest first. None is the same as a narrower one, and each is for the
     * caller to try: it is offered only if the call is allowed under it.
     */
    public List<Choice> choices() {
        var choices = new ArrayList<Choice>();
        if (isAskedByRules(asked)) {
            choices.add(new Choice(GrantKind.CALL, List.of(), "this very call, as often as it comes"));
        }
        for (GrantKind kind :
                List.of(GrantKind.LINE, GrantKind.EXACT, GrantKind.FOLDER, GrantKind.PREFIX, GrantKind.TOOL)) {
            List<RuleText> rules = of(kind);
            boolean same = choices.stream().anyMatch(choice -> choice.rules().equals(rules));
            if (!rules.isEmpty() && !same) {
                choices.add(new Choice(
                        kind,
                        rules,
                        kind == GrantKind.LINE
                                ? "this line, to the letter, in this directory"
                                : rules.stream().map(this::covers).collect(Collectors.joining("; "))));
            }
        }
        return choices;
    }

    /** Whether nothing asks but rules, or that there is none: what protects in any case is not remembered away. */
    public static boolean isAskedByRules(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() != Action.ALLOW)
                .allMatch(finding ->
                        finding.action() != Action.DENY && finding.cause().isLiftedForCall());
    }

    private String covers(RuleText rule) {
        boolean shell = tools.kind(rule.tool()) == ToolKind.SHELL;
        String pattern = rule.pattern();
        if (pattern.equals("*")) {
            return "everything " + rule.tool() + " can do";
        }
        if (rule.tool().equals(EffectRules.TOOL)) {
            return EffectRules.text(pattern);
        }
        Optional<String> folder = rule.tool().equals(FolderRules.TOOL) ? FolderRules.folder(pattern) : Optional.empty();
        if (folder.isPresent()) {
            return "work in " + folder.get() + " as in the workspace";
        }
        if (!shell) {
            return rule.tool() + " on " + pattern + " and nothing else";
        }
        Rule spelled = Rule.of(rule.tool(), pattern, Action.ALLOW, new Rule.Origin("", 0));
        Optional<Rule.There> there = spelled.there();
        if (there.isPresent()) {
            return covers(new RuleText(
                            rule.tool(), there.get().command().value().pattern()))
                    + ", in " + there.get().folder() + (there.get().below() ? " and below" : "");
        }
        Optional<Rule.InFolder> read = spelled.inFolder();
        if (read.isPresent()) {
            String where = read.get().folder();
            return read.get().program() + " in " + where + " directory"
                    + (where.equals("./") ? "" : " (includes subdirs)") + ", reading only";
        }
        return pattern.endsWith(" *")
                ? readable(pattern.substring(0, pattern.length() - 2)) + " with any arguments, except risky options"
                : pattern + ", to the letter";
    }

    /** `go build, test or vet` for what a pattern says with braces. */
    private static String readable(String pattern) {
        String numbers = pattern.replace(ANY_NUMBER, "NUMBER");
        return FAMILY.matcher(numbers).replaceAll(found -> found.group(1).replace(",", ", ") + " or " + found.group(2));
    }

    private List<RuleText> rules(GrantKind kind) {
        var rules = new LinkedHashSet<RuleText>(folders);
        for (Finding finding : findings) {
            if (!isNeeded(finding, kind)) {
                if (kind == GrantKind.PREFIX && finding.fact() instanceof Fact.Runs runs) {
                    allowed(runs).ifPresent(rules::add);
                }
                continue;
            }
            if (isSaidWithCommand(finding, kind)) {
                continue;
            }
            Optional<RuleText> rule = kind == GrantKind.TOOL
                    ? wholeTool(finding)
                    : Optional.of(finding)
                            .filter(found -> found.action() == Action.ALLOW || isLiftedByRule(found))
                            .flatMap(lifted -> rule(lifted, kind));
            if (rule.isEmpty()) {
                return List.of();
            }
            rules.add(rule.get());
        }
        return List.copyOf(new ArrayList<>(rules));
    }

    /** Whether a rule is needed for it: a command that is allowed needs one for what is assigned in front of it. */
    private boolean isNeeded(Finding finding, GrantKind kind) {
        return finding.action() != Action.ALLOW
                || (kind != GrantKind.TOOL
                        && finding.fact() instanceof Fact.Runs runs
                        && assigned(runs).stream().anyMatch(set -> set.action() != Action.ALLOW));
    }

    /** Whether it is assigned in front of a command, whose rule says so. */
    private boolean isSaidWithCommand(Finding finding, GrantKind kind) {
        return kind != GrantKind.TOOL
                && finding.fact() instanceof Fact.Sets set
                && Assignments.seeing(set, facts()).isPresent();
    }

    private List<Fact> facts() {
        return findings.stream().map(Finding::fact).toList();
    }

    /** What is assigned in front of {@code command} and has to be spelled. */
    private List<Finding> assigned(Fact.Runs command) {
        List<Finding> sets = findings.stream()
                .filter(finding -> finding.fact() instanceof Fact.Sets && !(finding.cause() instanceof Cause.Harmless))
                .toList();
        if (sets.isEmpty()) {
            return List.of();
        }
        List<Fact.Sets> before = Assignments.before(command, facts());
        return sets.stream()
                .filter(finding -> finding.fact() instanceof Fact.Sets set && before.contains(set))
                .toList();
    }

    /** A command that is allowed is saved with the others where a preset saves every command of a line. */
    private Optional<RuleText> allowed(Fact.Runs command) {
        return form.arity().isBySpecification() || dependsOnFolder(command) ? Optional.empty() : byArity(command);
    }

    private Optional<RuleText> wholeTool(Finding finding) {
        boolean redirected = finding.fact() instanceof Fact.Writes writes && writes.role() == Fact.Role.REDIRECTION;
        boolean fixed = finding.action() == Action.DENY || !finding.cause().isLiftedForTool();
        return fixed
                ? Optional.empty()
                : Optional.of(new RuleText(redirected ? WRITE_TOOL : tools.ruleName(call.tool()), "*"));
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
            case Cause.Paused paused -> false;
            case Cause.Contained contained -> false;
            case Cause.NotContained uncontained -> true;
        };
    }

    private Optional<RuleText> rule(Finding finding, GrantKind kind) {
        // What lies in the workspace is changed by the command that is asked about; elsewhere a rule has to name the
        // file.
        boolean outside = finding.cause() instanceof Cause.Outside;
        boolean byFolder = finding.cause()
                .decidedBy()
                .filter(rule -> rule.tool().pattern().equals(FolderRules.TOOL))
                .isPresent();
        if (byFolder) {
            return finding.fact().file().flatMap(place -> path(FolderRules.TOOL, place));
        }
        return switch (finding.fact()) {
            case Fact.Runs runs -> run(runs, kind);
            case Fact.Reads reads ->
                reads.role() == Fact.Role.ARGUMENT
                        ? path(tools.ruleName(call.tool()), reads.place())
                        : Optional.empty();
            case Fact.Writes writes ->
                switch (writes.role()) {
                    case ARGUMENT -> path(tools.ruleName(call.tool()), writes.place());
                    case REDIRECTION -> path(WRITE_TOOL, writes.place());
                    case OPERAND, GUESS -> outside ? path(WRITE_TOOL, writes.place()) : Optional.empty();
                };
            case Fact.Uses uses -> Optional.of(use(uses, kind));
            case Fact.Deletes deletes -> outside ? removal(deletes.place()) : Optional.empty();
            case Fact.Connects connects -> Optional.empty();
            case Fact.Sets sets -> Optional.empty();
            case Fact.Opaque opaque -> Optional.empty();
        };
    }

    private Optional<RuleText> run(Fact.Runs command, GrantKind kind) {
        if (!assigned(command).isEmpty()) {
            return behindAssignments(command, kind);
        }
        return kind == GrantKind.FOLDER
                ? folder(command).or(() -> form.lines() ? Optional.empty() : command(command, kind))
                : command(command, kind);
    }

    /** The file, or the folder with all that is below it. */
    private Optional<RuleText> removal(Place place) {
        Optional<RuleText> file = path(WRITE_TOOL, place);
        boolean alone =
                place instanceof Place.At at && PathForms.of(at, context).hasNothingBelow();
        return alone
                ? file
                : file.map(rule -> new RuleText(rule.tool(), rule.pattern() + WITH_ALL_BELOW))
                        .filter(rule -> !rules.restrictsPaths(rule.pattern(), context.home(), CHANGING));
    }

    /** What is fetched from a host once may be fetched from it again. */
    private RuleText use(Fact.Uses use, GrantKind kind) {
        String tool = tools.ruleName(use.tool());
        Optional<String> host = kind == GrantKind.PREFIX && tools.kind(use.tool()) == ToolKind.FETCH
                ? WebAddress.of(use.subject())
                        .filter(address ->
                                address.user().isEmpty() && use.subject().startsWith(address.origin()))
                        .map(address -> Glob.quote(address.origin()) + "*")
                        .filter(pattern -> !rules.restricts(use.tool(), Glob.of(pattern)))
                : Optional.empty();
        String subject = use.subject().isEmpty() ? "*" : Glob.quote(use.subject());
        return new RuleText(tool, host.or(() -> plugin(use, kind)).orElse(subject));
    }

    /** The skills of a plug-in were installed together: `superpowers:*`. */
    private Optional<String> plugin(Fact.Uses use, GrantKind kind) {
        int colon = use.subject().indexOf(':');
        return kind == GrantKind.PREFIX && tools.kind(use.tool()) == ToolKind.SKILL && colon > 0
                ? Optional.of(Glob.quote(use.subject().substring(0, colon)) + ":*")
                        .filter(pattern -> !rules.restricts(use.tool(), Glob.of(pattern)))
                : Optional.empty();
    }

    private Optional<RuleText> command(Fact.Runs command, GrantKind kind) {
        if (dependsOnFolder(command)) {
            return there(command, kind);
        }
        if (kind == GrantKind.PREFIX && !form.arity().isBySpecification()) {
            return byArity(command).or(() -> bySpecification(command, kind));
        }
        Optional<RuleText> rule = bySpecification(command, kind);
        return rule.equals(exactly(command)) && namesNeighbour(command) ? there(command, kind) : rule;
    }

    /** The command with what is assigned in front of it, unless there is a secret in that. */
    private Optional<RuleText> behindAssignments(Fact.Runs command, GrantKind kind) {
        var variables = new LinkedHashMap<String, String>();
        for (Finding finding : assigned(command)) {
            if (finding.fact() instanceof Fact.Sets set) {
                Optional<String> value = Assignments.value(set).filter(known -> !isSecret(set.variable(), known));
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                variables.put(set.variable(), value.get());
            }
        }
        boolean elsewhere = !command.directory().equals(context.workspace());
        boolean open = kind == GrantKind.PREFIX
                && !elsewhere
                && isPlain(command)
                && connections(command.span()).findAny().isEmpty();
        Optional<RuleText> alone = open ? prefix(command).or(() -> exactly(command)) : exactly(command);
        Optional<RuleText> rule = alone.flatMap(spelled ->
                Rule.assigning(variables, spelled.pattern()).map(pattern -> new RuleText(spelled.tool(), pattern)));
        return elsewhere
                ? rule.flatMap(spelled -> there(
                        spelled,
                        Paths.normalize(context.files().canonical(context.expandHome(command.directory()))),
                        false))
                : rule;
    }

    private static boolean isSecret(String variable, String value) {
        String text = variable + "=" + value;
        return SECRET.matcher(variable).find() || !Redaction.of(text).equals(text);
    }

    /** Whether it names a file from where it is started, which is another one elsewhere: `. ./env.sh`, `go run ./cmd/x`. */
    private boolean namesNeighbour(Fact.Runs command) {
        return !command.directory().equals(context.workspace())
                && command.argv().stream()
                        .skip(1)
                        .map(Argument::start)
                        .anyMatch(word -> NEIGHBOUR.matcher(word).matches());
    }

    private Optional<RuleText> bySpecification(Fact.Runs command, GrantKind kind) {
        boolean plain = kind == GrantKind.PREFIX && isPlain(command);
        if (plain && connections(command.span()).findAny().isPresent()) {
            return address(command).or(() -> exactly(command));
        }
        Optional<RuleText> effect = plain ? byEffect(command) : Optional.empty();
        if (effect.isPresent()) {
            return effect;
        }
        Optional<RuleText> spelled = kind == GrantKind.PREFIX ? spelled(command) : Optional.empty();
        if (spelled.isPresent()) {
            return spelled;
        }
        return (plain ? prefix(command) : Optional.<RuleText>empty()).or(() -> exactly(command));
    }

    /** The words that name {@code command}, which is plain, with any others. */
    private Optional<RuleText> prefix(Fact.Runs command) {
        if (CommandTable.standard().isNarrow(command.argv())) {
            return Optional.empty();
        }
        boolean more = command.command().size() > command.prefix();
        return Stream.concat(together(command).stream(), Stream.of(Glob.quote(start(command, command.prefix()))))
                .map(start -> start + (more ? " *" : ""))
                // A rule that comes later wins: it must not lift what an earlier deny or ask singles out.
                .filter(start -> !rules.restricts(call.tool(), Glob.of(start)))
                .findFirst()
                .map(pattern -> new RuleText(tools.ruleName(call.tool()), pattern));
    }

    /** The command where it runs: a program of the project in all of that project, a file or with files in that folder alone. */
    private Optional<RuleText> there(Fact.Runs command, GrantKind kind) {
        boolean outside = isOutside(command);
        String here = Paths.normalize(context.files().canonical(context.expandHome(command.directory())));
        Optional<String> project = outside ? workplaces.project(command.directory()) : Optional.of(here);
        if (project.isEmpty()) {
            return Optional.empty();
        }
        boolean open = kind == GrantKind.PREFIX
                && outside
                && isPlain(command)
                && !runsFile(command)
                && connections(command.span()).findAny().isEmpty();
        Optional<RuleText> anywhere = kind == GrantKind.PREFIX && isPlain(command) && isWorkplace(command)
                ? byEffect(command)
                : Optional.empty();
        if (anywhere.isPresent()) {
            return anywhere;
        }
        Optional<RuleText> inProject = open ? prefix(command) : Optional.empty();
        // Where an agent works as in the workspace, what the project's own programs are allowed holds for both.
        boolean asInWorkspace =
                PathForms.of(new Place.At(".", command.directory()), opened).isWorkplace();
        return inProject
                .flatMap(rule -> asInWorkspace ? inProject : there(rule, project.get(), true))
                .or(() -> exactly(command).flatMap(rule -> there(rule, here, false)));
    }

    /** Whether it runs in a folder where an agent works as in the workspace. */
    private boolean isWorkplace(Fact.Runs command) {
        return PathForms.of(new Place.At(".", command.directory()), context).isWorkplace();
    }

    private static Optional<RuleText> there(RuleText rule, String folder, boolean below) {
        return Rule.there(folder, below, rule.pattern()).map(pattern -> new RuleText(rule.tool(), pattern));
    }

    /**
     * The command up to the last word that does more than its name says, or names what is worked on, with further options
     * behind that: nothing in front of it is left open but numbers, so that no other text can look like it.
     */
    private Optional<RuleText> spelled(Fact.Runs command) {
        boolean typed = command.prefix() > 0
                && command.isCertain()
                && !command.escalations().isEmpty()
                && command.escalations().stream().map(Fact.Escalation::reason).allMatch(Proposal::isTyped)
                && connections(command.span()).findAny().isEmpty()
                && !CommandTable.standard().isNarrow(command.argv());
        if (!typed) {
            return Optional.empty();
        }
        List<String> words = command.argv().stream().map(Argument::start).toList();
        List<Argument> operands = CommandTable.standard().operands(command.argv());
        int kept = kept(command, words, operands);
        if (kept == words.size()) {
            return Optional.empty();
        }
        Optional<String> family = CommandTable.standard().family(command.argv());
        return Stream.concat(family.stream().map(Optional::of), Stream.of(Optional.<String>empty()))
                .flatMap(name -> spelled(command, kept, name).stream())
                .findFirst();
    }

    /**
     * The first {@code kept} words of {@code command}.
     *
     * @param family what stands in the place of the last word of its name
     */
    private Optional<RuleText> spelled(Fact.Runs command, int kept, Optional<String> family) {
        List<Argument> operands = CommandTable.standard().operands(command.argv());
        int name = command.argv().indexOf(command.command().get(command.prefix() - 1));
        var pattern = new ArrayList<String>();
        for (int i = 0; i < kept; i++) {
            String word = command.argv().get(i).start();
            if (!CommandText.quote(word).equals(word)) {
                return Optional.empty();
            }
            String spelled = operands.contains(command.argv().get(i)) ? numbered(word, command) : Glob.quote(word);
            pattern.add(i == name ? family.orElse(spelled) : spelled);
        }
        pattern.add("*");
        Rule rule =
                Rule.of(tools.ruleName(call.tool()), String.join(" ", pattern), Action.ALLOW, new Rule.Origin("", 0));
        return rules.covers(rule, command) && !rules.restricts(call.tool(), rule.value())
                ? Optional.of(rule.text())
                : Optional.empty();
    }

    /** An operand that is a number, or where something is sent to has one in it: what begins such a path says whose it is. */
    private static String numbered(String operand, Fact.Runs command) {
        if (NUMBER.matcher(operand).matches()) {
            return ANY_NUMBER;
        }
        List<String> parts = List.of(operand.split("/", -1));
        boolean path =
                parts.size() > OWNER_PARTS && command.escalations().stream().anyMatch(Proposal::isSent);
        if (!path) {
            return Glob.quote(operand);
        }
        var pattern = new ArrayList<String>();
        for (String part : parts) {
            boolean number =
                    pattern.size() >= OWNER_PARTS && NUMBER.matcher(part).matches();
            pattern.add(number ? ANY_NUMBER : Glob.quote(part));
        }
        return String.join("/", pattern);
    }

    private static boolean isSent(Fact.Escalation escalation) {
        return escalation.reason() instanceof EscalationReason.Sent;
    }

    /** How many words are kept: all that name the command, escalate, are operands, or are files that are changed. */
    private int kept(Fact.Runs command, List<String> words, List<Argument> operands) {
        Span name = command.command().get(command.prefix() - 1).span();
        int kept = 0;
        for (int i = 0; i < words.size(); i++) {
            Argument argument = command.argv().get(i);
            Span place = argument.span();
            String word = words.get(i);
            boolean told = command.escalations().stream()
                    .anyMatch(each -> each.spelling().equals(word) || (!isSent(each) && overlap(each.span(), place)));
            boolean changed = findings.stream()
                    .map(Finding::fact)
                    .anyMatch(fact -> (fact instanceof Fact.Writes || fact instanceof Fact.Deletes)
                            && overlap(fact.span(), place));
            if (place.equals(name) || changed || told || operands.contains(argument)) {
                kept = i + 1;
            }
        }
        return kept;
    }

    private static boolean overlap(Span one, Span other) {
        return one.start() < other.end() && other.start() < one.end();
    }

    /** Whether it is known of what kind the more is that a word does. */
    private static boolean isTyped(EscalationReason reason) {
        return switch (reason) {
            case EscalationReason.Named named -> true;
            case EscalationReason.Sent sent -> true;
            case EscalationReason.OtherFolder folder -> true;
            case EscalationReason.Written written -> true;
            case EscalationReason.FurtherTarget target -> false;
            case EscalationReason.UnknownOption option -> false;
            case EscalationReason.ProgramFile file -> false;
            case EscalationReason.Environment environment -> false;
            case EscalationReason.ListedName name -> false;
            case EscalationReason.Own own -> false;
            case EscalationReason.Spelled spelled -> false;
        };
    }

    /** The words that name the command, with all that a person allows together in the place of the last. */
    private static Optional<String> together(Fact.Runs command) {
        return CommandTable.standard()
                .family(command.argv())
                .map(family -> Glob.quote(start(command, command.prefix() - 1)) + " " + family);
    }

    private static String start(Fact.Runs command, int words) {
        return command.command().stream()
                .limit(words)
                .map(argument -> CommandText.quote(((Argument.Known) argument).text()))
                .collect(Collectors.joining(" "));
    }

    private boolean isPlain(Fact.Runs command) {
        return command.prefix() > 0
                && command.escalations().stream().allMatch(rules::isUnasked)
                && !isChangeOfFolder(command)
                && !changesFiles(command);
    }

    /** Who lets a program contact other machines once has it do so: one question for all that it only fetches. */
    private Optional<RuleText> byEffect(Fact.Runs command) {
        String program = command.argv().getFirst().certain().orElse("");
        if (!program.matches("[A-Za-z0-9._+-]+") || rules.restricts(call.tool(), Glob.of(program + " *"))) {
            return Optional.empty();
        }
        var rule = new RuleText(EffectRules.TOOL, EffectRules.fetching(program));
        return rules.allowsByEffect(rule, command) ? Optional.of(rule) : Optional.empty();
    }

    /** The first words, as they are written, with any others: if that covers the command, and starts no other. */
    private Optional<RuleText> byArity(Fact.Runs command) {
        var text = new CommandText(command.argv());
        List<String> words = command.argv().stream().map(Argument::start).toList();
        int number = form.arity().of(words);
        // Behind an option anything may come: `git -C *`, `python -c *`.
        boolean named = words.stream().limit(number).noneMatch(word -> word.startsWith("-"));
        boolean wide = !text.isKnown() || number == 0 || !named || startsAnother(command);
        if (wide) {
            return Optional.empty();
        }
        String start = words.stream().limit(number).map(CommandText::quote).collect(Collectors.joining(" "));
        String pattern = Glob.quote(start) + (words.size() > number ? " *" : "");
        Rule rule = Rule.of(tools.ruleName(call.tool()), pattern, Action.ALLOW, new Rule.Origin("", 0));
        return rules.covers(rule, command) && !rules.restricts(call.tool(), Glob.of(pattern))
                ? Optional.of(new RuleText(tools.ruleName(call.tool()), pattern))
                : Optional.empty();
    }

    private boolean startsAnother(Fact.Runs command) {
        return findings.stream()
                .map(Finding::fact)
                .anyMatch(fact -> fact instanceof Fact.Runs
                        && !fact.equals(command)
                        && fact.span().start() >= command.span().start()
                        && fact.span().end() <= command.span().end());
    }

    private Optional<RuleText> exactly(Fact.Runs command) {
        var text = new CommandText(command.argv());
        return text.isKnown()
                ? Optional.of(new RuleText(tools.ruleName(call.tool()), Glob.quote(text.written())))
                : Optional.empty();
    }

    private Stream<Fact.Connects> connections(Span part) {
        return findings.stream()
                .map(Finding::fact)
                .filter(fact -> fact instanceof Fact.Connects
                        && fact.span().start() >= part.start()
                        && fact.span().end() <= part.end())
                .map(Fact.Connects.class::cast);
    }

    /** The same command for other paths of the same host; its address has to be the last word. */
    private Optional<RuleText> address(Fact.Runs command) {
        List<Argument> words = command.argv();
        String last = words.getLast().certain().orElse("");
        Optional<WebAddress> address = last.contains("://") ? WebAddress.of(last) : Optional.empty();
        boolean plain = command.isCertain()
                && address.filter(one -> one.user().isEmpty() && last.startsWith(one.origin()))
                        .isPresent()
                && words.stream()
                        .limit(words.size() - 1)
                        .noneMatch(word -> word.start().contains("://"));
        if (!plain) {
            return Optional.empty();
        }
        String before = new CommandText(words.subList(0, words.size() - 1)).written();
        String pattern =
                Glob.quote(before) + " " + Glob.quote(address.orElseThrow().origin()) + "*";
        return rules.restricts(call.tool(), Glob.of(pattern))
                ? Optional.empty()
                : Optional.of(new RuleText(tools.ruleName(call.tool()), pattern));
    }

    /** A rule for a command names no folder: what runs after `cd` outside of the workspace, or on files there, would run here, too. */
    private boolean dependsOnFolder(Fact.Runs command) {
        if (command.directory().equals(context.workspace())) {
            return false;
        }
        boolean outside = isOutside(command);
        String program = command.argv().get(0).start();
        boolean script = program.indexOf('/') >= 0 && !program.startsWith("/");
        return outside || script || changesFiles(command) || runsFile(command) || worksElsewhere(command);
    }

    private boolean isOutside(Fact.Runs command) {
        return PathForms.of(new Place.At(".", command.directory()), context)
                .fromWorkspace()
                .isEmpty();
    }

    /** Whether an option names the folder that it works in. */
    private static boolean worksElsewhere(Fact.Runs command) {
        return command.escalations().stream().anyMatch(each -> each.reason() instanceof EscalationReason.OtherFolder);
    }

    /** Whether a file that it names, or finds where it is started, is run. */
    private boolean runsFile(Fact.Runs command) {
        return command.prefix() == 0
                || command.escalations().stream()
                        .anyMatch(each -> each.reason() instanceof EscalationReason.ProgramFile);
    }

    /** `cd src` is no leave to go anywhere. */
    private static boolean isChangeOfFolder(Fact.Runs command) {
        return command.argv().get(0).certain().filter("cd"::equals).isPresent();
    }

    /** The folder that all files lie in which a reading command names; its program on anything there. */
    private Optional<RuleText> folder(Fact.Runs command) {
        Optional<String> program = command.argv().get(0).certain();
        boolean plain = command.prefix() == 1
                && command.isCertain()
                && CommandFiles.readsOnly(command)
                && program.filter(form::reads).isPresent();
        boolean free = plain
                && program.isPresent()
                && !changesFiles(command)
                && !rules.restricts(call.tool(), Glob.of(Glob.quote(program.get()) + " *"));
        if (!free) {
            return Optional.empty();
        }
        var places = new ArrayList<Place>();
        CommandFiles.listed(command).forEach(path -> places.add(new Place.At(path, command.directory())));
        findings.stream()
                .map(Finding::fact)
                .filter(fact -> fact instanceof Fact.Reads
                        && fact.span().start() >= command.span().start()
                        && fact.span().end() <= command.span().end())
                .forEach(fact -> places.add(((Fact.Reads) fact).place()));
        // A folder is read with all that is below it: that says more than its name.
        List<String> trees = places.stream()
                .flatMap(place -> place instanceof Place.Below below ? Stream.of(below.path()) : Stream.empty())
                .toList();
        places.removeIf(place -> place instanceof Place.At at && trees.contains(at.text()));
        if (form.lines()) {
            // Where lines are remembered, too, a number or a dash names no file.
            places.removeIf(place ->
                    place instanceof Place.At at && NO_FILE.matcher(at.text()).matches());
        }
        List<String> folders = places.stream().map(this::folderOf).distinct().toList();
        boolean one = folders.size() == 1 && !folders.getFirst().isEmpty();
        return one && program.get().matches("[A-Za-z0-9._+-]+")
                ? Optional.of(new RuleText(tools.ruleName(call.tool()), program.get() + ":" + folders.getFirst()))
                : Optional.empty();
    }

    /** The folder in the workspace that {@code place} lies in, with a slash at its end; empty if it lies in none. */
    private String folderOf(Place place) {
        String written = switch (place) {
            case Place.At at -> at.text();
            case Place.Below below -> below.path();
            case Place.Matching matching -> "";
            case Place.Brought brought -> "";
            case Place.Unknown unknown -> "";
        };
        if (written.isEmpty() || written.startsWith("/") || written.startsWith("~")) {
            return "";
        }
        PathForms path = PathForms.of(new Place.At(written, call.directory()), context);
        Optional<String> inWorkspace = path.fromWorkspace().filter(known -> path.isPlain());
        if (inWorkspace.isEmpty()) {
            return "";
        }
        String relative = inWorkspace.get();
        boolean directory = written.endsWith("/") || place instanceof Place.Below;
        int slash = relative.lastIndexOf('/');
        String folder = directory ? relative + "/" : relative.substring(0, slash + 1);
        boolean plain = folder.matches("[A-Za-z0-9._/+@ -]*") && !folder.contains(" ");
        if (!plain) {
            return "";
        }
        return folder.isEmpty() || folder.equals("./") ? "./" : folder;
    }

    /** Whether it changes files that it names other than behind an option for that. */
    private boolean changesFiles(Fact.Runs command) {
        Span all = command.span();
        return findings.stream()
                .map(Finding::fact)
                .filter(fact -> fact instanceof Fact.Deletes
                        || (fact instanceof Fact.Writes writes && writes.role() != Fact.Role.REDIRECTION))
                .filter(fact ->
                        fact.span().start() >= all.start() && fact.span().end() <= all.end())
                .anyMatch(fact -> command.escalations().stream()
                        .noneMatch(each -> rules.isUnasked(each) && overlap(each.span(), fact.span())));
    }

    private Optional<RuleText> path(String tool, Place place) {
        if (!(place instanceof Place.At at)) {
            return Optional.empty();
        }
        PathForms path = PathForms.of(at, context);
        if (!path.isPlain()) {
            return Optional.empty();
        }
        // What a system saves as it is written stays so, where that means this file wherever the call comes from.
        String written = Glob.quote(path.written());
        boolean asWritten = !form.arity().isBySpecification() && path.isCoveredBy(Glob.of(written));
        return Optional.of(new RuleText(
                tool, asWritten ? written : Glob.quote(path.fromWorkspace().orElse(path.literal()))));
    }
}
