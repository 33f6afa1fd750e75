package dev.licet.server.http;

import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on the loopback address, and elsewhere with TLS, and hands every request to a handler on a virtual thread of its own. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int IDLE_MILLIS = 30_000;
    private static final int BACKLOG = 512;

    /** What fits into the address of a Unix-domain socket, in bytes. */
    private static final int MAX_SOCKET_PATH = 100;

    /** A socket on which nothing arrived for so long is gone; living ones answer pings. */
    private static final Duration SOCKET_IDLE = Duration.ofSeconds(60);

    /** Most requests at once; those that wait for a person cost little. */
    private static final int MAX_REQUESTS = 20_000;

    private final Server server;
    private final ServerConnector connector;
    private Optional<Path> socket = Optional.empty();
    private Optional<Encrypted> encrypted = Optional.empty();

    /** Where it listens with TLS, and what looks after the certificate. */
    private record Encrypted(ServerConnector connector, Thread renewal) {}

    /** Answers requests; whatever it throws becomes status 500. */
    public interface RequestHandler {
        HttpReply handle(HttpRequest request) throws InterruptedException;
    }

    private HttpServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Takes {@code port} on {@code host}; requests wait until {@link #serve}.
     *
     * @param port 0 for any free port
     * @throws GateException when the port is taken or the address cannot be used
     */
    public static HttpServer bind(String host, int port) {
        var server = new Server(threads());
        var connector = new ServerConnector(server, new HttpConnectionFactory(configuration()));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setAcceptQueueSize(BACKLOG);
        server.addConnector(connector);
        try {
            connector.open();
        } catch (IOException e) {
            throw failure(host, port, "with --port", e);
        }
        return new HttpServer(server, connector);
    }

    /** Requests have virtual threads; what waits for all connections has not: on some versions of Java it may wait for ever there. */
    private static QueuedThreadPool threads() {
        var requests = new VirtualThreadPool(MAX_REQUESTS);
        var pool = new QueuedThreadPool();
        pool.setName("licet-http");
        pool.setReservedThreads(0);
        pool.setVirtualThreadsExecutor(requests);
        pool.addBean(requests);
        return pool;
    }

    private static HttpConfiguration configuration() {
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(MAX_HEADER_BYTES);
        return configuration;
    }

    /**
     * Listens on the Unix-domain socket {@code path} as well, which its owner alone can use; to be called before
     * {@link #serve}. Where the platform has no such sockets, or the path is too long for one, there is none.
     */
    public void listen(Path path) {
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH
                || !path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try {
            // One that was left behind by a server that was killed; the data directory has one server.
            Files.deleteIfExists(path);
            var unix = new UnixDomainServerConnector(server, new HttpConnectionFactory(configuration()));
            unix.setUnixDomainPath(path);
            unix.setIdleTimeout(IDLE_MILLIS);
            server.addConnector(unix);
            socket = Optional.of(path);
        } catch (IOException e) {
            throw new GateException("cannot listen on `" + path + "`: " + e.getMessage(), e);
        }
    }

    /**
     * Listens with TLS on {@code port} of {@code address} as well; to be called before {@link #serve}. A certificate that is
     * renewed is used without a restart.
     *
     * @param port 0 for any free port
     * @param chain certificates in PEM, the server's own first
     * @param key its private key in PEM, PKCS #8
     * @throws GateException when the port is taken, or the files are no certificate
     */
    public void listenEncrypted(String address, int port, Path chain, Path key) {
        var certificate = new Certificate(chain, key);
        var tls = new SslContextFactory.Server();
        Renewal renewal = new Renewal(certificate, tls).first();
        tls.setKeyManagerPassword(new String(Certificate.PASSWORD));
        HttpConfiguration configuration = configuration();
        // Names are checked by whoever answers, with and without TLS.
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        var secure = new ServerConnector(server, tls, new HttpConnectionFactory(configuration));
        secure.setHost(address);
        secure.setPort(port);
        secure.setIdleTimeout(IDLE_MILLIS);
        secure.setAcceptQueueSize(BACKLOG);
        server.addConnector(secure);
        try {
            secure.open();
        } catch (IOException e) {
            throw failure(address, port, "in `server.tls.listen`", e);
        }
        encrypted = Optional.of(new Encrypted(secure, Thread.ofVirtual().unstarted(renewal)));
    }

    /** The port it listens on with TLS. */
    public OptionalInt encryptedPort() {
        return encrypted.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(encrypted.get().connector().getLocalPort());
    }

    /**
     * Begins to answer requests.
     *
     * @param maxBody longest request body in bytes; a longer one is handed over cut at one byte more
     */
    public void serve(RequestHandler handler, int maxBody) {
        server.setHandler(new JettyHandler(handler, maxBody));
        ServerWebSocketContainer sockets = ServerWebSocketContainer.ensure(server);
        sockets.setMaxTextMessageSize(TextSocket.MAX_BYTES);
        sockets.setMaxBinaryMessageSize(1);
        sockets.setIdleTimeout(SOCKET_IDLE);
        try {
            server.start();
            encrypted.ifPresent(listening -> listening.renewal().start());
            if (socket.isPresent()) {
                Files.setPosixFilePermissions(socket.get(), PosixFilePermissions.fromString("rw-------"));
            }
        } catch (Exception e) {
            throw new GateException("the server does not start: " + e.getMessage(), e);
        }
    }

    private static GateException failure(String host, int port, String setting, IOException e) {
        boolean taken = Stream.of(e, e.getCause())
                .anyMatch(cause -> cause instanceof BindException
                        && String.valueOf(cause.getMessage()).contains("in use"));
        return taken
                ? new GateException(
                        "port " + port + " on " + host + " is taken; stop the other program, or choose another "
                                + setting,
                        e)
                : new GateException(
                        "cannot listen on " + host + ":" + port + ", which this machine does not have: "
                                + e.getMessage(),
                        e);
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Closes it where something else went wrong, which is to be told and not this. */
    public void abandon() {
        try {
            close();
        } catch (IOException e) {
            LOG.warn("the server does not stop: {}", e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            encrypted.ifPresent(listening -> listening.renewal().interrupt());
            server.stop();
            // One that was never started keeps what was opened.
            for (Connector each : server.getConnectors()) {
                if (each instanceof ServerConnector open) {
                    open.close();
                }
            }
            if (socket.isPresent()) {
                Files.deleteIfExists(socket.get());
            }
        } catch (Exception e) {
            throw new IOException("the server does not stop", e);
        }
    }
}
