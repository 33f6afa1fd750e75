package dev.licet.server.http;

import dev.licet.gate.call.Submission;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * One request with its body.
 *
 * @param method {@code GET}, {@code POST}, …
 * @param path decoded path, beginning with {@code /}
 * @param query first value of each query parameter
 * @param headers first value of each header, by name in lower case
 * @param body the whole body, at most as long as the server allows
 * @param peer who sent it
 */
// Requests are never compared, and a copy of every body would buy nothing.
@SuppressWarnings("ArrayRecordComponent")
public record HttpRequest(
        String method, String path, Map<String, String> query, Map<String, String> headers, byte[] body, Peer peer) {

    /**
     * The other end of a connection.
     *
     * @param address its IP address; empty for a Unix-domain socket
     * @param isHere whether it is on this machine
     * @param encrypted whether the connection is
     * @param sender tells whether it has closed the connection before there is a reply, and takes answers
     */
    public record Peer(String address, boolean isHere, boolean encrypted, Submission.Sender sender) {
        /** This very process. */
        public static final Peer SELF = new Peer("", true, false);

        /** One that stays. */
        public Peer(String address, boolean isHere, boolean encrypted) {
            this(address, isHere, encrypted, Submission.Sender.STAYING);
        }
    }

    public HttpRequest {
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /** The header called {@code name}, which is given in lower case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Whether it opens a WebSocket. */
    public boolean isWebSocket() {
        return header("upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
    }

    /** The value of the cookie called {@code name}. */
    public Optional<String> cookie(String name) {
        for (String pair : header("cookie").orElse("").split(";", -1)) {
            String[] parts = pair.strip().split("=", 2);
            if (parts.length == 2 && parts[0].equals(name)) {
                return Optional.of(parts[1]);
            }
        }
        return Optional.empty();
    }

    /** This request with the body {@code text}. */
    public HttpRequest withBody(String text) {
        return new HttpRequest(method, path, query, headers, text.getBytes(StandardCharsets.UTF_8), peer);
    }
}
