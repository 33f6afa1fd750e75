package dev.licet.gate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server on this machine that can be cut and mended. */
final class Cable implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lost = new AtomicInteger();
    private volatile boolean cut;

    Cable(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (cut) {
                    client.close();
                } else {
                    var server = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(client);
                    sockets.add(server);
                    if (cut) {
                        // It may have been cut before these were among those that are closed then.
                        client.close();
                        server.close();
                    }
                    Thread.startVirtualThread(() -> copy(client, server));
                    Thread.startVirtualThread(() -> copy(server, client));
                }
            } catch (IOException e) {
                lost.incrementAndGet();
            }
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            lost.incrementAndGet();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** How many connections broke or did not come through. */
    int lost() {
        return lost.get();
    }

    /** Breaks every connection and lets none through. */
    void cut() throws IOException {
        cut = true;
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    void mend() {
        cut = false;
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
