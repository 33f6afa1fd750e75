package dev.licet.server.settings;

import dev.licet.server.access.Principal;
import java.net.URI;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who is told about approvals, and when.
 *
 * @param zone by whose clock hours are quiet
 * @param routes the first that fits an approval decides; where none does, everybody is told at once
 * @param email by which mail server they are told
 * @param services what addresses of push services begin with, beside those of the known browsers
 */
public record Notifications(
        ZoneId zone,
        List<Route> routes,
        List<Webhook> webhooks,
        Optional<Telegram> telegram,
        Optional<Slack> slack,
        Optional<Email> email,
        List<URI> services) {
    public static final Notifications NONE = new Notifications(
            ZoneId.systemDefault(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    public Notifications {
        routes = List.copyOf(routes);
        webhooks = List.copyOf(webhooks);
        services = List.copyOf(services);
    }

    /** What is posted to a webhook. */
    public enum Format {
        /** An event of Licet, in the form of Standard Webhooks. */
        LICET,
        /** {@code {"text": …}}, as the incoming hooks of Slack, Mattermost and others take it. */
        TEXT,
        /** {@code {"content": …}}, as Discord's webhooks take it. */
        DISCORD,
        /** An adaptive card, as the workflows of Microsoft Teams take it. */
        TEAMS,
        /** A message of ntfy, published as JSON. */
        NTFY
    }

    /**
     * An address that is told.
     *
     * @param name by which routes call it
     * @param secret the key that signs, if both sides share one; else the gate's own key signs
     */
    public record Webhook(String name, URI address, Format format, Optional<byte[]> secret) {}

    /**
     * An app in Slack.
     *
     * @param api where the Web API is
     * @param token of the app's bot
     * @param secret by which Slack signs what people press
     * @param channel where the app asks
     * @param threads whether what a session asks stands in a thread of its own
     * @param people who may answer, by their ids in Slack
     */
    public record Slack(
            URI api, String token, String secret, String channel, boolean threads, Map<String, Principal> people) {
        public Slack {
            people = Map.copyOf(people);
        }
    }

    /** How a connection to a mail server is protected. */
    public enum Security {
        /** By TLS from its beginning. */
        TLS,
        /** By TLS before anything is said, or not at all. */
        STARTTLS,
        /** Not: for a server on this machine or in its network. */
        NONE
    }

    /** As whom messages are handed in. */
    public record Login(String user, String password) {}

    /**
     * Messages by e-mail.
     *
     * @param host where messages are handed in
     * @param login empty where the server asks for none
     * @param from the address that messages are from
     * @param to whom they are for
     */
    public record Email(String host, int port, Security security, Optional<Login> login, String from, List<String> to) {
        public Email {
            to = List.copyOf(to);
        }
    }

    /**
     * A bot.
     *
     * @param api where the Bot API is
     * @param people who may talk to it, by their number
     * @param webhook where Telegram posts updates to; asked for by long polling if there is none
     */
    public record Telegram(URI api, String token, Map<Long, Principal> people, Optional<URI> webhook) {
        public Telegram {
            people = Map.copyOf(people);
        }
    }
}
