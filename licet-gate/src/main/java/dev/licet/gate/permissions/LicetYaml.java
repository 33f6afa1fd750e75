package dev.licet.gate.permissions;

import dev.licet.core.approval.Answer;
import dev.licet.core.glob.Glob;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleOptions;
import dev.licet.core.rule.Tier;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Member;
import dev.licet.gate.yaml.Yaml;
import dev.licet.shell.Shells;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code licet.yaml}: preset and mode, one answer a tool ({@code tools.approval}), ordered rules of which the first
 * that matches wins ({@code tools.approvalRules}, {@code bash.patterns}), what tools do ({@code tools.declarations}).
 *
 * <p>A deny for a tool is final, as in the format's origin. What is wrong is reported and counts as the stricter choice.
 */
final class LicetYaml {
    private static final List<String> KEYS =
            List.of("preset", "tools", "bash", "approvals", "organisation", "include", "server", "shell", "hooks");
    private static final List<String> TOOLS = List.of("approvalMode", "approval", "approvalRules", "declarations");

    /** What else is written there oh-my-pi passes over, and so does its preset. */
    private static final Set<String> POLICIES_OF_OH_MY_PI = Set.of("allow", "deny", "prompt");

    private static final Duration LONGEST_KEPT = Duration.ofDays(7);

    private static final List<String> RULE = List.of("tool", "match", "approval", "reason");
    private static final List<String> PATTERN = List.of("match", "approval", "reason");
    private static final List<String> DECLARATION = List.of("tier", "override", "reason", "policyKey");

    private final RuleList vetoes;
    private final RuleList perTool;
    private final RuleList ordered;
    private final RuleList patterns;

    /** Holds no rules, only what counts as nothing. */
    private final RuleList ignored;

    private final Map<String, Declaration> declarations = new HashMap<>();
    private final List<String> organisation = new ArrayList<>();
    private final List<String> include = new ArrayList<>();
    private Optional<String> preset = Optional.empty();
    private Optional<Mode> mode = Optional.empty();
    private Optional<AskPolicy> asking = Optional.empty();
    private Optional<Duration> kept = Optional.empty();
    private Optional<Shells> shells = Optional.empty();
    private boolean observesHooks;

    private LicetYaml(String file, String home) {
        vetoes = new RuleList(file, home, "");
        perTool = new RuleList(file, home, "");
        ordered = new RuleList(file, home, "");
        patterns = new RuleList(file, home, "");
        ignored = new RuleList(file, home, "");
    }

    /** What {@code text} says. */
    static GateConfiguration parse(String text, String file, String home) throws InvalidJson {
        Located root = Yaml.parse(text.startsWith("\ufeff") ? text.substring(1) : text);
        if (!(root instanceof Located.Members members)) {
            throw InvalidJson.at("expected keys and values, not " + root.kindOf(), 1, 1);
        }
        var reader = new LicetYaml(file, home);
        // What the preset is called decides how the rest is read.
        members.members().stream()
                .sorted(Comparator.comparing(member -> !member.name().equals("preset")))
                .forEach(reader::key);
        return reader.configuration();
    }

    private GateConfiguration configuration() {
        // The last that matches wins here, the first that matches wins there.
        var rules = new ArrayList<>(perTool.rules());
        rules.addAll(ordered.rules().reversed());
        rules.addAll(patterns.rules().reversed());
        var problems = new ArrayList<>(perTool.problems());
        problems.addAll(vetoes.problems());
        problems.addAll(ordered.problems());
        problems.addAll(patterns.problems());
        return new GateConfiguration(
                preset,
                mode,
                vetoes.rules(),
                rules,
                declarations,
                asking,
                kept,
                shells,
                observesHooks,
                organisation,
                include,
                problems,
                ignored.problems());
    }

    private void key(Member member) {
        switch (member.name()) {
            case "preset" -> preset = presetName(member.value());
            case "tools" -> each(member, TOOLS, this::toolsKey);
            case "bash" -> each(member, List.of("patterns"), inside -> list(inside, this::pattern));
            case "approvals" -> each(member, List.of("deadline", "approvers", "kept"), this::asking);
            case "organisation" -> list(member, value -> texts(value, organisation));
            case "include" -> list(member, value -> texts(value, include));
            case "shell" -> shells = shellNames(member.value());
            case "hooks" -> observesHooks = isObserve(member.value());
            // What the server reads when it starts has no say in decisions.
            case "server" -> each(member, List.of(), inside -> {});
            default -> perTool.unknownKey(member, KEYS);
        }
    }

