package dev.licet.cli.watch;

import dev.licet.client.LicetClient;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What happens outside of the terminal, in order. Follows the server's events and reconnects for ever. Thread-safe. */
final class News {
    private static final long RETRY_MILLIS = 1_000;

    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

    /** One piece of news. */
    sealed interface Item {
        record Connected() implements Item {}

        record Lost(String why) implements Item {}

        record Arrived(LicetClient.Event event) implements Item {}

        record Said(String line) implements Item {}
    }

    /** Starts to follow the server. */
    void follow(LicetClient client) {
        Thread.ofVirtual().name("events").start(() -> followForEver(client));
    }

    private void followForEver(LicetClient client) {
        try {
            while (true) {
                try {
                    client.follow(
                            OptionalLong.empty(),
                            () -> items.add(new Item.Connected()),
                            event -> items.add(new Item.Arrived(event)));
                    items.add(new Item.Lost("the server ended the connection"));
                } catch (RuntimeException e) {
                    items.add(new Item.Lost(String.valueOf(e.getMessage())));
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds a line to be printed between the approvals. */
    void say(String line) {
        items.add(new Item.Said(line));
    }

    Optional<Item> next() {
        return Optional.ofNullable(items.poll());
    }
}
