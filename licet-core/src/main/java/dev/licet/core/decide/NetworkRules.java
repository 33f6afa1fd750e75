package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.command.WebAddress;
import dev.licet.core.contain.Hosts;
import dev.licet.core.contain.NamedHost;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules under the name {@code network}: they speak of hosts, whatever command or tool contacts them. What they deny or ask
 * holds beside all other rules; what they allow may be fetched where no other rule says anything. Immutable, thread-safe.
 */
public final class NetworkRules {
    /** The name of a tool that these rules are written under. */
    public static final String TOOL = "network";

    static final NetworkRules NONE = new NetworkRules(List.of());

    private static final Set<String> FETCHED = Set.of("http", "https");

    /** The ports that are meant where none is written. */
    private static final Map<String, String> PORTS = Map.of("http", "80", "ws", "80", "https", "443", "wss", "443");

    /** What may be the name of a host in a word, with the scheme before it and the port behind it. */
    private static final Pattern NAME =
            Pattern.compile("(?:(https?|wss?)://)?([A-Za-z0-9_-]++(?:\\.++[A-Za-z0-9_-]++)*+)(?::(\\d{1,5})(?!\\w))?");

    /** An address of IPv6 in a word. */
    private static final Pattern IPV6 = Pattern.compile("(?<![0-9a-fA-F])[0-9a-fA-F]*+:[0-9a-fA-F]*+:[0-9a-fA-F:.]*+");

    /** In a pattern of addresses, which curl writes out. */
    private static final Pattern PARTS = Pattern.compile("[\\[\\]{}]");

    /** What is certain of an address whose host is not. */
    private static final Pattern OPEN = Pattern.compile("://[^/?#]*$");

    /** A header may be a user, another method or another host. */
    private static final Pattern HEADER = Pattern.compile("-[A-Za-z]*H.*|--header.*", Pattern.DOTALL);

    /** The last first. */
    private final List<Rule> rules;

    private NetworkRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Those among {@code rules}, the last of which stands first. */
    static NetworkRules of(List<Rule> rules) {
        List<Rule> named = rules.isEmpty()
                ? rules
                : rules.stream().filter(NetworkRules::areOf).toList();
        return named.isEmpty() ? NONE : new NetworkRules(named);
    }

    /** Whether {@code rule} is one of them. */
    public static boolean areOf(Rule rule) {
        return rule.tool().pattern().equals(TOOL);
    }

    /** Why {@code pattern} names no host; empty if it may name one. */
    public static Optional<String> whyNot(String pattern) {
        if (pattern.indexOf('/') >= 0 || pattern.indexOf('@') >= 0) {
            return Optional.of("`" + pattern
                    + "` is more than a host: write `example.com`, `*.example.com` or `example.com:8080`");
        }
        return pattern.isBlank() || pattern.indexOf(' ') >= 0 || pattern.endsWith(":")
                ? Optional.of("`" + pattern + "` is no host")
                : Optional.empty();
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /** What they say of hosts, in the order in which they are written. */
    List<Hosts.Said> said() {
        return rules.reversed().stream()
                .map(rule -> new Hosts.Said(rule.value().pattern(), rule.action()))
                .toList();
    }

    /** What is said against the hosts that {@code fact} contacts; {@code all} are the facts of its call. */
    Optional<Finding> limit(Fact fact, List<Fact> all, ToolCall call, ToolKind kind) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return switch (fact) {
            case Fact.Runs runs -> ofCommand(runs, all);
            case Fact.Connects connects ->
                connects.host().isEmpty()
                                || PARTS.matcher(connects.host()).find()
                                || hosts(connects).isEmpty()
                        ? somewhere(connects)
                        : said(connects, hosts(connects)).filter(found -> isSaidHere(connects, found));
            case Fact.Uses uses -> ofTool(uses, call, kind);
            case Fact.Opaque opaque -> anywhere(opaque, false);
            case Fact.Reads reads -> Optional.empty();
            case Fact.Writes writes -> Optional.empty();
            case Fact.Deletes deletes -> Optional.empty();
            case Fact.Sets sets ->
                sets.variable().toLowerCase(Locale.ROOT).endsWith("proxy")
                        ? mentioned(sets, Stream.of(sets.value().start()))
                        : Optional.empty();
        };
    }

    /** What is said against a host whose name stands anywhere in {@code words}: each program has its own way of writing it. */
    private Optional<Finding> mentioned(Fact fact, Stream<String> words) {
        Set<NamedHost> names =
                words.flatMap(NetworkRules::mentioned).collect(Collectors.toCollection(LinkedHashSet::new));
        return rules.stream()
                .filter(rule -> rule.action() != Action.ALLOW && !rule.isToolLevel())
                .flatMap(rule -> names.stream()
                        .filter(name -> isNamed(name, rule))
                        .map(name -> limit(fact, rule, name.isSurelyMeantBy(rule.value()))))
                .max(Comparator.comparing(Finding::action));
    }

