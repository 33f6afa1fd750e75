package dev.licet.server.access;

import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Under which names the server is reached. A request that was meant for another name, or that a page of another site sends,
 * is refused: names that point here without our knowledge must not open the gate to a browser.
 */
public final class HostAndOriginCheck {
    private static final String STANDARD_PORT = ":443";
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    private final Set<String> local = new LinkedHashSet<>();
    private final Set<String> remote = new LinkedHashSet<>();
    private final Set<String> origins = new HashSet<>();

    /**
     * @param port on which this machine's programs reach it
     * @param tlsPort on which others do, where they do
     * @param names for others, with their ports where those are not the standard ones
     */
    public HostAndOriginCheck(int port, OptionalInt tlsPort, Set<String> names) {
        for (String host : LOOPBACK) {
            local.add(host + ":" + port);
            origins.add("http://" + host + ":" + port);
            tlsPort.ifPresent(tls -> {
                local.add(host + ":" + tls);
                origins.add("https://" + host + ":" + tls);
            });
        }
        // Without a port it is what clients of the Unix-domain socket say; over TCP it would be another port.
        local.add("localhost");
        for (String name : names) {
            remote.add(name);
            tlsPort.ifPresent(tls -> remote.add(name.replaceFirst(":[0-9]+$", "") + ":" + tls));
        }
        // A browser leaves the standard port out, other clients may not.
        for (String name : List.copyOf(remote)) {
            remote.add(
                    name.endsWith(STANDARD_PORT)
                            ? name.substring(0, name.length() - STANDARD_PORT.length())
                            : name.replaceFirst("^([^:]+|\\[.*])$", "$1" + STANDARD_PORT));
        }
        remote.forEach(name -> origins.add("https://" + name));
    }

    /** Why a request may not be answered at all: it was meant for another host, or comes from another site's page. */
    public Optional<HttpReply> refusal(HttpRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        if (!local.contains(host) && !remote.contains(host)) {
            return Optional.of(HttpReply.problem(
                    403,
                    "wrong-host",
                    "this server is not `" + host + "`; further names of it go into `server.names` of licet.yaml"));
        }
        Optional<String> origin = request.header("origin");
        boolean foreign = origin.isPresent() && !origins.contains(origin.get());
        return foreign
                ? Optional.of(HttpReply.problem(
                        403, "wrong-origin", "pages of `" + origin.get() + "` may not use this server"))
                : Optional.empty();
    }

    /** The address that a browser shows for the server of {@code request}, without a path. A name for others means TLS, if only in front of us. */
    public String origin(HttpRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        return (isEncrypted(request) ? "https://" : "http://") + host;
    }

    /** What the cookie {@code name} is called: where it can be, one that no other server of the domain can set. */
    public String cookie(String name, HttpRequest request) {
        return isEncrypted(request) ? "__Host-" + name : name;
    }

    /**
     * The value of a {@code Set-Cookie} header.
     *
     * @param sites {@code Strict}, or {@code Lax} for a cookie that is needed when another site leads here
     */
    public String setCookie(String name, String value, Duration period, String sites, HttpRequest request) {
        return cookie(name, request) + "=" + value + "; Path=/; HttpOnly; SameSite=" + sites + "; Max-Age="
                + period.toSeconds() + (isEncrypted(request) ? "; Secure" : "");
    }

    /** Whether what goes to the client is encrypted on its way. */
    public boolean isEncrypted(HttpRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        return request.peer().encrypted() || remote.contains(host);
    }
}