    private boolean isObserve(Located value) {
        Optional<String> said = value instanceof Located.Text text ? Optional.of(text.value()) : Optional.empty();
        if (said.filter(List.of("hold", "observe")::contains).isEmpty()) {
            perTool.problem(value.place(), "unknown " + value.kindOf(), "use hold or observe; it counts as hold");
        }
        return said.equals(Optional.of("observe"));
    }

    /** A wrong name leaves it open which shell runs a line. */
    private Optional<Shells> shellNames(Located value) {
        Optional<Shells> named =
                value instanceof Located.Text text ? Shells.named(text.value().strip()) : Optional.empty();
        if (named.isEmpty()) {
            perTool.problem(
                    value.place(),
                    "unknown shell " + value.kindOf(),
                    "use bash, zsh, dash, sh, fish or unknown, several of them with commas, and typed; it counts as"
                            + " unknown");
        }
        return named;
    }

    private void toolsKey(Member member) {
        switch (member.name()) {
            case "approvalMode" -> mode = modeName(member.value());
            case "approval" -> each(member, List.of(), this::approval);
            case "approvalRules" -> list(member, this::rule);
            case "declarations" -> each(member, List.of(), this::declaration);
            default -> perTool.unknownKey(member, TOOLS);
        }
    }

    /** Where the names are wrong, the owner alone may answer. */
    private void asking(Member member) {
        if (member.name().equals("kept")) {
            kept = perTool.duration(member.value()).filter(said -> isShort(said, member.value()));
            return;
        }
        AskPolicy before = asking.orElse(AskPolicy.OPEN);
        asking = Optional.of(
                member.name().equals("deadline")
                        ? new AskPolicy(perTool.duration(member.value()), before.approvers())
                        : new AskPolicy(
                                before.within(), perTool.names(member.value()).orElse(Set.of(Answer.OWNER))));
    }

    private boolean isShort(Duration said, Located value) {
        if (said.compareTo(LONGEST_KEPT) <= 0) {
            return true;
        }
        perTool.problem(
                value.place(),
                "an answer is kept for " + LONGEST_KEPT.toDays() + "d at most",
                "write less; it counts as nothing");
        return false;
    }

    private interface Reader<T> {
        void read(T each);
    }

    private void each(Member member, List<String> known, Reader<Member> reader) {
        if (!(member.value() instanceof Located.Members members)) {
            wrong(member.value(), "keys and values");
            return;
        }
        for (Member inside : members.members()) {
            if (known.isEmpty() || known.contains(inside.name())) {
                reader.read(inside);
            } else {
                perTool.unknownKey(inside, known);
            }
        }
    }

    private void list(Member member, Reader<Located> reader) {
        if (member.value() instanceof Located.Elements elements) {
            elements.elements().forEach(reader::read);
        } else {
            wrong(member.value(), "a list");
        }
    }

    private void wrong(Located value, String expected) {
        perTool.problem(value.place(), "expected " + expected + ", not " + value.kindOf(), "it counts as nothing");
    }

    private void texts(Located value, List<String> texts) {
        if (value instanceof Located.Text text && text.value().indexOf('\0') < 0) {
            texts.add(text.value());
        } else {
            wrong(value, "a file's name");
        }
    }

    private Optional<String> presetName(Located value) {
        Optional<String> named = value instanceof Located.Text text ? Optional.of(text.value()) : Optional.empty();
        Optional<String> known = named.filter(Preset.NAMES::contains);
        if (known.isEmpty()) {
            perTool.problem(
                    value.place(),
                    "unknown preset " + value.kindOf(),
                    "use one of " + String.join(", ", Preset.NAMES) + "; it counts as licet in mode none");
            mode = mode.or(() -> Optional.of(Mode.NONE));
        }
        return known;
    }

    /** A mode that is none is the strictest. */
    private Optional<Mode> modeName(Located value) {
        Optional<Mode> named = value instanceof Located.Text text
                ? Mode.of(text.value().strip().toLowerCase(Locale.ROOT))
                : Optional.empty();
        if (named.isEmpty()) {
            perTool.problem(
                    value.place(),
                    "unknown mode " + value.kindOf(),
                    "use none, always-ask, write, contained or yolo; it counts as `none`");
        }
        return Optional.of(named.orElse(Mode.NONE));
    }