    /** The names in {@code word}, each with its port where that stands beside it. */
    private static Stream<NamedHost> mentioned(String word) {
        Stream<NamedHost> names = NAME.matcher(word)
                .results()
                .filter(name -> name.group(2).length() > 1)
                .map(name -> {
                    String usual = name.group(1) == null ? "" : PORTS.getOrDefault(name.group(1), "");
                    return host(name.group(2), name.group(3) == null ? usual : name.group(3));
                });
        Stream<NamedHost> addresses = IPV6.matcher(word)
                .results()
                .flatMap(address -> WebAddress.of("tcp://[" + address.group() + "]").stream())
                .map(address -> host(address.host(), ""));
        return Stream.concat(names, addresses);
    }

    /** Whether {@code rule} is the last that speaks of {@code name}. */
    private boolean isNamed(NamedHost name, Rule rule) {
        return rules.stream()
                .filter(each -> !each.isToolLevel() && speaksOf(each, name))
                .findFirst()
                .filter(rule::equals)
                .isPresent();
    }

    private Optional<Finding> ofCommand(Fact.Runs command, List<Fact> all) {
        if (command.standing() == Fact.Standing.FREE || !command.effects().contains(SideEffect.CONNECTS)) {
            return Optional.empty();
        }
        Optional<Finding> mentioned =
                mentioned(command, command.argv().stream().skip(1).map(Argument::start));
        if (mentioned.isPresent()) {
            return mentioned;
        }
        boolean open = command.argv().stream()
                .anyMatch(word ->
                        word.certain().isEmpty() && OPEN.matcher(word.start()).find());
        if (open) {
            return somewhere(command);
        }
        Set<NamedHost> named = words(command);
        if (!named.isEmpty() || connections(command, all).findAny().isPresent()) {
            return said(command, named);
        }
        return anywhere(command, !command.effects().equals(SideEffect.ANY));
    }

    private Optional<Finding> ofTool(Fact.Uses use, ToolCall call, ToolKind kind) {
        Set<NamedHost> named = use.subject().isEmpty() ? arguments(call) : addresses(use.subject());
        return named.isEmpty() && kind == ToolKind.FETCH ? anywhere(use, true) : said(use, named);
    }

    /** The strictest of what is said of {@code hosts}. */
    private Optional<Finding> said(Fact fact, Set<NamedHost> hosts) {
        Optional<Finding> limit = Optional.empty();
        for (NamedHost host : hosts) {
            Optional<Rule> last =
                    rules.stream().filter(rule -> speaksOf(rule, host)).findFirst();
            Optional<Finding> said = last.filter(rule -> rule.action() != Action.ALLOW)
                    .map(rule -> limit(fact, rule, host.isSurelyMeantBy(rule.value())));
            boolean stricter = said.isPresent()
                    && (limit.isEmpty()
                            || said.get().action().isStricterThan(limit.get().action()));
            limit = stricter ? said : limit;
        }
        return limit;
    }

    /** Which port an operand means its command tells. */
    private static boolean isSaidHere(Fact.Connects connects, Finding found) {
        return connects.role() != Fact.Role.OPERAND || !(found.cause() instanceof Cause.MayMatch);
    }

    private static boolean speaksOf(Rule rule, NamedHost host) {
        return rule.action() == Action.ALLOW ? host.isCoveredBy(rule.value()) : host.isMeantBy(rule.value());
    }

    /** What is said of every host, where it is not known which one is contacted, or only that one may be. */
    private Optional<Finding> anywhere(Fact fact, boolean certain) {
        return rules.stream()
                .filter(Rule::isToolLevel)
                .findFirst()
                .filter(rule -> rule.action() != Action.ALLOW)
                .map(rule -> limit(fact, rule, certain));
    }

    /** What is said of any host: that may be the one. */
    private Optional<Finding> somewhere(Fact fact) {
        return rules.stream()
                .filter(rule -> rule.action() != Action.ALLOW)
                .max(Comparator.comparing(Rule::action))
                .map(rule -> limit(fact, rule, rule.action() == Action.CONTAIN));
    }

    private static Finding limit(Fact fact, Rule rule, boolean certain) {
        return certain
                ? new Finding(fact, rule.action(), new Cause.ByRule(rule))
                : new Finding(fact, Action.ASK, new Cause.MayMatch(rule));
    }

