package dev.licet.core.contain;

import dev.licet.core.command.WebAddress;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which hosts a command within bounds may reach, by what layers of rules say of them. The first layer has to let it, and no
 * other may have anything against it; in each the last rule that speaks of a host decides. Immutable and thread-safe.
 */
public record Hosts(List<List<Said>> layers) {
    /** No host at all. */
    public static final Hosts NONE = new Hosts(List.of());

    /** What a host is called: names, and addresses with brackets where they have colons. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_.])?|\\[[0-9a-fA-F:.]+]");

    private static final Pattern ANY_PORT = Pattern.compile(":\\*$");

    private static final Set<Integer> USUAL = Set.of(80, 443);

    /** What a rule says of the hosts that {@code pattern} means. */
    public record Said(String pattern, Action action) {
        private boolean lets() {
            return action == Action.ALLOW || action == Action.CONTAIN;
        }

        private boolean speaksOf(NamedHost host) {
            Glob glob = Glob.of(pattern);
            return lets() ? host.isCoveredBy(glob) : host.isMeantBy(glob);
        }
    }

    /** Whether a host may be reached. */
    public sealed interface Reach {
        /** It may; {@code byName} if a rule spells it, with no wildcard but for its port. */
        record Open(boolean byName) implements Reach {}

        /** It may not; {@code why} in words that complete "it is not reached: ". */
        record Closed(String why) implements Reach {}

        /** No rule speaks of it: one that names it would let it. */
        record Unnamed() implements Reach {}
    }

    public Hosts {
        layers = layers.stream().map(List::copyOf).toList();
    }

    /** Whether there is a host that may be reached, as far as rules tell without looking at names. */
    public boolean areAny() {
        return !layers.isEmpty() && layers.getFirst().stream().anyMatch(Said::lets);
    }

    /** Whether {@code port} of the host {@code written} may be reached. */
    public Reach reach(String written, int port) {
        Optional<String> name = PLAIN.matcher(written).matches()
                ? WebAddress.of("tcp://" + written).map(WebAddress::host)
                : Optional.empty();
        if (name.isEmpty()) {
            return new Reach.Closed("it is no name of a host");
        }
        var host = new NamedHost(Glob.folded(name.get()), USUAL.contains(port) ? "" : String.valueOf(port));
        for (List<Said> limits : layers.stream().skip(1).toList()) {
            Optional<Said> against = last(limits, host).filter(said -> !said.lets());
            if (against.isPresent()) {
                return closed(against.get());
            }
        }
        return layers.stream()
                .limit(1)
                .flatMap(first -> last(first, host).stream())
                .findFirst()
                .map(said -> said.lets()
                        ? new Reach.Open(
                                Glob.of(ANY_PORT.matcher(said.pattern()).replaceFirst(""))
                                        .isLiteral())
                        : closed(said))
                .orElseGet(Reach.Unnamed::new);
    }

    private static Reach closed(Said said) {
        return new Reach.Closed("the rule `network: " + said.pattern() + "` says `"
                + said.action().text() + "`");
    }

    private static Optional<Said> last(List<Said> rules, NamedHost host) {
        return rules.reversed().stream().filter(said -> said.speaksOf(host)).findFirst();
    }

    /** Their form in documents: for each layer a list of {@code {host, action}}. */
    JsonArray form() {
        return JsonArray.of(layers.stream()
                .map(layer -> JsonArray.of(layer.stream()
                        .map(said -> JsonObject.empty()
                                .with("host", said.pattern())
                                .with("action", said.action().text()))
                        .toList()))
                .toList());
    }

    /**
     * What {@link #form} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static Hosts of(List<JsonValue> form) {
        return new Hosts(form.stream()
                .map(layer -> layer instanceof JsonArray array
                        ? array.elements().stream().map(Hosts::said).toList()
                        : List.of(said(layer)))
                .toList());
    }

    private static Said said(JsonValue value) {
        JsonObject form = value instanceof JsonObject object ? object : JsonObject.empty();
        return new Said(
                form.text("host").orElseThrow(() -> new IllegalArgumentException("`host` is a text")),
                form.text("action")
                        .flatMap(Action::of)
                        .orElseThrow(() -> new IllegalArgumentException("`action` is allow, contain, ask or deny")));
    }
}
