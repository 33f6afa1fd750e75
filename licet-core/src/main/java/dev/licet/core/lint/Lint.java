package dev.licet.core.lint;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks for rules that do not do what they seem to do: rules that never decide, that undo others, that are broader than
 * they look, that name no tool. Everything it says of patterns is exact, by automata, and comes with a value that proves
 * it. Pure.
 */
public final class Lint {
    private static final Pattern ASSIGNING = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=");

    /** Quotes, and what a shell would put something else in the place of. */
    private static final Pattern QUOTED = Pattern.compile("['\"$`~]");

    /** So much is compared in all, in characters of one pattern times those of the other: each pair costs an automaton. */
    private static final long MAX_WORK = 400_000_000;

    private final List<Rule> rules;
    private final ToolTable tools = ToolTable.standard();
    private final List<LintFinding> findings = new ArrayList<>();

    private final BooleanSupplier stops;

    private Lint(List<Rule> rules, BooleanSupplier stops) {
        this.rules = rules;
        this.stops = stops;
    }

    /** What is odd about the ordinary rules of {@code policy}, in the order of the rules. */
    public static List<LintFinding> of(Policy policy) {
        return of(policy, () -> false);
    }

    /** The same, as far as it comes until {@code stops}: patterns can be made that take very long to compare. */
    public static List<LintFinding> of(Policy policy, BooleanSupplier stops) {
        var lint = new Lint(policy.rules(), stops);
        lint.look();
        return List.copyOf(lint.findings);
    }

