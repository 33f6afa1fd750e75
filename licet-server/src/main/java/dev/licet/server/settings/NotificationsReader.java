package dev.licet.server.settings;

import dev.licet.core.glob.Glob;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Role;
import dev.licet.server.settings.Notifications.Email;
import dev.licet.server.settings.Notifications.Format;
import dev.licet.server.settings.Notifications.Login;
import dev.licet.server.settings.Notifications.Security;
import dev.licet.server.settings.Notifications.Slack;
import dev.licet.server.settings.Notifications.Telegram;
import dev.licet.server.settings.Notifications.Webhook;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the section {@code notify}. */
final class NotificationsReader {
    private static final URI BOT_API = URI.create("https://api.telegram.org");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final Pattern HOURS = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]");
    private static final Pattern TOKEN = Pattern.compile("[0-9]{1,20}:[A-Za-z0-9_-]{20,100}");
    private static final URI SLACK_API = URI.create("https://slack.com/api");
    private static final Pattern SLACK_TOKEN = Pattern.compile("xox[a-z]-[A-Za-z0-9-]{10,200}");
    private static final Pattern SLACK_SECRET = Pattern.compile("[0-9a-f]{32,64}");
    private static final Pattern SLACK_CHANNEL = Pattern.compile("[CDG][A-Z0-9]{2,20}");
    private static final Pattern SLACK_USER = Pattern.compile("[UW][A-Z0-9]{2,20}");
    private static final Pattern TOPIC = Pattern.compile("/[A-Za-z0-9_-]{1,64}$");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9a-f:]+]");
    private static final Pattern MAIL_ADDRESS = Pattern.compile("[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
    private static final Pattern PERSON = Pattern.compile("(\\S+) (\\S+)");
    private static final Set<String> CHANNELS = Set.of("telegram", "slack", "email", "push");

    private NotificationsReader() {}

    static Notifications read(Section notify) {
        notify.only("zone", "routes", "webhooks", "telegram", "slack", "email", "pushServices");
        var webhooks = new ArrayList<Webhook>();
        for (Section each : notify.sections("webhooks")) {
            webhooks.add(webhook(each, webhooks));
        }
        var channels = new HashSet<>(CHANNELS);
        webhooks.forEach(webhook -> channels.add(webhook.name()));
        return new Notifications(
                notify.text("zone").map(text -> zone(notify, text)).orElseGet(ZoneId::systemDefault),
                notify.sections("routes").stream()
                        .map(each -> route(each, channels))
                        .toList(),
                webhooks,
                notify.section("telegram").map(NotificationsReader::telegram),
                notify.section("slack").map(NotificationsReader::slack),
                notify.section("email").map(NotificationsReader::email),
                notify.texts("pushServices").stream()
                        .map(text -> SettingsReader.address(notify, "pushServices", text))
                        .toList());
    }

    private static ZoneId zone(Section notify, String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw notify.wrong("zone", "`zone` is a time zone such as Europe/Zurich, not `" + text + "`");
        }
    }

    private static Webhook webhook(Section webhook, List<Webhook> before) {
        webhook.only("name", "url", "urlFile", "format", "secretFile");
        String name = webhook.needed("name");
        boolean taken = CHANNELS.contains(name)
                || before.stream().anyMatch(other -> other.name().equals(name));
        if (!NAME.matcher(name).matches() || taken) {
            throw webhook.wrong(
                    "name", "a webhook's name has 1 to 32 lower-case letters, digits or dashes, and is its own");
        }
        if (webhook.text("url").isPresent() == webhook.text("urlFile").isPresent()) {
            throw webhook.wrong("name", "a webhook has `url`, or `urlFile` where the address itself is a secret");
        }
        URI address = webhook.text("url")
                .map(text -> SettingsReader.address(webhook, "url", text))
                .orElseGet(() -> SettingsReader.secretAddress(webhook, "urlFile"));
        Format format = switch (webhook.text("format").orElse("licet")) {
            case "licet" -> Format.LICET;
            case "text" -> Format.TEXT;
            case "discord" -> Format.DISCORD;
            case "teams" -> Format.TEAMS;
            case "ntfy" -> Format.NTFY;
            default -> throw webhook.wrong("format", "`format` is licet, text, discord, teams or ntfy");
        };
        if (format == Format.NTFY && !TOPIC.matcher(address.getPath()).find()) {
            throw webhook.wrong("format", "the address for ntfy ends in a topic, as in https://ntfy.sh/my-topic");
        }
        return new Webhook(name, address, format, webhook.text("secretFile").map(file -> key(webhook)));
    }

    private static byte[] key(Section webhook) {
        String text = SettingsReader.secret(webhook, "secretFile");
        try {
            byte[] key = Base64.getDecoder().decode(text.replaceFirst("^whsec_", ""));
            if (key.length >= 24 && key.length <= 64) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            throw webhook.wrong("secretFile", "the file has no secret in Base64, as in whsec_…");
        }
        throw webhook.wrong("secretFile", "the secret has 24 to 64 bytes in Base64, as in whsec_…");
    }

    private static Route route(Section route, Set<String> channels) {
        route.only("to", "tools", "rules", "workers", "sessions", "after", "digest", "quiet");
        if (!route.has("to")) {
            throw route.wrong("to", "`to` is missing: the names of channels, or an empty list for nobody");
        }
        for (String name : route.texts("to")) {
            if (!channels.contains(name)) {
                throw route.wrong(
                        "to",
                        "there is no channel `" + name
                                + "`: use telegram, slack, email, push or the name of a webhook");
            }
        }
        return new Route(
                route.texts("to"),
                globs(route, "tools"),
                globs(route, "rules"),
                globs(route, "workers"),
                globs(route, "sessions"),
                period(route, "after"),
                period(route, "digest"),
                route.text("quiet").map(text -> quiet(route, text)));
    }

    private static List<Glob> globs(Section route, String key) {
        return route.texts(key).stream().map(Glob::of).toList();
    }

    private static Duration period(Section route, String key) {
        return route.text(key)
                .map(text -> SettingsReader.period(route, key, text))
                .orElse(Duration.ZERO);
    }

    private static Route.Quiet quiet(Section route, String text) {
        String[] times = text.split("-", 2);
        if (!HOURS.matcher(text).matches() || times[0].equals(times[1])) {
            throw route.wrong("quiet", "`quiet` is two times, as in 22:00-07:00, not `" + text + "`");
        }
        return new Route.Quiet(LocalTime.parse(times[0]), LocalTime.parse(times[1]));
    }

    private static Telegram telegram(Section telegram) {
        telegram.only("tokenFile", "api", "people", "webhook");
        String token = SettingsReader.secret(telegram, "tokenFile");
        if (!TOKEN.matcher(token).matches()) {
            throw telegram.wrong("tokenFile", "the file has no token of a bot, as in 123456789:AA…");
        }
        var people = new HashMap<Long, Principal>();
        people(telegram, NUMBER, "123456: alice approver")
                .forEach((number, person) -> people.put(Long.parseLong(number), person));
        if (people.isEmpty()) {
            throw telegram.wrong("people", "`people` has to say who may talk to the bot");
        }
        return new Telegram(
                telegram.text("api")
                        .map(text -> SettingsReader.address(telegram, "api", text))
                        .orElse(BOT_API),
                token,
                people,
                telegram.text("webhook").map(text -> SettingsReader.address(telegram, "webhook", text)));
    }

    private static Slack slack(Section slack) {
        slack.only("tokenFile", "secretFile", "channel", "threads", "people", "api");
        String token = SettingsReader.secret(slack, "tokenFile");
        if (!SLACK_TOKEN.matcher(token).matches()) {
            throw slack.wrong("tokenFile", "the file has no token of a bot, as in xoxb-…");
        }
        String secret = SettingsReader.secret(slack, "secretFile");
        if (!SLACK_SECRET.matcher(secret).matches()) {
            throw slack.wrong("secretFile", "the file has no signing secret of the app, 32 hexadecimal digits");
        }
        String channel = slack.needed("channel");
        if (!SLACK_CHANNEL.matcher(channel).matches()) {
            throw slack.wrong("channel", "`channel` is the id of a channel, as in C0123456789");
        }
        Map<String, Principal> people = people(slack, SLACK_USER, "U0123456789: alice approver");
        if (people.isEmpty()) {
            throw slack.wrong("people", "`people` has to say who may answer");
        }
        return new Slack(
                slack.text("api")
                        .map(text -> SettingsReader.address(slack, "api", text))
                        .orElse(SLACK_API),
                token,
                secret,
                channel,
                slack.flag("threads", false),
                people);
    }

    private static Email email(Section email) {
        email.only("host", "port", "security", "user", "passwordFile", "from", "to");
        String host = email.needed("host");
        if (!HOST.matcher(host).matches()) {
            throw email.wrong("host", "`host` is the name of a mail server, as in smtp.example.com");
        }
        Security security = switch (email.text("security").orElse("starttls")) {
            case "starttls" -> Security.STARTTLS;
            case "tls" -> Security.TLS;
            case "none" -> Security.NONE;
            default -> throw email.wrong("security", "`security` is starttls, tls or none");
        };
        if (email.has("user") != email.has("passwordFile")) {
            throw email.wrong("user", "`user` and `passwordFile` go together");
        }
        Optional<Login> login =
                email.text("user").map(user -> new Login(user, SettingsReader.secret(email, "passwordFile")));
        if (login.isPresent() && security == Security.NONE && !SettingsReader.LOOPBACK.contains(host)) {
            throw email.wrong("security", "a password is not sent unprotected: `security` is starttls or tls");
        }
        List<String> to = email.texts("to");
        if (to.isEmpty()) {
            throw email.wrong("to", "`to` has to say who is told: a list of addresses");
        }
        to.forEach(address -> mailAddress(email, "to", address));
        String from = email.needed("from");
        mailAddress(email, "from", from);
        return new Email(
                host, email.number("port", port(security), SettingsReader.MAX_PORT), security, login, from, to);
    }

    private static int port(Security security) {
        return switch (security) {
            case TLS -> 465;
            case STARTTLS -> 587;
            case NONE -> 25;
        };
    }

    private static void mailAddress(Section email, String key, String address) {
        if (!MAIL_ADDRESS.matcher(address).matches()) {
            throw email.wrong(key, "`" + address + "` is no address, as in anna@example.com");
        }
    }

    /** {@code 123456: alice approver+rules}, by an id that fits {@code form}. */
    private static Map<String, Principal> people(Section telegram, Pattern form, String example) {
        var people = new HashMap<String, Principal>();
        telegram.pairs("people").forEach((number, text) -> {
            var person = PERSON.matcher(text);
            Optional<Entitlement> entitlement = person.matches() ? Entitlement.of(person.group(2)) : Optional.empty();
            if (!form.matcher(number).matches() || entitlement.isEmpty()) {
                throw telegram.wrong(
                        "people",
                        "`" + number + ": " + text + "` is not the id of a user with a name and what they may, as in "
                                + example);
            }
            String name = person.group(1);
            boolean owner = entitlement.get().role() == Role.OWNER && name.equals(Principal.OWNER.name());
            if (!owner && !Principal.isName(name)) {
                throw telegram.wrong("people", "`" + name + "` cannot be a name here: " + Principal.NAMES);
            }
            people.put(
                    number,
                    owner
                            ? Principal.OWNER
                            : new Principal(
                                    name,
                                    entitlement.get().role(),
                                    entitlement.get().rights(),
                                    Set.of(),
                                    Set.of()));
        });
        return people;
    }
}