    /** A rule that allows every host that {@code command} contacts; none if some is not known. */
    Optional<Rule> allowing(Fact.Runs command, List<Fact> all) {
        boolean says = command.argv().stream()
                .anyMatch(word -> HEADER.matcher(word.start()).matches());
        if (says) {
            return Optional.empty();
        }
        var hosts = new LinkedHashSet<>(words(command));
        for (Fact.Connects connects : connections(command, all).toList()) {
            Set<NamedHost> fetched = command.argv().stream()
                    .filter(word -> word.span().equals(connects.span()))
                    .findFirst()
                    .flatMap(Argument::certain)
                    .map(NetworkRules::fetched)
                    .orElse(Set.of());
            if (fetched.isEmpty()) {
                return Optional.empty();
            }
            hosts.addAll(fetched);
        }
        return hosts.isEmpty() ? Optional.empty() : allowing(hosts);
    }

    /** The hosts of an address that is fetched as a browser does, by nobody in particular; none if it is another one. */
    private static Set<NamedHost> fetched(String written) {
        return WebAddress.of(written)
                .filter(address -> address.said()
                        && FETCHED.contains(address.scheme())
                        && address.user().isEmpty())
                .map(address -> addresses(written))
                .orElse(Set.of());
    }

    /** A rule that allows what a tool is to fetch from; of a tool of which nothing is known, the address is all it is told. */
    Optional<Rule> allowing(Fact.Uses use, ToolCall call, ToolKind kind) {
        return switch (kind) {
            case FETCH -> allowing(fetched(use.subject()));
            case MCP ->
                call.arguments().members().size() == 1
                        ? texts(call.arguments()).findFirst().flatMap(text -> allowing(fetched(text)))
                        : Optional.empty();
            case SHELL, READ, WRITE, EDIT, GREP, GLOB, SKILL, TASK, PLAN, INPUT, OTHER -> Optional.empty();
        };
    }

    private Optional<Rule> allowing(Set<NamedHost> hosts) {
        Optional<Rule> found = Optional.empty();
        for (NamedHost host : hosts) {
            Optional<Rule> last =
                    rules.stream().filter(rule -> speaksOf(rule, host)).findFirst();
            if (last.filter(rule -> rule.action() == Action.ALLOW).isEmpty()) {
                return Optional.empty();
            }
            found = last;
        }
        return found;
    }

    private static Stream<Fact.Connects> connections(Fact.Runs command, List<Fact> all) {
        return all.stream()
                .filter(fact -> fact instanceof Fact.Connects
                        && fact.span().start() >= command.span().start()
                        && fact.span().end() <= command.span().end())
                .map(Fact.Connects.class::cast);
    }

    private static Set<NamedHost> hosts(Fact.Connects connects) {
        return addresses(connects.host().contains("://") ? connects.host() : "tcp://" + connects.host());
    }

    /** The hosts that the words of {@code command} name, each in every way in which programs read it. */
    private static Set<NamedHost> words(Fact.Runs command) {
        var found = new LinkedHashSet<NamedHost>();
        command.argv().stream()
                .skip(1)
                .map(Argument::start)
                .filter(word -> word.contains("://"))
                .forEach(word -> found.addAll(addresses(word.substring(scheme(word)))));
        return found;
    }

    /** Where the address in {@code word} begins: `--url=https://…`. */
    private static int scheme(String word) {
        int start = word.indexOf("://");
        while (start > 0
                && (Character.isLetterOrDigit(word.charAt(start - 1)) || "+-.".indexOf(word.charAt(start - 1)) >= 0)) {
            start--;
        }
        return start;
    }

    private static Set<NamedHost> arguments(ToolCall call) {
        var found = new LinkedHashSet<NamedHost>();
        texts(call.arguments()).filter(text -> text.contains("://")).forEach(text -> found.addAll(addresses(text)));
        return found;
    }

    private static Stream<String> texts(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonString string -> Stream.of(string.value());
            case JsonValue.JsonObject object ->
                object.members().values().stream().flatMap(NetworkRules::texts);
            case JsonValue.JsonArray array -> array.elements().stream().flatMap(NetworkRules::texts);
            case JsonValue.JsonNumber number -> Stream.of();
            case JsonValue.JsonBoolean bool -> Stream.of();
            case JsonValue.JsonNull none -> Stream.of();
        };
    }

    private static Set<NamedHost> addresses(String written) {
        var found = new LinkedHashSet<NamedHost>();
        WebAddress.of(written).stream()
                .flatMap(WebAddress::texts)
                .flatMap(text -> WebAddress.of(text).stream())
                .forEach(address -> found.add(host(address)));
        return found;
    }

    private static NamedHost host(WebAddress address) {
        return host(
                address.host(), address.port().isEmpty() ? PORTS.getOrDefault(address.scheme(), "") : address.port());
    }

    private static NamedHost host(String name, String digits) {
        // Longer ones are no port.
        int port = digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
        return new NamedHost(Glob.folded(name), port);
    }
}
