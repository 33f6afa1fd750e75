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
 * @param services what addresses of push services begin with, beside those of the known browsers
 */
public record Notifications(
        ZoneId zone, List<Route> routes, List<Webhook> webhooks, Optional<Telegram> telegram, List<URI> services) {
    public static final Notifications NONE =
            new Notifications(ZoneId.systemDefault(), List.of(), List.of(), Optional.empty(), List.of());

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
        TEXT
    }

    /**
     * An address that is told.
     *
     * @param name by which routes call it
     * @param secret the key that signs, if both sides share one; else the gate's own key signs
     */
    public record Webhook(String name, URI address, Format format, Optional<byte[]> secret) {}

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
