package dev.licet.cli.approval;

import dev.licet.client.LicetClient;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Follows the approvals of a server, and connects again for ever. Thread-safe. */
public final class Follower {
    private static final long RETRY_MILLIS = 1_000;

    private final Thread thread;

    private Follower(Thread thread) {
        this.thread = thread;
    }

    /** Takes what is heard, on a thread of its own. */
    public interface Receiver {
        /** The server can be heard; whatever is pending comes next. */
        void connected();

        /** An approval is asked or resolved. */
        void arrived(LicetClient.Event event);

        /** It cannot be heard any more; it is tried again. */
        void lost(String why);
    }

    /** Starts to follow, until it is stopped. */
    public static Follower start(LicetClient client, Receiver receiver) {
        return new Follower(Thread.ofVirtual().name("events").start(() -> follow(client, receiver)));
    }

    /** Follows no longer. */
    public void stop() {
        thread.interrupt();
    }

    private static void follow(LicetClient client, Receiver receiver) {
        try {
            while (true) {
                try {
                    client.follow(OptionalLong.empty(), receiver::connected, receiver::arrived);
                    receiver.lost("the server ended the connection");
                } catch (RuntimeException e) {
                    receiver.lost(String.valueOf(e.getMessage()));
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
