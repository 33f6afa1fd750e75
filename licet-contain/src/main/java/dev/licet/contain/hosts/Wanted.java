package dev.licet.contain.hosts;

import dev.licet.core.command.WebAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a client of the proxy wants: a connection to a host, asked for by SOCKS 5 (RFC 1928) or by HTTP (RFC 9110, {@code
 * CONNECT} or an address of {@code http}).
 *
 * @param host as it is named; addresses of IPv6 in brackets
 */
record Wanted(String host, int port, Manner manner) {
    /** How it was asked for, and is answered. */
    sealed interface Manner {
        /** By SOCKS 5. */
        record Socks() implements Manner {}

        /** By HTTP, for a connection that is passed on as it is. */
        record Tunnel() implements Manner {}

        /** By HTTP, for one document; {@code head} is what the host is asked. */
        record Document(String head) implements Manner {}
    }

    private static final int SOCKS = 5;
    private static final int CONNECT = 1;
    private static final int IPV4 = 1;
    private static final int NAME = 3;
    private static final int IPV6 = 4;

    private static final byte DONE = 0;
    private static final byte FAILED = 4;
    private static final byte NOT_ALLOWED = 2;
    private static final byte NOT_KNOWN = 7;

    private static final int HTTP_PORT = 80;
    private static final int MAX_PORT = 65_535;

    /** Headers that are between a client and its proxy. */
    private static final Set<String> HOP =
            Set.of("host", "connection", "keep-alive", "proxy-connection", "proxy-authorization", "upgrade");

    /** Reads what is wanted; what cannot be read is answered, and thrown. */
    static Wanted read(Wire client) throws IOException {
        int first = client.read();
        if (first == SOCKS) {
            return bySocks(client);
        }
        String head = client.head(first);
        try {
            return byHttp(head);
        } catch (ProtocolException e) {
            client.write(page("400 Bad Request", String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private static Wanted bySocks(Wire client) throws IOException {
        client.read(client.read());
        client.write(new byte[] {SOCKS, 0});
        byte[] request = client.read(3);
        String host = switch (client.read()) {
            case IPV4 -> InetAddress.getByAddress(client.read(4)).getHostAddress();
            case NAME -> new String(client.read(client.read()), StandardCharsets.ISO_8859_1);
            case IPV6 -> "[" + InetAddress.getByAddress(client.read(16)).getHostAddress() + "]";
            default -> throw new ProtocolException("an address of another kind");
        };
        int port = (client.read() << 8) | client.read();
        if (request[1] != CONNECT) {
            client.write(socksReply(NOT_KNOWN));
            throw new ProtocolException("it wants more than a connection");
        }
        return new Wanted(host, port, new Manner.Socks());
    }

    private static Wanted byHttp(String head) throws ProtocolException {
        List<String> lines = head.lines().toList();
        String[] words = lines.getFirst().split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new ProtocolException("this is a proxy for HTTP and SOCKS 5");
        }
        if (words[0].equals("CONNECT")) {
            int colon = words[1].lastIndexOf(':');
            return new Wanted(
                    words[1].substring(0, Math.max(0, colon)),
                    port(words[1].substring(colon + 1)),
                    new Manner.Tunnel());
        }
        WebAddress address = WebAddress.of(words[1])
                .filter(each -> each.said() && each.scheme().equals("http"))
                .orElseThrow(() -> new ProtocolException("this is a proxy: it wants whole addresses of http"));
        int port = address.port().isEmpty() ? HTTP_PORT : port(address.port());
        String path = address.rest().startsWith("/") ? address.rest() : "/" + address.rest();
        String others = lines.stream()
                .skip(1)
                .filter(line -> !line.isEmpty())
                .filter(line -> !HOP.contains(line.split(":", 2)[0].strip().toLowerCase(Locale.ROOT)))
                .map(line -> line + "\r\n")
                .collect(Collectors.joining());
        String authority = address.host() + (port == HTTP_PORT ? "" : ":" + port);
        return new Wanted(
                address.host(),
                port,
                new Manner.Document(words[0] + " " + path.replaceFirst("#.*", "") + " HTTP/1.1\r\nHost: " + authority
                        + "\r\nConnection: close\r\n" + others + "\r\n"));
    }

    private static int port(String digits) throws ProtocolException {
        try {
            int port = Integer.parseInt(digits);
            if (port > 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new ProtocolException("`" + digits + "` is no port");
        }
        throw new ProtocolException("`" + digits + "` is no port");
    }

    /** Says that the connection is there, or asks {@code target} for the document. */
    void begin(Wire client, Wire target, Wire.Counter sent) throws IOException {
        switch (manner) {
            case Manner.Socks socks -> client.write(socksReply(DONE));
            case Manner.Tunnel tunnel -> client.write("HTTP/1.1 200 Connection established\r\n\r\n");
            case Manner.Document document -> {
                byte[] head = document.head().getBytes(StandardCharsets.ISO_8859_1);
                target.write(head);
                sent.add(head.length);
            }
        }
    }

    /** The answer to a document is the only one on its connection, and says so; others are passed on as they are. */
    void answer(Wire target, Wire client, Wire.Counter received) throws IOException {
        if (manner instanceof Manner.Document) {
            target.passClosingTo(client, received);
        } else {
            target.passTo(client, received);
        }
    }

    /** Says that the host may not be reached; {@code why} is a sentence. */
    void refuse(Wire client, String why) throws IOException {
        reply(client, NOT_ALLOWED, "403 Forbidden", why);
    }

    /** Says that the host cannot be reached; {@code why} is a sentence. */
    void fail(Wire client, String why) throws IOException {
        reply(client, FAILED, "502 Bad Gateway", why);
    }

    private void reply(Wire client, byte code, String status, String why) throws IOException {
        switch (manner) {
            case Manner.Socks socks -> client.write(socksReply(code));
            case Manner.Tunnel tunnel -> client.write(page(status, why));
            case Manner.Document document -> client.write(page(status, why));
        }
    }

    private static byte[] socksReply(byte code) {
        return new byte[] {SOCKS, code, 0, IPV4, 0, 0, 0, 0, 0, 0};
    }

    private static String page(String status, String text) {
        String body = "licet: " + text + "\n";
        return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n" + body;
    }
}
