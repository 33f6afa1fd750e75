package dev.licet.core.preset;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.GrantForm;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.FloorMode;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Measure;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Stars;
import dev.licet.core.rule.ToolTier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * @param stars what an allow with a wildcard covers
 * @param defaults what holds below a worker's own rules
 * @param replaced whether a worker's rules hold in their place where they do not say
 * @param vetoes what is denied whatever rules say
 * @param tools what its own tools do, by their names
 * @param spellings how a denial names what is dangerous about a command, the first that is in it
 * @param agentsRule whether the rules of an agent's type also allow, and do not only veto
 * @param grants what "always" may remember, the first being the default
 * @param form how that is spelled
 * @param lifetime how long it is remembered by default
 * @param previews whether what is asked may be tried within bounds first
 * @param rejection what follows when a person denies and chooses nothing else
 * @param texts everything it says, by key
 */
public record Preset(
        String name,
        Mode mode,
        FloorMode floor,
        FloorMode floorInYolo,
        Measure measure,
        Stars stars,
        Layer defaults,
        boolean replaced,
        List<Layer> vetoes,
        Map<String, ToolTier> tools,
        List<String> spellings,
        boolean agentsRule,
        List<GrantKind> grants,
        GrantForm form,
        Lifetime lifetime,
        boolean previews,
        RejectMode rejection,
        Map<String, String> texts) {
    /** The names of all presets, the default first. */
    public static final List<String> NAMES =
            List.of("licet", "careful", "balanced", "trusting", "oh-my-pi", "molf", "connectonion", "ollama");

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
        var data = new PresetData(name);
        data.read(name);
        return Optional.of(of(data));
    }

    /** The preset that holds unless another is chosen. */
    public static Preset standard() {
        return named(NAMES.getFirst()).orElseThrow();
    }

    private static Preset of(PresetData data) {
        List<GrantKind> grants = grants(data.value("grants"));
        FloorMode floor = FloorMode.valueOf(upper(data.value("floor")));
        return new Preset(
                data.name(),
                Mode.of(data.value("mode")).orElseThrow(),
                floor,
                data.optional("floor in yolo")
                        .map(said -> FloorMode.valueOf(upper(said)))
                        .orElse(floor),
                Measure.valueOf(upper(data.value("measure"))),
                data.optional("stars")
                        .map(said -> Stars.valueOf(upper(said).replace(' ', '_')))
                        .orElse(Stars.CAUTIOUS),
                Layer.of(Owner.PRESET, data.defaults()),
                data.value("defaults").equals("replaced"),
                data.vetoes().isEmpty() ? List.of() : List.of(Layer.vetoing(Owner.PRESET, data.vetoes())),
                data.tools(),
                data.spellings(),
                data.value("agents").equals("rule"),
                grants,
                data.form().withLines(grants.contains(GrantKind.LINE)),
                data.value("lifetime").equals("worker") ? new Lifetime.Worker() : new Lifetime.Session(),
                data.optional("previews").isEmpty(),
                RejectMode.of(data.value("rejection")).orElseThrow(),
                data.texts());
    }

    private static List<GrantKind> grants(String text) {
        return Stream.of(text.split(" ", -1))
                .map(kind -> GrantKind.of(kind).orElseThrow())
                .toList();
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
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
                .withStars(stars)
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
