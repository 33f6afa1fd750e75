package dev.licet.server.access;

import dev.licet.server.http.TextSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** WebSockets whose clients have not said yet who they are: few at a time, not for long, and with short messages. Thread-safe. */
public final class UnauthenticatedSockets {
    /** Most of them at once. */
    static final int MAX = 1_000;

    /** Most of them from one address. */
    static final int MAX_OF_ONE = 100;

    /** How long one may stay. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Longest message that one may begin with, in bytes. */
    private static final long MAX_MESSAGE = 16 * 1024L;

    private static final int TRY_AGAIN_LATER = 1013;

    private final Map<String, Integer> waiting = new HashMap<>();
    private int all;

    /** A client that says who it is in one of its messages. */
    public interface Guest extends TextSocket.Listener {
        boolean isKnown();

        /** It did not in time. */
        void turnAway();
    }

    /** Lets the client at {@code socket} in that {@code creator} makes, if there is room. */
    public TextSocket.Listener open(TextSocket socket, String address, Supplier<Guest> creator) {
        if (!enter(address)) {
            socket.close(TRY_AGAIN_LATER, "too many connections have not said yet who they are");
            return new Nobody();
        }
        socket.limit(MAX_MESSAGE);
        var newcomer = new Newcomer(socket, address, creator.get());
        Thread.startVirtualThread(newcomer::awaitName);
        return newcomer;
    }

    private synchronized boolean enter(String address) {
        if (all >= MAX || waiting.getOrDefault(address, 0) >= MAX_OF_ONE) {
            return false;
        }
        all++;
        waiting.merge(address, 1, Integer::sum);
        return true;
    }

    private synchronized void leave(String address) {
        all--;
        waiting.computeIfPresent(address, (from, count) -> count == 1 ? null : count - 1);
    }

    /** Whoever found no room. */
    private static final class Nobody implements TextSocket.Listener {
        @Override
        public void text(String text) {
            // The connection is closing.
        }

        @Override
        public void closed() {
            // Nothing was begun.
        }
    }

    /** A client until it is known or gone; from then on it takes no room. */
    private final class Newcomer implements TextSocket.Listener {
        private final TextSocket socket;
        private final String address;
        private final Guest guest;
        private boolean left;

        Newcomer(TextSocket socket, String address, Guest guest) {
            this.socket = socket;
            this.address = address;
            this.guest = guest;
        }

        void awaitName() {
            try {
                Thread.sleep(PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!guest.isKnown()) {
                guest.turnAway();
            }
            leaveOnce();
        }

        private synchronized void leaveOnce() {
            if (!left) {
                left = true;
                leave(address);
            }
        }

        @Override
        public void text(String text) throws IOException, InterruptedException {
            boolean before = guest.isKnown();
            guest.text(text);
            if (!before && guest.isKnown()) {
                socket.limit(TextSocket.MAX_BYTES);
                leaveOnce();
            }
        }

        @Override
        public void pong(long mark) {
            guest.pong(mark);
        }

        @Override
        public void closed() {
            leaveOnce();
            guest.closed();
        }
    }
}
