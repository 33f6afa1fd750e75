package dev.licet.core.contain;

import dev.licet.core.command.WebAddress;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
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

    /** An address of IPv4, each number as anybody writes it. */
    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\\.(?!$)|$)){4}");

    private static final Pattern DIGITS = Pattern.compile("[0-9.]*");

    private static final int MAX_NAME = 253;

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
        /**
         * It may.
         *
         * @param host what is to be looked up
         * @param byName whether a rule spells it, with no wildcard but for its port
         */
        record Open(String host, boolean byName) implements Reach {}

        /** It may not; {@code why} in words that complete "it is not reached: ". */
        record Closed(String host, String why) implements Reach {}

        /** No rule speaks of {@code host}: one that names it would let it. */
        record Unnamed(String host) implements Reach {}

        /** It is no name of a host. */
        record NoHost() implements Reach {}
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
                ? WebAddress.of("tcp://" + written).map(WebAddress::host).map(Glob::folded)
                : Optional.empty();
        if (name.filter(Hosts::isHost).isEmpty()) {
            return new Reach.NoHost();
        }
        var host = new NamedHost(name.get(), port);
        Optional<Said> against = against(host);
        if (against.isPresent()) {
            return closed(host, against.get());
        }
        return layers.stream()
                .limit(1)
                .flatMap(first -> last(first, host).stream())
                .findFirst()
                .map(said -> said.lets()
                        ? new Reach.Open(host.name(), host.isSpelledBy(Glob.of(said.pattern())))
                        : closed(host, said))
                .orElseGet(() -> new Reach.Unnamed(host.name()));
    }

    private static boolean isHost(String name) {
        return name.length() <= MAX_NAME
                && (!DIGITS.matcher(name).matches() || IPV4.matcher(name).matches());
    }

    /** Whether a rule, but one for all hosts, has something against {@code address}, which some name stands for. */
    public boolean areAgainst(InetAddress address, int port) {
        String text = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        return WebAddress.of("tcp://" + text.replaceFirst("%.*]", "]"))
                .map(each -> new NamedHost(each.host(), port))
                .flatMap(host -> layers.stream()
                        .flatMap(layer -> last(layer, host).stream())
                        .filter(said -> !said.lets() && !Glob.of(said.pattern()).isEverything())
                        .findFirst())
                .isPresent();
    }

    /** What a further layer has against {@code host}. */
    private Optional<Said> against(NamedHost host) {
        return layers.stream()
                .skip(1)
                .flatMap(limits -> last(limits, host).stream())
                .filter(said -> !said.lets())
                .findFirst();
    }

    private static Reach closed(NamedHost host, Said said) {
        return new Reach.Closed(
                host.name(),
                "the rule `network: " + said.pattern() + "` says `"
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
