package dev.licet.server.notify;

import dev.licet.gate.Gate;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.api.Feed;
import dev.licet.server.settings.Notifications;
import java.util.ArrayList;
import java.util.List;

/** Tells people about approvals over every channel that is set up. */
public final class Notifier implements AutoCloseable {
    private final List<ChannelDispatcher> dispatchers;

    private Notifier(List<ChannelDispatcher> dispatchers) {
        this.dispatchers = List.copyOf(dispatchers);
    }

    /**
     * Begins to tell.
     *
     * @param more channels beside the webhooks of {@code settings}
     * @param inbox where the page is, as others reach it
     */
    public static Notifier start(Gate gate, Feed feed, Notifications settings, List<Channel> more, String inbox) {
        var channels = new ArrayList<>(more);
        settings.webhooks().forEach(webhook -> channels.add(new WebhookChannel(gate, webhook, inbox)));
        var owner = new Caller(Principal.OWNER, "notify", Caller.OWNER);
        List<ChannelDispatcher> dispatchers = channels.stream()
                .map(channel -> new ChannelDispatcher(gate, feed, owner, channel, settings))
                .toList();
        dispatchers.forEach(ChannelDispatcher::start);
        return new Notifier(dispatchers);
    }

    @Override
    public void close() {
        dispatchers.forEach(ChannelDispatcher::close);
    }
}
