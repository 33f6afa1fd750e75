package dev.licet.core.rule;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one owner, in their order, which are sorted for looking up when they are first needed: one layer is made
 * for each version of a file. Thread-safe.
 */
public final class Layer {
    /** Names of tools come from agents: the rules of so many are kept at hand. */
    private static final int MAX_TOOLS = 1_000;

    private static final Rule.Origin UNSAID = new Rule.Origin("what the layer leaves open", 0);

    private final Owner owner;
    private final List<Rule> rules;
    private final Defaults defaults;
    private final Optional<Instant> firstEnd;
    private final Map<String, ToolRules> byTool = new ConcurrentHashMap<>();
    private volatile @Nullable Later later;
    private volatile @Nullable Layer denies;
    private volatile @Nullable String version;

    /** What is left from some time on. */
    private record Later(Instant since, Layer layer) {}

    /** What becomes of a preset's rules under a worker's own. */
    public enum Defaults {
        /** The worker's rules do not say. */
        UNSAID,
        /** They hold where the worker's say nothing. */
        BELOW,
        /** The worker's hold in their place. */
        REPLACED
    }

    private Layer(Owner owner, List<Rule> rules) {
        this(owner, rules, Defaults.UNSAID);
    }

    private Layer(Owner owner, List<Rule> rules, Defaults defaults) {
        this.owner = owner;
        this.rules = List.copyOf(rules);
        this.defaults = defaults;
        this.firstEnd =
                rules.stream().flatMap(rule -> rule.options().until().stream()).min(Instant::compareTo);
    }

    /** The rules of {@code owner}, the last of which wins. */
    public static Layer of(Owner owner, List<Rule> rules) {
        return new Layer(owner, rules);
    }

    /** An allow for each of {@code rules}, as they would hold in a session. */
    public static Layer allowing(List<RuleText> rules) {
        var origin = new Rule.Origin("always", 0);
        return new Layer(
                Owner.SESSION,
                rules.stream()
                        .map(rule -> Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, origin))
                        .toList());
    }

    /**
     * Rules of which only the denies count: what they allow, ask about or leave open is for others to decide.
     *
     * <p>A layer that denies by default begins with a deny for everything.
     */
    public static Layer vetoing(Owner owner, List<Rule> rules) {
        var denies = new ArrayList<Rule>();
        denies.add(Rule.of("*", "*", Action.ALLOW, UNSAID));
        for (Rule rule : rules) {
            denies.add(rule.action() == Action.ASK ? rule.saying(Action.ALLOW) : rule);
        }
        return new Layer(owner, denies);
    }

    /** The same of a file in which something is wrong: whatever it denies is denied, and nothing else that it says counts. */
    public static Layer vetoingWhatItDenies(Owner owner, List<Rule> rules) {
        return vetoing(
                owner,
                rules.stream().filter(rule -> rule.action() == Action.DENY).toList());
    }

    /** These rules, which say what becomes of those of the preset. */
    public Layer over(Defaults defaults) {
        return new Layer(owner, rules, defaults);
    }

    /** What they say of the preset's. */
    public Defaults defaults() {
        return defaults;
    }

    public Owner owner() {
        return owner;
    }

    public List<Rule> rules() {
        return rules;
    }

    /** What tells this layer from others: the same for the same rules of the same owner. */
    String version() {
        String known = version;
        if (known == null) {
            MessageDigest hash = Sha256.digest();
            hash.update(owner.name().getBytes(StandardCharsets.UTF_8));
            for (Rule rule : rules) {
                hash.update((rule.tool().pattern() + "\n" + rule.value().pattern() + "\n" + rule.action() + "\n"
                                + rule.options().version() + "\n")
                        .getBytes(StandardCharsets.UTF_8));
            }
            known = HexFormat.of().formatHex(hash.digest());
            version = known;
        }
        return known;
    }

    /** This layer without the rules that have ended at {@code now}. */
    public Layer at(Instant now) {
        boolean ended = firstEnd.isPresent() && !firstEnd.get().isAfter(now);
        if (!ended) {
            return this;
        }
        Later known = later;
        if (known != null && !known.since().isAfter(now)) {
            return known.layer().at(now);
        }
        List<Rule> left = rules.stream()
                .filter(rule ->
                        rule.options().until().filter(end -> !end.isAfter(now)).isEmpty())
                .toList();
        var layer = new Layer(owner, left, defaults);
        later = new Later(now, layer);
        return layer;
    }

    /** The denies of this layer. */
    public Layer denies() {
        Layer known = denies;
        if (known == null) {
            known = new Layer(
                    Owner.SESSION,
                    rules.stream().filter(rule -> rule.action() == Action.DENY).toList());
            denies = known;
        }
        return known;
    }

    /** Those that speak of the tool called {@code tool}. */
    public ToolRules of(String tool, ToolTable tools) {
        ToolRules known = byTool.get(tool);
        if (known == null) {
            known = new ToolRules(rules.reversed().stream()
                    .filter(rule -> speaksOf(rule, tool, tools))
                    .toList());
            if (byTool.size() < MAX_TOOLS) {
                byTool.put(tool, known);
            }
        }
        return known;
    }

    /** A rule's tool is the tool's own name, a pattern of it, or any name of its kind. */
    private static boolean speaksOf(Rule rule, String tool, ToolTable tools) {
        ToolKind kind = tools.kind(tool);
        boolean hasAliases = kind.hasAliases();
        if (!hasAliases) {
            return rule.tool().matches(tool);
        }
        if (rule.tool().isLiteral()) {
            return rule.tool().matches(tool) || tools.kind(rule.tool().pattern()) == kind;
        }
        // A tool is the same by any of its names: an allow has to mean it by all, a deny or ask means it by one.
        return rule.action() == Action.ALLOW
                ? rule.tool().matches(tool) && rule.tool().matches(tools.ruleName(tool))
                : tools.names(kind).stream().anyMatch(rule.tool()::matches);
    }
}
