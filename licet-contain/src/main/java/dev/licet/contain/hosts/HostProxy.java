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

    private static final int CONNECT_MILLIS = 10_000;

    private static final Pattern NUMBERS = Pattern.compile("\\[.*]|[0-9.]+");

    private static final String LOCAL = "localhost";

    private final ServerSocketChannel server;
    private final Hosts hosts;
    private final HostLedger ledger = new HostLedger();
    private final Semaphore free = new Semaphore(MAX_CONNECTIONS);
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();

    private HostProxy(ServerSocketChannel server, Hosts hosts) {
        this.server = server;
        this.hosts = hosts;
    }

    /** A proxy to {@code hosts} that listens on {@code socket}, a file that is not there yet. */
    public static HostProxy on(Path socket, Hosts hosts) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        var proxy = new HostProxy(server, hosts);
        Thread.ofVirtual().name("licet-hosts").start(proxy::listen);
        return proxy;
    }

    /** What was done with which hosts, in the order in which they were first asked for. */
    public List<HostUse> uses() {
        return ledger.uses();
    }

    private void listen() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                open.add(client);
                Thread.ofVirtual().name("licet-host").start(() -> serve(client));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no more connections: " + e.getMessage());
        }
    }

    private void serve(SocketChannel client) {
        boolean admitted = free.tryAcquire();
        try {
            if (admitted) {
                serve(new Wire(client));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection ended: " + e.getMessage());
        } finally {
            close(client);
            if (admitted) {
                free.release();
            }
        }
    }

    private void serve(Wire client) throws IOException {
        Wanted wanted = Wanted.read(client);
        switch (hosts.reach(wanted.host(), wanted.port())) {
            case Hosts.Reach.Closed closed -> refuse(client, wanted, closed.why(), false);
            case Hosts.Reach.Unnamed unnamed -> refuse(client, wanted, "no rule lets it", true);
            case Hosts.Reach.Open reach -> serve(client, wanted, reach.byName());
        }
    }

    private void serve(Wire client, Wanted wanted, boolean byName) throws IOException {
        List<InetAddress> addresses = addresses(wanted.host());
        List<InetAddress> reachable = addresses.stream()
                .filter(address -> mayLead(wanted.host(), byName, AddressRange.of(address)))
                .toList();
        if (addresses.isEmpty()) {
            wanted.fail(client, "is not known here");
            return;
        }
        if (reachable.isEmpty()) {
            refuse(
                    client,
                    wanted,
                    "it stands for this machine or one of a private network, and no rule spells it",
                    false);
            return;
        }
        Optional<HostLedger.Counts> counts = ledger.connected(wanted);
        if (counts.isEmpty()) {
            wanted.refuse(client, "is one of more than " + HostLedger.MAX_HOSTS + " hosts");
            return;
        }
        Optional<SocketChannel> target = connected(reachable, wanted.port());
        if (target.isEmpty()) {
            wanted.fail(client, "does not answer");
            return;
        }
        try {
            pass(client, new Wire(target.get()), wanted, counts.get());
        } finally {
            close(target.get());
        }
    }

    private void refuse(Wire client, Wanted wanted, String why, boolean unnamed) throws IOException {
        ledger.refused(wanted, why, unnamed);
        wanted.refuse(client, "is not reached: " + why);
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
            case OWN ->
                byName && (host.equalsIgnoreCase(LOCAL) || NUMBERS.matcher(host).matches());
        };
    }

    /** A connection to the first of {@code addresses} that answers. */
    private Optional<SocketChannel> connected(List<InetAddress> addresses, int port) throws IOException {
        for (InetAddress address : addresses) {
            SocketChannel channel = SocketChannel.open();
            open.add(channel);
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
                target.passTo(client, counts::received);
            } catch (IOException e) {
                close(client.channel());
            }
        });
        try {
            client.passTo(target, counts::sent);
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(target.channel());
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
        close(server);
        open.forEach(this::close);
    }
}
