package dev.licet.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A socket of Jetty's as one of ours. Jetty calls it by method handles, so it has to be public. */
public final class JettySocket implements Session.Listener.AutoDemanding, TextSocket {
    private static final Logger LOG = LoggerFactory.getLogger(JettySocket.class);

    /** Who does not take what is sent within so long is cut off; it may come back and ask for what it missed. */
    private static final Duration SLOWEST = Duration.ofSeconds(10);

    private static final int GOING_AWAY = 1001;
    private static final int FAULTY = 1011;

    private final Creator creator;
    private final ReentrantLock sending = new ReentrantLock();
    private final AtomicBoolean over = new AtomicBoolean();
    private @Nullable Session session;
    private @Nullable Listener listener;

    JettySocket(Creator creator) {
        this.creator = creator;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        listener = creator.open(this);
    }

    @Override
    public void onWebSocketText(String text) {
        Listener known = listener;
        if (known == null) {
            return;
        }
        try {
            known.text(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(GOING_AWAY, "the server is closing");
        } catch (IOException e) {
            close(GOING_AWAY, "gone");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            LOG.error("a message on a WebSocket failed", e);
            close(FAULTY, "the server failed on this message; its log says why");
        }
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        Listener known = listener;
        if (known != null && payload.remaining() == Long.BYTES) {
            known.pong(payload.getLong());
        }
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
        ended();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        ended();
    }

    private void ended() {
        Listener known = listener;
        if (known != null && over.compareAndSet(false, true)) {
            known.closed();
        }
    }

    private interface Sending {
        void send(Session session, Callback callback);
    }

    @Override
    public void send(String text) throws IOException {
        send((open, callback) -> open.sendText(text, callback));
    }

    @Override
    public void ping(long mark) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(Long.BYTES).putLong(mark).flip();
        send((open, callback) -> open.sendPing(payload, callback));
    }

    private void send(Sending what) throws IOException {
        Session open = session;
        if (open == null || !open.isOpen()) {
            throw new IOException("the connection is closed");
        }
        sending.lock();
        try {
            var sent = new Callback.Completable();
            what.send(open, sent);
            sent.get(SLOWEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            open.disconnect();
            throw new IOException("the other side does not take what is sent", e);
        } catch (ExecutionException e) {
            throw new IOException("the connection is broken", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void limit(long bytes) {
        Session open = session;
        if (open != null) {
            open.setMaxTextMessageSize(bytes);
        }
    }

    @Override
    public void close(int code, String reason) {
        Session open = session;
        if (open != null) {
            open.close(code, reason, Callback.NOOP);
        }
    }
}