    private void look() {
        long work = 0;
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            unknownTool(rule);
            broader(rule);
            for (int j = i + 1; j < rules.size() && work < MAX_WORK && !stops.getAsBoolean(); j++) {
                work += cost(rule, rules.get(j));
                if (compare(rule, rules.get(j))) {
                    break;
                }
            }
        }
    }

    private static long cost(Rule rule, Rule later) {
        return 8L
                + (long) rule.value().pattern().length()
                        * later.value().pattern().length();
    }

    /** Says what {@code later} does to {@code rule}; whether nothing more has to be said of it. */
    private boolean compare(Rule rule, Rule later) {
        if (!later.options().equals(RuleOptions.NONE) || !speaksOfAll(later, rule)) {
            return false;
        }
        boolean shell = tools.kind(rule.tool().pattern()) == ToolKind.SHELL;
        if (shell && later.action() == Action.ALLOW && !later.isToolLevel() && !spellsOptionsOf(rule, later)) {
            return false;
        }
        Glob covering = shell && later.action() == Action.ALLOW ? later.words() : later.value();
        boolean restricts = rule.action() != Action.ALLOW && later.action() == Action.ALLOW;
        boolean staysInPart = restricts && (shell ? !later.isToolLevel() : isAboutFiles(rule) && later.isToolLevel());
        boolean all = !staysInPart && rule.value().outside(covering).isEmpty();
        if (all) {
            boolean same = rule.action() == later.action();
            findings.add(new LintFinding(
                    rule,
                    same ? LintFinding.Kind.REDUNDANT : LintFinding.Kind.SHADOWED,
                    same
                            ? "says nothing that " + told(later) + " does not say behind it"
                            : "never decides: " + told(later) + " stands behind it and matches all that it matches",
                    rule.value().example(),
                    same ? "remove it" : "move it behind that rule, or remove it"));
            return true;
        }
        boolean undone = rule.action() == Action.DENY && later.action() == Action.ALLOW;
        Optional<String> common = undone ? rule.value().common(later.value()) : Optional.empty();
        if (common.isPresent()) {
            boolean whole = rule.value().outside(covering).isEmpty();
            findings.add(new LintFinding(
                    rule,
                    LintFinding.Kind.CONTRADICTED,
                    "is partly overridden: " + told(later) + " allows some of what it denies",
                    whole ? rule.value().example() : common.get(),
                    "if this is not intended, move the deny below the allow"));
        }
        return false;
    }

    /** A deny of a file also holds for commands that name it, whatever is allowed to the tool as a whole. */
    private boolean isAboutFiles(Rule rule) {
        return switch (tools.kind(rule.tool().pattern())) {
            case READ, WRITE, EDIT -> !rule.isToolLevel();
            case SHELL, GLOB, GREP, SKILL, FETCH, TASK, PLAN, INPUT, MCP, OTHER -> false;
        };
    }

    /** An allow covers options that do more than the command's name says only where it spells them. */
    private static boolean spellsOptionsOf(Rule rule, Rule later) {
        return Stream.of(rule.value().pattern().split(" ", -1))
                .filter(word -> word.startsWith("-"))
                .allMatch(word -> later.spelled(word.replaceFirst("[=*?].*", "")) > 0);
    }

    private static String told(Rule rule) {
        return "`" + rule.tool().pattern() + ": " + rule.value().pattern() + "` (" + rule.origin() + ")";
    }

    /** Whether {@code later} speaks of every tool that {@code rule} speaks of. */
    private boolean speaksOfAll(Rule later, Rule rule) {
        String tool = rule.tool().pattern();
        if (later.tool().isEverything() || later.tool().pattern().equals(tool)) {
            return true;
        }
        ToolKind kind = tools.kind(tool);
        boolean hasAliases = kind.hasAliases();
        return hasAliases && tools.kind(later.tool().pattern()) == kind;
    }

    private void unknownTool(Rule rule) {
        String tool = rule.tool().pattern();
        boolean pattern = tool.contains("*") || tool.contains("?");
        if (pattern || tools.kind(tool) != ToolKind.OTHER) {
            return;
        }
        tools.nearest(tool)
                .ifPresent(known -> findings.add(new LintFinding(
                        rule,
                        LintFinding.Kind.UNKNOWN_TOOL,
                        "names `" + tool + "`, which is no tool that is known here",
                        "",
                        "did you mean `" + known + "`?")));
    }

    private void broader(Rule rule) {
        String pattern = rule.value().pattern();
        boolean shell = tools.kind(rule.tool().pattern()) == ToolKind.SHELL;
        boolean allow = rule.action() == Action.ALLOW;
        if (pattern.contains("[!")) {
            add(rule, "`[!…]` is one of these characters here, `!` among them; what excludes is `[^…]`", "write `[^`");
        }
        if (!allow && shell) {
            Rule.of(rule.tool().pattern(), pattern, Action.ALLOW, rule.origin())
                    .there()
                    .ifPresent(there -> never(
                            rule,
                            "the commands of a line are compared one by one, and only an allow names a folder",
                            "name the command alone: `"
                                    + there.command().value().pattern() + "`"));
        }
        if (shell && ASSIGNING.matcher(pattern).lookingAt()) {
            assigned(rule, allow);
        }
        if (allow && shell && rule.value().isEverything()) {
            add(rule, "allows every command, and what cannot be read", "name the commands");
        }
        if (allow && shell && !pattern.contains(" ") && pattern.endsWith("*") && pattern.length() > 1) {
            String start = pattern.substring(0, pattern.length() - 1);
            findings.add(new LintFinding(
                    rule,
                    LintFinding.Kind.BROAD,
                    "allows every program whose name begins with `" + start + "`",
                    start + "x",
                    "put a blank before the star: `" + start + " *`"));
        }
        if (allow
                && !shell
                && pattern.startsWith("*")
                && pattern.length() > 1
                && !rule.value().isEverything()) {
            findings.add(new LintFinding(
                    rule,
                    LintFinding.Kind.BROAD,
                    "matches in every folder, also outside the workspace",
                    "/elsewhere/" + rule.value().example().replaceFirst("^x", "a"),
                    "begin it with `${workspace}/`"));
        }
    }

    /** A rule that begins with an assignment: only an allow may, and it names values as programs get them. */
    private void assigned(Rule rule, boolean allow) {
        Optional<Rule.Assigning> assigning = rule.assigning();
        if (!allow) {
            never(
                    rule,
                    "only an allow spells what is assigned in front of a command",
                    "variables that may change what runs ask in any case");
        } else if (assigning.isEmpty()
                || assigning.get().variables().values().stream()
                        .anyMatch(value -> QUOTED.matcher(value).find())) {
            never(
                    rule,
                    "each variable has one value, which is compared as the program gets it",
                    "write it without quotes and wildcards, a blank as `\\ `");
        } else if (assigning.get().command().value().isEverything()) {
            add(rule, "allows every command behind these variables", "name the command");
        }
    }

    private void never(Rule rule, String why, String help) {
        findings.add(new LintFinding(rule, LintFinding.Kind.NEVER, "never matches: " + why, "", help));
    }

    private void add(Rule rule, String what, String help) {
        findings.add(
                new LintFinding(rule, LintFinding.Kind.BROAD, what, rule.value().example(), help));
    }
}
