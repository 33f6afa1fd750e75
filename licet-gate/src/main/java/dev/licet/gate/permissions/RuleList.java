package dev.licet.gate.permissions;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.EffectRules;
import dev.licet.core.decide.FolderRules;
import dev.licet.core.decide.NetworkRules;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Condition;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleOptions;
import dev.licet.gate.json.Located;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules that are read from one file, and what is wrong with it. An entry that cannot be read as it is meant counts as
 * {@code ask}, never as less. For one thread.
 */
final class RuleList {
    private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

    private static final int MAX_TYPOS = 3;

    /** The whole file may have so many patterns that take long to match. */
    private static final int MAX_COSTLY = 50;

    private final String file;
    private final Map<String, String> prefixes;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Diagnostic> problems = new ArrayList<>();
    private boolean unreadable;
    private int costly;

    /**
     * @param file the file's name, for origins and messages
     * @param home what {@code ~} and {@code $HOME} stand for
     * @param workspace what {@code ${workspace}} stands for; empty while none is known
     */
    RuleList(String file, String home, String workspace) {
        this.file = file;
        this.prefixes = workspace.isEmpty()
                ? Map.of("~", home, "$HOME", home)
                : Map.of("~", home, "$HOME", home, "${workspace}", workspace);
    }

    /** The rules in their order; behind an ask that stands for what could not be read, denies are said once more. */
    List<Rule> rules() {
        if (!unreadable) {
            return rules;
        }
        var all = new ArrayList<>(rules);
        rules.stream().filter(rule -> rule.action() == Action.DENY).forEach(all::add);
        return all;
    }

    /** Adds an ask for everything that {@code tool} can do, in place of what could not be read. */
    void addUnreadable(String tool, Located.Place place) {
        unreadable = true;
        rules.add(Rule.of(tool, "*", Action.ASK, new Rule.Origin(file, place.line())));
    }

    List<Diagnostic> problems() {
        return problems;
    }

    /** Adds the rule that {@code action} stands for; an unknown action counts as {@code ask}. */
    void add(String tool, String pattern, Action action, RuleOptions terms, Located.Place place) {
        costly += Glob.isCostly(pattern) ? 1 : 0;
        Optional<String> refused =
                Glob.whyNot(pattern).or(() -> Glob.whyNot(tool)).or(this::whyTooMany);
        Rule.Origin origin = new Rule.Origin(file, place.line());
        if (refused.isPresent()) {
            problem(place, refused.get(), "until it is simpler, the whole tool asks");
            addUnreadable(Glob.whyNot(tool).isPresent() ? "*" : tool, place);
            return;
        }
        if (tool.equals(EffectRules.TOOL) && !EffectRules.isKnown(pattern)) {
            problem(
                    place,
                    "no effect is called `" + pattern + "`",
                    "write one of " + String.join(", ", EffectRules.kinds()) + ", perhaps with a program behind it");
        }
        if (tool.equals(NetworkRules.TOOL)) {
            NetworkRules.whyNot(pattern).ifPresent(why -> problem(place, why, "it speaks of nothing as it is"));
        }
        String value = expanded(pattern);
        boolean opens = tool.equals(FolderRules.TOOL) && action == Action.ALLOW;
        if (opens && !Glob.of(value).isLiteral() && FolderRules.folder(value).isEmpty()) {
            problem(place, "`" + pattern + "` opens no folder", "write an absolute path and a star: `/srv/other/*`");
        }
        rules.add(Rule.of(tool, value, boundable(tool, action, place), origin).under(terms));
    }

    /** {@code action}, if it is one for {@code tool}: only what commands do can be held in bounds. */
    private Action boundable(String tool, Action action, Located.Place place) {
        boolean bounded = tool.equals("*")
                || tool.equals(EffectRules.TOOL)
                || tool.equals(NetworkRules.TOOL)
                || ToolTable.standard().kind(tool) == ToolKind.SHELL;
        if (action != Action.CONTAIN || bounded) {
            return action;
        }
        problem(
                place,
                "`" + tool + "` cannot be contained",
                "only shell commands run within bounds; write the rule for `shell_exec`, `effect` or `network`; it counts as `ask`");
        return Action.ASK;
    }

    private Optional<String> whyTooMany() {
        return costly > MAX_COSTLY
                ? Optional.of(
                        "more than " + MAX_COSTLY + " patterns with many question marks, groups, braces or classes")
                : Optional.empty();
    }

    private String expanded(String pattern) {
        for (var prefix : prefixes.entrySet()) {
            boolean begins = pattern.equals(prefix.getKey()) || pattern.startsWith(prefix.getKey() + "/");
            if (begins) {
                return Glob.quote(prefix.getValue())
                        + pattern.substring(prefix.getKey().length());
            }
        }
        return pattern;
    }

