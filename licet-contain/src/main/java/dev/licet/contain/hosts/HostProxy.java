package dev.licet.contain.hosts;

import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Hosts;
import dev.licet.core.display.SafeText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/**
 * A proxy on a socket in a file, by which a command within bounds reaches the hosts that rules let it, each asked for by its
 * name: no other name is looked up. What a name stands for is no address of this machine, and none of a private network unless
 * a rule spells the name. Thread-safe.
 */
public final class HostProxy implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HostProxy.class.getName());

    /** Most connections at a time. */
    private static final int MAX_CONNECTIONS = 256;

    /** So many wait at most to be let in. */
    private static final int BACKLOG = 1_024;

    private static final int CONNECT_MILLIS = 10_000;

    /** Once a client has said all, or has gone, a host that says nothing for so long is not waited for. */
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private static final Pattern NUMBERS = Pattern.compile("\\[.*]|[0-9.]+");

    private static final String LOCAL = "localhost";

    /** Stands for what is no name of a host. */
    private static final String NO_HOST = "?";

    private final ServerSocketChannel server;
    private final Hosts hosts;
    private final HostLedger ledger = new HostLedger();
    private final Semaphore free = new Semaphore(MAX_CONNECTIONS);
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private HostProxy(ServerSocketChannel server, Hosts hosts) {
        this.server = server;
        this.hosts = hosts;
    }

    /** A proxy to {@code hosts} that listens on {@code socket}, a file that is not there yet. */
    public static HostProxy on(Path socket, Hosts hosts) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        var proxy = new HostProxy(server, hosts);
        Thread.ofVirtual().name("licet-hosts").start(proxy::listen);
        return proxy;
    }

    /** What was done with which hosts. */
    public List<HostUse> uses() {
        return ledger.uses();
    }

    private void listen() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                Thread.ofVirtual().name("licet-host").start(() -> serve(client));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no more connections: " + e.getMessage());
        }
    }

    private void serve(SocketChannel client) {
        try {
            serve(new Wire(opened(client)));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection ended: " + e.getMessage());
        } finally {
            close(client);
        }
    }

    /** {@code channel}, which is closed with this. */
    private SocketChannel opened(SocketChannel channel) throws IOException {
        open.add(channel);
        if (closed) {
            throw new IOException("nothing is passed on any more");
        }
        return channel;
    }

    private void serve(Wire client) throws IOException {
        Wanted wanted = Wanted.read(client);
        int port = wanted.port();
        switch (hosts.reach(wanted.host(), port)) {
            case Hosts.Reach.NoHost none -> refuse(client, wanted, NO_HOST, "it is no name of a host", false);
            case Hosts.Reach.Closed no -> refuse(client, wanted, no.host(), no.why(), false);
            case Hosts.Reach.Unnamed no -> refuse(client, wanted, no.host(), "no rule lets it", true);
            case Hosts.Reach.Open reach -> {
                if (free.tryAcquire()) {
                    try {
                        serve(client, wanted, reach);
                    } finally {
                        free.release();
                    }
                } else {
                    fail(client, wanted, reach.host(), "there were " + MAX_CONNECTIONS + " connections already");
                }
            }
        }
    }

    private void serve(Wire client, Wanted wanted, Hosts.Reach.Open reach) throws IOException {
        String host = reach.host();
        // INVARIANT (on record): nothing is looked up, which tells somebody its name, that the record would not tell
        // of.
        if (!ledger.hasRoom(host, wanted.port())) {
            wanted.refuse(client, told(host, "more than " + HostLedger.MAX_HOSTS + " hosts were named before"));
            return;
        }
        List<InetAddress> addresses = addresses(host);
        List<InetAddress> reachable = addresses.stream()
                .filter(address -> mayLead(host, reach.byName(), AddressRange.of(address)))
                .filter(address -> !hosts.areAgainst(address, wanted.port()))
                .toList();
        if (addresses.isEmpty()) {
            fail(client, wanted, host, "its name is not known here");
            return;
        }
        if (reachable.isEmpty()) {
            String why = "its address is one of this machine, of a private network, or denied";
            ledger.failed(host, wanted.port(), why);
            wanted.refuse(client, told(host, why));
            return;
        }
        Optional<SocketChannel> target = connected(reachable, wanted.port());
        if (target.isEmpty()) {
            fail(client, wanted, host, "it does not answer");
            return;
        }
        try {
            Optional<HostLedger.Counts> counts = ledger.connecting(host, wanted.port());
            if (counts.isPresent()) {
                pass(client, new Wire(target.get()), wanted, counts.get());
            } else {
                refuse(client, wanted, host, "more than " + HostLedger.MAX_HOSTS + " hosts were named before", false);
            }
        } finally {
            close(target.get());
        }
    }

    private void refuse(Wire client, Wanted wanted, String host, String why, boolean unnamed) throws IOException {
        ledger.refused(host, wanted.port(), why, unnamed);
        wanted.refuse(client, told(host, why));
    }

    private void fail(Wire client, Wanted wanted, String host, String why) throws IOException {
        ledger.failed(host, wanted.port(), why);
        wanted.fail(client, told(host, why));
    }

    private static String told(String host, String why) {
        return "`" + host + "` is not reached: " + why;
    }

    private static List<InetAddress> addresses(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Whether what is called {@code host}, which a rule spells or not, may lead into {@code range}. */
    static boolean mayLead(String host, boolean byName, AddressRange range) {
        return switch (range) {
            case PUBLIC -> true;
            case PRIVATE -> byName;
            case OWN -> byName && (host.equals(LOCAL) || NUMBERS.matcher(host).matches());
        };
    }

    /** A connection to the first of {@code addresses} that answers. */
    private Optional<SocketChannel> connected(List<InetAddress> addresses, int port) throws IOException {
        for (InetAddress address : addresses) {
            SocketChannel channel = opened(SocketChannel.open());
            try {
                channel.socket().connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
                return Optional.of(channel);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "`" + SafeText.oneLine(address.toString()) + "`: " + e.getMessage());
                close(channel);
            }
        }
        return Optional.empty();
    }

    /** Passes on what both say, until both have ended or one has gone. */
    private void pass(Wire client, Wire target, Wanted wanted, HostLedger.Counts counts) throws IOException {
        wanted.begin(client, target, counts::sent);
        Thread back = Thread.ofVirtual().name("licet-host-back").start(() -> {
            try {
                wanted.answer(target, client, counts::received);
            } catch (IOException | RuntimeException e) {
                close(client.channel());
            }
        });
        try {
            client.passTo(target, counts::sent);
            long before = -1;
            for (boolean over = false; !over && before != counts.received(); ) {
                before = counts.received();
                over = back.join(SILENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(Channel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection was not closed: " + e.getMessage());
        }
    }

    /** Ends all connections; what was done with hosts is known after it, too. */
    @Override
    public void close() {
        closed = true;
        close(server);
        open.forEach(this::close);
    }
}
