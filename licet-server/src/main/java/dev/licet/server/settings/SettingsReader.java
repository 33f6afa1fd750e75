package dev.licet.server.settings;

import dev.licet.server.access.Principal;
import dev.licet.server.settings.ServerSettings.Limits;
import dev.licet.server.settings.ServerSettings.Oidc;
import dev.licet.server.settings.ServerSettings.Telemetry;
import dev.licet.server.settings.ServerSettings.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the section {@code server}. */
final class SettingsReader {
    private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern NAME =
            Pattern.compile("(" + LABEL + "(\\." + LABEL + ")*|\\[[0-9a-f:]+])(:([1-9][0-9]{0,4}))?");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:]+]|[A-Za-z0-9.-]+):([0-9]{1,5})");
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*/?");
    private static final Pattern PERIOD = Pattern.compile("([1-9][0-9]{0,4})([smhd])");
    private static final Duration LONGEST_SESSION = Duration.ofDays(30);
    static final int MAX_PORT = 65_535;

    /** What names this machine. */
    static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final int MAX_RATE = 1_000_000;

    private SettingsReader() {}

    static ServerSettings read(Section server) {
        server.only("names", "tls", "limits", "oidc", "telemetry", "callbacks", "notify", "previews");
        var names = new LinkedHashSet<>(server.texts("names"));
        for (String name : names) {
            if (!isName(name)) {
                throw server.wrong(
                        "names", "a name looks like licet.example.com or licet.example.com:8443, not `" + name + "`");
            }
        }
        Optional<Tls> tls = server.section("tls").map(SettingsReader::tls);
        if (tls.isPresent() && names.isEmpty()) {
            throw server.wrong("tls", "`names` is missing: under which names is the server reached from elsewhere?");
        }
        return new ServerSettings(
                names,
                tls,
                server.section("limits").map(SettingsReader::limits).orElse(Limits.STANDARD),
                server.section("oidc").map(SettingsReader::oidc),
                server.section("telemetry").map(SettingsReader::telemetry),
                server.texts("callbacks").stream()
                        .map(text -> address(server, "callbacks", text))
                        .toList(),
                server.section("notify").map(NotificationsReader::read).orElse(Notifications.NONE),
                server.flag("previews", true));
    }

    private static boolean isName(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || (matcher.group(6) != null && Integer.parseInt(matcher.group(6)) > MAX_PORT)) {
            return false;
        }
        // Only an address in digits is looked at here: nothing is asked of a name server.
        return !name.startsWith("[") || isAddress(matcher.group(1));
    }

    private static boolean isAddress(String text) {
        try {
            return InetAddress.getByName(text).getAddress().length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static Tls tls(Section tls) {
        tls.only("listen", "certificate", "key");
        Matcher address = ADDRESS.matcher(tls.needed("listen"));
        if (!address.matches() || Integer.parseInt(address.group(2)) > MAX_PORT || !isAddress(address.group(1))) {
            throw tls.wrong("listen", "`listen` is an address of this machine and a port, as in 0.0.0.0:8443");
        }
        return new Tls(
                address.group(1).replaceAll("[\\[\\]]", ""),
                Integer.parseInt(address.group(2)),
                file(tls, "certificate"),
                file(tls, "key"));
    }

    /** A file beside the one that names it, or anywhere by its absolute path. */
    private static Path file(Section section, String key) {
        Path file = section.file().resolveSibling(section.needed(key));
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw section.wrong(key, "the file `" + file + "` cannot be read");
        }
        return file;
    }

    private static Limits limits(Section limits) {
        limits.only("requestsPerSecond", "strangersPerSecond");
        return new Limits(
                limits.number("requestsPerSecond", Limits.STANDARD.requestsPerSecond(), MAX_RATE),
                limits.number("strangersPerSecond", Limits.STANDARD.strangersPerSecond(), MAX_RATE));
    }

    private static Oidc oidc(Section oidc) {
        oidc.only(
                "issuer",
                "clientId",
                "clientSecretFile",
                "scopes",
                "nameClaim",
                "groupsClaim",
                "people",
                "groups",
                "session");
        List<String> scopes = oidc.texts("scopes");
        Duration session =
                oidc.text("session").map(text -> period(oidc, "session", text)).orElse(Duration.ofHours(12));
        if (session.compareTo(LONGEST_SESSION) > 0) {
            throw oidc.wrong("session", "nobody stays signed in for more than " + LONGEST_SESSION.toDays() + "d");
        }
        Map<String, Entitlement> people = entitlements(oidc, "people");
        Map<String, Entitlement> groups = entitlements(oidc, "groups");
        if (people.isEmpty() && groups.isEmpty()) {
            throw oidc.wrong("people", "`people` or `groups` has to say who may sign in");
        }
        return new Oidc(
                address(oidc, "issuer", oidc.needed("issuer")),
                oidc.needed("clientId"),
                oidc.text("clientSecretFile").map(name -> secret(oidc, "clientSecretFile")),
                scopes.isEmpty() ? List.of("openid", "email", "profile") : scopes,
                oidc.text("nameClaim").orElse("email"),
                oidc.text("groupsClaim").orElse("groups"),
                people,
                groups,
                session);
    }

    /** What the file holds that {@code key} names. */
    static String secret(Section section, String key) {
        try {
            String secret = Files.readString(file(section, key)).strip();
            if (secret.isEmpty()) {
                throw section.wrong(key, "the file is empty; where there is no secret, leave the key out");
            }
            return secret;
        } catch (IOException e) {
            throw section.wrong(key, "the file cannot be read: " + e.getMessage());
        }
    }

    private static Map<String, Entitlement> entitlements(Section oidc, String key) {
        var all = new HashMap<String, Entitlement>();
        oidc.pairs(key)
                .forEach((name, text) -> all.put(
                        name,
                        Entitlement.of(text)
                                .orElseThrow(() -> oidc.wrong(
                                        key,
                                        "`" + name + "` is owner, approver, approver+rules or viewer, not `" + text
                                                + "`"))));
        if (key.equals("people")) {
            all.keySet().stream().filter(name -> !Principal.isName(name)).forEach(name -> {
                throw oidc.wrong(key, "`" + name + "` cannot be a name here: " + Principal.NAMES);
            });
        }
        return all;
    }

    private static Telemetry telemetry(Section telemetry) {
        telemetry.only("otlp", "every");
        return new Telemetry(
                address(telemetry, "otlp", telemetry.needed("otlp")),
                telemetry
                        .text("every")
                        .map(text -> period(telemetry, "every", text))
                        .orElse(Duration.ofMinutes(1)));
    }

    static Duration period(Section section, String key, String text) {
        Matcher period = PERIOD.matcher(text);
        if (!period.matches()) {
            throw section.wrong(key, "`" + key + "` is a number and s, m, h or d, as in 12h, not `" + text + "`");
        }
        long number = Long.parseLong(period.group(1));
        return switch (period.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** An address of the web; what is not encrypted stays on this machine. */
    static URI address(Section section, String key, String text) {
        return address(section, key, "`" + text + "`", text, false);
    }

    /** An address that is itself a secret, in a file: nothing of it is said. */
    static URI secretAddress(Section section, String key) {
        return address(section, key, "what is in the file", secret(section, key), true);
    }

    private static URI address(Section section, String key, String named, String text, boolean mayAsk) {
        try {
            URI address = new URI(text);
            String host = String.valueOf(address.getHost());
            boolean local = LOOPBACK.contains(host);
            boolean good = address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getFragment() == null
                    && (mayAsk || address.getQuery() == null)
                    && address.getPort() <= MAX_PORT
                    && PATH.matcher(String.valueOf(address.getRawPath())).matches()
                    && ("https".equals(address.getScheme()) || ("http".equals(address.getScheme()) && local));
            if (good) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw section.wrong(key, named + " is no address: " + e.getReason());
        }
        throw section.wrong(key, named + " is no plain address with https:// (or http:// on this machine)");
    }
}