    /** The action that {@code value} names. */
    Action action(Located value) {
        if (!(value instanceof Located.Text text)) {
            problem(value.place(), "expected an action, not " + value.kindOf(), "it counts as `ask`");
            return Action.ASK;
        }
        Optional<Action> known = switch (text.value()) {
            case "allow" -> Optional.of(Action.ALLOW);
            case "ask", "prompt" -> Optional.of(Action.ASK);
            case "contain" -> Optional.of(Action.CONTAIN);
            case "deny" -> Optional.of(Action.DENY);
            default -> Optional.empty();
        };
        if (known.isEmpty()) {
            String help = nearest(text.value(), List.of("allow", "contain", "ask", "deny"))
                    .map(action -> "did you mean `" + action + "`? It counts as `ask`")
                    .orElse("use allow, contain, ask or deny; it counts as `ask`");
            problem(text.place(), "unknown action `" + text.value() + "`", help);
        }
        return known.orElse(Action.ASK);
    }

    /** The conditions that {@code value}, an object of JSON pointers or names and patterns, spells; empty if it is wrong. */
    Optional<List<Condition>> conditions(Located value) {
        if (!(value instanceof Located.Members members)) {
            problem(value.place(), "expected an object of arguments and patterns, not " + value.kindOf(), "");
            return Optional.empty();
        }
        var conditions = new ArrayList<Condition>();
        for (Located.Member member : members.members()) {
            if (!(member.value() instanceof Located.Text pattern)) {
                problem(
                        member.value().place(),
                        "expected a pattern, not " + member.value().kindOf(),
                        "quote it");
                return Optional.empty();
            }
            Optional<String> refused = Glob.whyNot(pattern.value());
            if (refused.isPresent()) {
                problem(pattern.place(), refused.get(), "");
                return Optional.empty();
            }
            String name = member.name();
            String pointer = name.isEmpty() || name.startsWith("/")
                    ? name
                    : "/" + name.replace("~", "~0").replace("/", "~1");
            conditions.add(new Condition(pointer, Glob.of(expanded(pattern.value()))));
        }
        return Optional.of(conditions);
    }

    /** The time that {@code value} names: a date (its end, in UTC) or a time with its zone; empty if it is wrong. */
    Optional<Instant> time(Located value) {
        try {
            if (value instanceof Located.Text text) {
                return Optional.of(
                        text.value().matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
                                ? LocalDate.parse(text.value())
                                        .plusDays(1)
                                        .atStartOfDay()
                                        .toInstant(ZoneOffset.UTC)
                                : Instant.parse(text.value()));
            }
        } catch (DateTimeParseException e) {
            // Said below, as for anything else that is no time.
        }
        problem(
                value.place(),
                "expected a time, not " + value.kindOf(),
                "write 2027-01-31 or 2027-01-31T18:00:00Z; it counts as `ask`");
        return Optional.empty();
    }

    /** The time that {@code value} spans, such as {@code 30s}, {@code 10m}, {@code 2h} or {@code 1d}; empty if it is wrong. */
    Optional<Duration> duration(Located value) {
        Matcher spelled = DURATION.matcher(value instanceof Located.Text text ? text.value() : "");
        if (spelled.matches()) {
            long number = Long.parseLong(spelled.group(1));
            return Optional.of(
                    switch (spelled.group(2)) {
                        case "s" -> Duration.ofSeconds(number);
                        case "m" -> Duration.ofMinutes(number);
                        case "h" -> Duration.ofHours(number);
                        default -> Duration.ofDays(number);
                    });
        }
        problem(
                value.place(),
                "expected a span of time, not " + value.kindOf(),
                "write 30s, 10m, 2h or 1d; it counts as `ask`");
        return Optional.empty();
    }

    /** The names that {@code value}, a list, holds; empty if it is wrong. */
    Optional<Set<String>> names(Located value) {
        var names = new TreeSet<String>();
        if (value instanceof Located.Elements elements) {
            for (Located each : elements.elements()) {
                if (each instanceof Located.Text text && !text.value().isBlank()) {
                    names.add(text.value());
                }
            }
            if (names.size() == elements.elements().size() && !names.isEmpty()) {
                return Optional.of(names);
            }
        }
        problem(value.place(), "expected a list of different names", "write [\"anna\", \"ben\"]; it counts as `ask`");
        return Optional.empty();
    }

    void problem(Located.Place place, String message, String help) {
        problems.add(new Diagnostic(file, place.line(), place.column(), message, help));
    }

    void unknownKey(Located.Member member, List<String> known) {
        String help = nearest(member.name(), known)
                .map(name -> "did you mean `" + name + "`?")
                .orElse("known here: " + String.join(", ", known));
        problem(member.namePlace(), "unknown key `" + member.name() + "`", help);
    }

    /** Of {@code known} the one that is spelled most like {@code word}, if one is close. */
    static Optional<String> nearest(String word, List<String> known) {
        String lower = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(lower, name)))
                .filter(name -> distance(lower, name) <= MAX_TYPOS || (lower.length() > 2 && lower.startsWith(name)));
    }

    /** How many letters have to change between two words (Levenshtein). */
    private static int distance(String left, String right) {
        int[] before = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] row = new int[right.length() + 1];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], before[j]) + 1, before[j - 1] + change);
            }
            before = row;
        }
        return before[right.length()];
    }
}
