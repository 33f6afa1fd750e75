package dev.licet.contain;

import dev.licet.contain.hosts.HostProxy;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Hosts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a command within bounds reaches hosts: a port of its own network, which has nothing else, is passed on to a socket in a
 * file, where a proxy listens outside. Thread-safe.
 */
final class HostRelay implements AutoCloseable {
    /** Where the command sees the socket. */
    private static final String SEEN = "/run/licet-hosts";

    private static final int PORT = 3128;

    /** How the kernel writes that {@link #PORT} is listened on at 127.0.0.1 ({@code proc(5)}, {@code /proc/net/tcp}). */
    private static final String LISTENING = "0100007F:0C38 0A";

    /** Passes the port on, in a session of its own, and runs what follows once it is listened on. */
    private static final String PASSING = """
            ( exec setsid "$0" -t 86400 TCP-LISTEN:%d,bind=127.0.0.1,fork,reuseaddr,backlog=1024 UNIX-CONNECT:%s < /dev/null > /dev/null 2>&1 & )
            for ((i = 0; i < 500; i++)); do
              while read -r _ local _ state _; do [ "$local $state" = '%s' ] && break 2; done < /proc/net/tcp
              sleep 0.01
            done
            exec "$@"
            """.formatted(PORT, SEEN, LISTENING);

    private static final String ADDRESS = "http://127.0.0.1:" + PORT;

    private static final String HERE = "localhost,127.0.0.1,::1";

    private final Path socat;
    private final Path socket;
    private final HostProxy proxy;

    private HostRelay(Path socat, Path socket, HostProxy proxy) {
        this.socat = socat;
        this.socket = socket;
        this.proxy = proxy;
    }

    /** A way to {@code hosts} by a socket in {@code folder}. */
    static HostRelay in(Path folder, Path socat, Hosts hosts) throws IOException {
        Path socket = folder.resolve("hosts");
        return new HostRelay(socat, socket, HostProxy.on(socket, hosts));
    }

    /** The arguments of {@code bwrap} by which the command sees the socket. */
    List<String> seen() {
        return List.of("--ro-bind", socket.toString(), SEEN);
    }

    /** The words before those of a command that is to reach hosts. */
    List<String> words() {
        return List.of("/bin/bash", "--norc", "--noprofile", "-c", PASSING, socat.toString());
    }

    /** Variables that tell programs of the proxy. */
    static Map<String, String> variables() {
        Map<String, String> variables = Stream.of("http_proxy", "https_proxy", "all_proxy")
                .flatMap(name -> Stream.of(name, name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toMap(name -> name, name -> ADDRESS));
        variables.put("no_proxy", HERE);
        variables.put("NO_PROXY", HERE);
        // Node reads the others only then.
        variables.put("NODE_USE_ENV_PROXY", "1");
        return variables;
    }

    /** What was done with which hosts. Nothing more is after this. */
    List<HostUse> uses() {
        proxy.close();
        return proxy.uses();
    }

    @Override
    public void close() {
        proxy.close();
    }
}
