package dev.licet.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Whether a client is still there while its request is handled: Jetty reads nothing from a connection then, so that nobody
 * else would notice its end. Thread-safe, until there is a reply.
 */
final class Presence {
    private final EndPoint connection;
    private boolean taken;

    Presence(Request request) {
        this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
    }

    /** Whether the client has not closed the connection. What it sends before it has a reply is the sign that it has not. */
    synchronized boolean isThere() {
        if (taken) {
            return connection.isOpen();
        }
        ByteBuffer more = BufferUtil.allocate(1);
        try {
            int read = connection.isOpen() && !connection.isInputShutdown() ? connection.fill(more) : -1;
            taken = read > 0;
            return read >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the beginning of another request was read in looking: the connection cannot go on then. */
    synchronized boolean hasTaken() {
        return taken;
    }
}
