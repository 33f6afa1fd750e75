package dev.licet.core.rule;

import dev.licet.core.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that decides about calls. Cheap to put together: the layers are what is costly, and they are shared.
 *
 * @param vetoes layers of which only the denies count; nothing loosens them
 * @param layers the ordinary layers, in their order: over all of them the last rule that matches wins
 * @param settings what holds beside the rules
 * @param problems what is wrong with the files; each belongs to an entry that counts as {@code ask}, or as nothing
 * @param fault why a file could not be read at all, when these are the rules of its last good version
 */
public record Policy(
        List<Layer> vetoes,
        List<Layer> layers,
        Settings settings,
        List<Diagnostic> problems,
        Optional<Diagnostic> fault) {
    public Policy {
        vetoes = List.copyOf(vetoes);
        layers = List.copyOf(layers);
        problems = List.copyOf(problems);
    }

    /** A worker's rules without problems, and no mode. */
    public static Policy of(List<Rule> rules) {
        return new Policy(
                List.of(), List.of(Layer.of(Owner.WORKER, rules)), Settings.PLAIN, List.of(), Optional.empty());
    }

    /** A worker's rules that say what becomes of those of the preset. */
    public static Policy of(List<Rule> rules, Layer.Defaults defaults) {
        return new Policy(
                List.of(),
                List.of(Layer.of(Owner.WORKER, rules).over(defaults)),
                Settings.PLAIN,
                List.of(),
                Optional.empty());
    }

    /** Every ordinary rule, in order. */
    public List<Rule> rules() {
        return layers.stream().flatMap(layer -> layer.rules().stream()).toList();
    }

    /**
     * What tells this policy from others: 16 hexadecimal digits, the same for the same rules, modes and protections. Where a
     * rule stands in its file does not count.
     */
    public String version() {
        MessageDigest hash = Sha256.digest();
        vetoes.forEach(layer -> hash.update(bytes("veto " + layer.version())));
        layers.forEach(layer -> hash.update(bytes("layer " + layer.version())));
        hash.update(bytes(settings.mode() + " " + settings.ceiling() + " " + settings.floor() + " " + settings.measure()
                + new TreeMap<>(settings.declarations()) + new TreeMap<>(settings.tiers()) + fault.isPresent()));
        return HexFormat.of().formatHex(hash.digest(), 0, 8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What is wrong with the files: what kept one from being read at all, and every entry that cannot be meant. */
    public List<Diagnostic> mistakes() {
        return Stream.concat(fault.stream(), problems.stream()).toList();
    }

    /** These rules, of which {@code fault} says why they may be out of date. */
    public Policy faulty(Diagnostic fault) {
        return new Policy(vetoes, layers, settings, problems, Optional.of(fault));
    }

    /** These rules, with {@code more} wrong with the files. */
    public Policy withProblems(List<Diagnostic> more) {
        var all = new ArrayList<>(problems);
        all.addAll(more);
        return new Policy(vetoes, layers, settings, all, fault);
    }

    public Policy withSettings(Settings settings) {
        return new Policy(vetoes, layers, settings, problems, fault);
    }

    /** This policy with {@code layer} among the ordinary ones, at the place of its owner, behind others of the same. */
    public Policy with(Layer layer) {
        var all = new ArrayList<>(layers);
        int place = all.size();
        while (place > 0 && all.get(place - 1).owner().compareTo(layer.owner()) > 0) {
            place--;
        }
        all.add(place, layer);
        return new Policy(vetoes, all, settings, problems, fault);
    }

    /** This policy with what {@code grants} allow; every deny stands behind them once more, so that none is lifted. */
    public Policy granting(Layer grants) {
        Policy granted = with(grants);
        for (Layer layer : layers) {
            granted = granted.with(layer.denies());
        }
        return granted;
    }

    /** This policy with one more layer of which only the denies count, made by {@link Layer#vetoing}. */
    public Policy withVeto(Layer layer) {
        var all = new ArrayList<>(vetoes);
        all.add(layer);
        return new Policy(all, layers, settings, problems, fault);
    }

    /** This policy as it is at {@code now}: rules that have ended do not hold. */
    public Policy at(Instant now) {
        return isAsAlways(vetoes, now) && isAsAlways(layers, now)
                ? this
                : new Policy(
                        vetoes.stream().map(layer -> layer.at(now)).toList(),
                        layers.stream().map(layer -> layer.at(now)).toList(),
                        settings,
                        problems,
                        fault);
    }

    private static boolean isAsAlways(List<Layer> layers, Instant now) {
        boolean is = true;
        for (int i = 0; is && i < layers.size(); i++) {
            is = layers.get(i).at(now) == layers.get(i);
        }
        return is;
    }

    /** This policy with an allow for each of {@code more} at its end, as "always" would leave it at best. */
    public Policy allowing(List<RuleText> more) {
        return with(Layer.allowing(more));
    }
}
