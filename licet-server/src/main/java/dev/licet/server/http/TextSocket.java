package dev.licet.server.http;

import dev.licet.gate.json.JsonText;
import java.io.IOException;

/** An open WebSocket (RFC 6455) on which texts are exchanged. Thread-safe. */
public interface TextSocket {
    /** Longest text that is taken, in bytes, where nothing else is said. */
    long MAX_BYTES = 2L * JsonText.MAX_BYTES;

    /** Takes texts of at most {@code bytes} from now on; a longer one ends the connection. */
    void limit(long bytes);

    /**
     * Sends {@code text}, and returns once it is on its way.
     *
     * @throws IOException when the other side is gone or does not take what is sent
     */
    void send(String text) throws IOException;

    /**
     * Asks the other side for a sign of life, which {@link Listener#pong} gets with {@code mark} once all that was sent
     * before has arrived.
     */
    void ping(long mark) throws IOException;

    /** Ends the connection; {@code code} is one of RFC 6455, section 7.4. */
    void close(int code, String reason);

    /** What happens on a socket, one thing after the other, on a virtual thread that may block. */
    interface Listener {
        void text(String text) throws IOException, InterruptedException;

        default void pong(long mark) {}

        /** The connection is over, for whatever reason. */
        void closed();
    }

    /** Makes the listener of a socket that has just been opened. */
    interface Creator {
        Listener open(TextSocket socket);
    }
}
