package dev.licet.server.notify;

import dev.licet.gate.Gate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.api.Feed;
import dev.licet.server.settings.Notifications;
import java.util.ArrayList;
import java.util.List;

/** Tells people about approvals over every channel that is set up. */
public final class Notifier implements AutoCloseable {
    private final List<ChannelDispatcher> couriers;

    private Notifier(List<ChannelDispatcher> couriers) {
        this.couriers = List.copyOf(couriers);
    }

    /**
     * Begins to tell.
     *
     * @param more channels beside the webhooks of {@code settings}
     * @param inbox where the page is, as others reach it
     */
    public static Notifier start(
            Gate gate, Feed feed, DataDirectory directory, Notifications settings, List<Channel> more, String inbox) {
        var channels = new ArrayList<>(more);
        settings.webhooks().forEach(webhook -> channels.add(new WebhookChannel(gate, webhook, inbox)));
        var owner = new Caller(Principal.OWNER, "notify", Caller.OWNER);
        List<ChannelDispatcher> couriers = channels.stream()
                .map(channel -> new ChannelDispatcher(gate, feed, owner, channel, settings, directory.path()))
                .toList();
        couriers.forEach(ChannelDispatcher::start);
        return new Notifier(couriers);
    }

    @Override
    public void close() {
        couriers.forEach(ChannelDispatcher::close);
    }
}
