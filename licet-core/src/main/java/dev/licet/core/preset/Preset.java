package dev.licet.core.preset;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.GrantForm;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.FloorMode;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Measure;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Tier;
import dev.licet.core.rule.ToolTier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a system decides, remembers and speaks, read from a data file; {@code licet.txt} explains the format.
 *
 * @param name what files and options call it
 * @param mode its mode, as long as nobody chooses another
 * @param floor what the built-in protections do
 * @param floorInYolo what they do in mode {@code yolo}
 * @param measure what the tier of a call is taken from
 * @param defaults what holds below a worker's own rules
 * @param replaced whether a worker's rules hold in their place where they do not say
 * @param vetoes what is denied whatever rules say
 * @param tools what its own tools do, by their names
 * @param spellings how a denial names what is dangerous about a command, the first that is in it
 * @param agentsRule whether the rules of an agent's type also allow, and do not only veto
 * @param grants what "always" may remember, the first being the default
 * @param form how that is spelled
 * @param lifetime how long it is remembered by default
 * @param rejection what follows when a person denies and chooses nothing else
 * @param texts everything it says, by key
 */
public record Preset(
        String name,
        Mode mode,
        FloorMode floor,
        FloorMode floorInYolo,
        Measure measure,
        Layer defaults,
        boolean replaced,
        List<Layer> vetoes,
        Map<String, ToolTier> tools,
        List<String> spellings,
        boolean agentsRule,
        List<GrantKind> grants,
        GrantForm form,
        Lifetime lifetime,
        RejectMode rejection,
        Map<String, String> texts) {
    /** The names of all presets, the default first. */
    public static final List<String> NAMES = List.of("licet", "oh-my-pi", "molf", "connectonion", "ollama");

    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");

    public Preset {
        vetoes = List.copyOf(vetoes);
        tools = Map.copyOf(tools);
        spellings = List.copyOf(spellings);
        grants = List.copyOf(grants);
        texts = Map.copyOf(texts);
    }

    /** The preset called {@code name}. */
    public static Optional<Preset> named(String name) {
        if (!NAMES.contains(name)) {
            return Optional.empty();
        }
        try (InputStream in = Preset.class.getResourceAsStream(name + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("no data for preset " + name);
            }
            return Optional.of(parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read preset " + name, e);
        }
    }

    /** The preset that holds unless another is chosen. */
    public static Preset standard() {
        return named(NAMES.getFirst()).orElseThrow();
    }

    private static Preset parse(String name, String text) {
        var values = new HashMap<String, String>();
        var defaults = new ArrayList<Rule>();
        var vetoes = new ArrayList<Rule>();
        var tools = new HashMap<String, ToolTier>();
        var spellings = new ArrayList<String>();
        GrantForm form = GrantForm.STANDARD;
        var texts = new HashMap<String, String>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] pair = line.split(": ", 2);
            switch (pair[0]) {
                case "rule" -> defaults.add(rule(name, pair[1]));
                case "veto" -> vetoes.add(rule(name, pair[1] + " | deny"));
                case "spelling" -> spellings.add(pair[1].substring(1, pair[1].length() - 1));
                case "arity 0", "arity 2", "arity 3" ->
                    form = form.withArity(pair[0].charAt(6) - '0', List.of(pair[1].split(", ", -1)));
                case "readers" -> form = form.withReaders(Set.of(pair[1].split(" ", -1)));
                case "tool" -> tool(pair[1].split(" \\| ", -1), tools);
                default -> {
                    boolean said = pair[0].startsWith("text ");
                    String earlier = said
                            ? texts.put(pair[0].substring(5), pair[1].replace("\\n", "\n"))
                            : values.put(pair[0], pair[1].strip());
                    if (earlier != null) {
                        throw new IllegalStateException("stands twice in preset " + name + ": `" + line + "`");
                    }
                }
            }
        }
        List<GrantKind> grants = grants(value(values, "grants"));
        FloorMode floor = FloorMode.valueOf(upper(values, "floor"));
        return new Preset(
                name,
                Mode.of(value(values, "mode")).orElseThrow(),
                floor,
                values.containsKey("floor in yolo") ? FloorMode.valueOf(upper(values, "floor in yolo")) : floor,
                Measure.valueOf(upper(values, "measure")),
                Layer.of(Owner.PRESET, defaults),
                value(values, "defaults").equals("replaced"),
                vetoes.isEmpty() ? List.of() : List.of(Layer.vetoing(Owner.PRESET, vetoes)),
                tools,
                spellings,
                value(values, "agents").equals("rule"),
                grants,
                form.withLines(grants.contains(GrantKind.LINE)),
                value(values, "lifetime").equals("worker") ? new Lifetime.Worker() : new Lifetime.Session(),
                RejectMode.of(value(values, "rejection")).orElseThrow(),
                texts);
    }

    private static List<GrantKind> grants(String text) {
        return Stream.of(text.split(" ", -1))
                .map(kind -> GrantKind.of(kind).orElseThrow())
                .toList();
    }

    /** {@code NAME | TIER}, or of some of its actions {@code NAME | TIER | ARGUMENT | ACTION ACTION …}. */
    private static void tool(String[] parts, Map<String, ToolTier> tools) {
        Tier tier = Tier.of(parts[1]).orElseThrow();
        ToolTier before = tools.get(parts[0]);
        if (parts.length == 2) {
            tools.put(parts[0], new ToolTier(tier, "", Map.of()));
        } else if (before != null) {
            var actions = new HashMap<>(before.actions());
            for (String action : parts[3].split(" ", -1)) {
                actions.put(action, tier);
            }
            tools.put(parts[0], new ToolTier(before.tier(), parts[2], actions));
        } else {
            throw new IllegalStateException("a tool of which only some actions are known: " + parts[0]);
        }
    }

    private static Rule rule(String preset, String text) {
        String[] parts = text.split(" \\| ", -1);
        Action action = Action.valueOf(parts[2].strip().toUpperCase(Locale.ROOT));
        return Rule.of(parts[0], parts[1], action, new Rule.Origin("preset " + preset, 0));
    }

    private static String value(Map<String, String> values, String key) {
        return Optional.ofNullable(values.get(key))
                .orElseThrow(() -> new IllegalStateException("a preset without `" + key + "`"));
    }

    private static String upper(Map<String, String> values, String key) {
        return value(values, key).toUpperCase(Locale.ROOT);
    }

    /** The policy of this preset for a worker without rules, in {@code mode}. */
    public Policy policy(Mode mode) {
        return around(Policy.of(List.of(), Layer.Defaults.BELOW), mode);
    }

    /** {@code rules} with all that this preset decides below and beside them, in {@code mode}. */
    public Policy around(Policy rules, Mode mode) {
        return below(beside(rules, mode));
    }

    /** {@code rules} with all that this preset decides beside them, in {@code mode}. */
    public Policy beside(Policy rules, Mode mode) {
        Policy policy = rules.withSettings(inMode(rules.settings(), mode));
        for (Layer veto : vetoes) {
            policy = policy.withVeto(veto);
        }
        return policy;
    }

    /** {@code policy} with the defaults of this preset below it, if it does not hold in their place. */
    public Policy below(Policy policy) {
        boolean held = policy.layers().stream().map(Layer::defaults).noneMatch(said -> said == Layer.Defaults.REPLACED);
        boolean said = policy.layers().stream().map(Layer::defaults).anyMatch(each -> each == Layer.Defaults.BELOW);
        return held && (said || !replaced) ? policy.with(defaults) : policy;
    }

    /** {@code settings} in {@code mode}, with the floor that this preset has then. */
    public Settings inMode(Settings settings, Mode mode) {
        return settings.withMode(mode)
                .withFloor(mode == Mode.YOLO ? floorInYolo : floor)
                .withMeasure(measure)
                .withTiers(tools);
    }

    /** {@code policy} for a subagent whose type has {@code rules}: what they deny is denied, whatever others say. */
    public Policy underAgent(Policy policy, List<Rule> rules) {
        Policy vetoed = policy.withVeto(Layer.vetoing(Owner.AGENT, rules));
        return agentsRule ? vetoed.with(Layer.of(Owner.AGENT, rules)) : vetoed;
    }

    /** How it names what is dangerous about {@code command}, if it has a name for that. */
    public Optional<String> spelling(String command) {
        String lower = command.toLowerCase(Locale.ROOT);
        return spellings.stream()
                .filter(spelling -> lower.contains(spelling.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Whether it says anything under {@code key}. */
    public boolean says(String key) {
        return texts.containsKey(key);
    }

    /** What it says under {@code key}, or what the standard preset says if it says nothing, with {@code {name}} replaced by what {@code values} has for it. */
    public String say(String key, Map<String, String> values) {
        String text = Optional.ofNullable(texts.get(key))
                .or(() -> Optional.ofNullable(standard().texts.get(key)))
                .orElseThrow(
                        () -> new IllegalArgumentException("preset " + name + " says nothing under `" + key + "`"));
        // In one pass: a value that looks like a place to fill in is not filled in itself.
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), place.group())));
    }
}
