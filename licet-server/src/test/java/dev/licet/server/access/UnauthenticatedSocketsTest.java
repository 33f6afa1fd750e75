package dev.licet.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.server.http.TextSocket;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UnauthenticatedSocketsTest {
    @Test
    void connectionsThatSayNothing_takeRoomFromTheirOwnAddressOnly_andGiveItBack() throws Exception {
        var introductions = new UnauthenticatedSockets();
        var sockets = new ArrayList<TextSocket.Listener>();
        var closed = new AtomicInteger();
        TextSocket socket = new SilentSocket(closed);
        for (int i = 0; i < UnauthenticatedSockets.MAX_OF_ONE + 5; i++) {
            sockets.add(introductions.open(socket, "192.0.2.1", Stranger::new));
        }
        assertEquals(5, closed.get());
        introductions.open(socket, "192.0.2.2", Stranger::new);
        assertEquals(5, closed.get(), "another address has room");
        sockets.get(0).closed();
        sockets.get(0).closed();
        sockets.get(1).text("my name");
        introductions.open(socket, "192.0.2.1", Stranger::new);
        introductions.open(socket, "192.0.2.1", Stranger::new);
        assertEquals(5, closed.get(), "two are gone or known");
        introductions.open(socket, "192.0.2.1", Stranger::new);
        assertEquals(6, closed.get());
    }

    /** A client that is known by its first message. */
    private static final class Stranger implements UnauthenticatedSockets.Guest {
        private boolean known;

        @Override
        public boolean isKnown() {
            return known;
        }

        @Override
        public void turnAway() {
            // Nobody is there.
        }

        @Override
        public void text(String text) {
            known = true;
        }

        @Override
        public void closed() {
            // Nothing was begun.
        }
    }

    /** A socket that counts how often it is closed. */
    private record SilentSocket(AtomicInteger closings) implements TextSocket {
        @Override
        public void limit(long bytes) {
            assertTrue(bytes > 0);
        }

        @Override
        public void send(String text) {
            // Nobody listens.
        }

        @Override
        public void ping(long mark) {
            // Nobody listens.
        }

        @Override
        public void close(int code, String reason) {
            closings.incrementAndGet();
        }
    }
}