    private void approval(Member member) {
        Located said = lowerCase(member.value());
        boolean known = said instanceof Located.Text text && POLICIES_OF_OH_MY_PI.contains(text.value());
        if (preset.equals(Optional.of("oh-my-pi")) && !known) {
            ignored.problem(
                    said.place(),
                    "no policy: " + said.kindOf(),
                    "use allow, prompt or deny; until then it counts as nothing");
            return;
        }
        Action action = perTool.action(said);
        var rules = action == Action.DENY ? vetoes : perTool;
        rules.add(Glob.quote(member.name()), "*", action, RuleOptions.NONE, member.namePlace());
    }

    private static Located lowerCase(Located value) {
        return value instanceof Located.Text text
                ? new Located.Text(text.value().strip().toLowerCase(Locale.ROOT), text.place())
                : value;
    }

    private Map<String, Located> fields(Located.Members members, List<String> known) {
        var fields = new HashMap<String, Located>();
        for (Member member : members.members()) {
            if (known.contains(member.name())) {
                fields.put(member.name(), member.value());
            } else {
                perTool.unknownKey(member, known);
            }
        }
        return fields;
    }

    /** A rule for the tool that it names; one that names none counts for all, and may not allow. */
    private void rule(Located value) {
        entry(value, RULE, ordered, Optional.empty());
    }

    private void pattern(Located value) {
        entry(value, PATTERN, patterns, Optional.of("shell_exec"));
    }

    private void entry(Located value, List<String> known, RuleList list, Optional<String> fixedTool) {
        if (!(value instanceof Located.Members members)) {
            wrong(value, "a rule");
            list.add(fixedTool.orElse("*"), "*", Action.ASK, RuleOptions.NONE, value.place());
            return;
        }
        Map<String, Located> fields = fields(members, known);
        Optional<String> tool = fixedTool.or(() -> text(fields, "tool").map(Glob::quote));
        Optional<String> match = text(fields, "match").filter(text -> !text.isBlank());
        boolean whole = fixedTool.isEmpty() && !fields.containsKey("match");
        if (match.isEmpty() && !whole) {
            perTool.problem(members.place(), "the rule has no text as `match`", "quote it; the rule counts as `ask`");
        }
        boolean doubtful = tool.isEmpty()
                || (match.isEmpty() && !whole)
                || fields.size() < members.members().size();
        list.add(
                tool.orElse("*"),
                match.map(LicetYaml::starsOnly).orElse("*"),
                action(fields, members, doubtful),
                terms(fields),
                members.place());
    }

    private Action action(Map<String, Located> fields, Located.Members rule, boolean doubtful) {
        Located said = fields.get("approval");
        if (said == null) {
            perTool.problem(rule.place(), "the rule has no `approval`", "it counts as `ask`");
            return Action.ASK;
        }
        Action action = perTool.action(lowerCase(said));
        return doubtful ? action.strictest(Action.ASK) : action;
    }

    private static RuleOptions terms(Map<String, Located> fields) {
        return new RuleOptions(text(fields, "reason").orElse(""), List.of(), Optional.empty());
    }

    private static Optional<String> text(Map<String, Located> fields, String name) {
        return fields.get(name) instanceof Located.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    /** In this format a star is the only special character, and blanks count once. */
    private static String starsOnly(String text) {
        return Glob.quote(text.strip().replaceAll("\\s+", " ")).replace("\\*", "*");
    }

    private void declaration(Member member) {
        if (!(member.value() instanceof Located.Members members)) {
            wrong(member.value(), "what the tool does");
            declarations.put(member.name(), Declaration.of(Tier.EXEC));
            return;
        }
        Map<String, Located> fields = fields(members, DECLARATION);
        Tier tier = tier(fields, members);
        Declaration declared = Declaration.of(tier);
        boolean override = fields.get("override") instanceof Located.Other other
                && other.kind().equals("`true`");
        if (fields.containsKey("override") && !(fields.get("override") instanceof Located.Other)) {
            perTool.problem(members.place(), "`override` is neither true nor false", "it counts as true");
            override = true;
        }
        if (override) {
            declared = declared.overriding(text(fields, "reason").orElse(""));
        }
        Optional<String> key = text(fields, "policyKey");
        declarations.put(member.name(), key.isPresent() ? declared.withPolicyKey(key.get()) : declared);
    }

    private Tier tier(Map<String, Located> fields, Located.Members members) {
        Optional<String> said = text(fields, "tier");
        Optional<Tier> known = said.flatMap(Tier::of);
        if (known.isPresent()) {
            return known.get();
        }
        Located wrong = fields.getOrDefault("tier", members);
        perTool.problem(
                wrong.place(),
                fields.containsKey("tier") ? "unknown tier " + wrong.kindOf() : "the tool has no `tier`",
                "use read, write or exec; it counts as `exec`");
        return Tier.EXEC;
    }
}
