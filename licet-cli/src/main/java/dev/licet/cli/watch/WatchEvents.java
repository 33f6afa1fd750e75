package dev.licet.cli.watch;

import dev.licet.cli.approval.Follower;
import dev.licet.client.LicetClient;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What happens outside of the terminal, in order. Thread-safe. */
final class WatchEvents implements Follower.Receiver {
    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

    /** One piece of news. */
    sealed interface Item {
        record Connected() implements Item {}

        record Lost(String why) implements Item {}

        record Arrived(LicetClient.Event event) implements Item {}

        record Said(String line) implements Item {}
    }

    @Override
    public void connected() {
        items.add(new Item.Connected());
    }

    @Override
    public void lost(String why) {
        items.add(new Item.Lost(why));
    }

    @Override
    public void arrived(LicetClient.Event event) {
        items.add(new Item.Arrived(event));
    }

    /** Adds a line to be printed between the approvals. */
    void say(String line) {
        items.add(new Item.Said(line));
    }

    Optional<Item> next() {
        return Optional.ofNullable(items.poll());
    }
}
