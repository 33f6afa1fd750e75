package dev.licet.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns Jetty's requests into ours and our replies into Jetty's. The edge where nothing may escape. */
final class JettyHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(JettyHandler.class);

    private static final long MAX_DISCARDED = 64L * 1024 * 1024;

    private final HttpServer.RequestHandler handler;
    private final int maxBody;

    JettyHandler(HttpServer.RequestHandler handler, int maxBody) {
        this.handler = handler;
        this.maxBody = maxBody;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var presence = new Presence(request);
        try {
            HttpReply reply = handler.handle(read(request, presence));
            if (presence.handsOver() && presence.isGone()) {
                // INVARIANT (once): what is given back is not told as well, also where somebody still listens.
                presence.lost();
                presence.cut();
                callback.failed(new IOException("the client closed the connection before it had a reply"));
                return true;
            }
            if (presence.endsConnection()) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
            }
            if (presence.handsOver() && reply instanceof HttpReply.Full full) {
                handOver(full, presence, response, callback);
            } else {
                reply(reply, request, response, callback);
            }
        } catch (InterruptedException e) {
            presence.lost();
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (IOException e) {
            presence.lost();
            callback.failed(e);
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            presence.lost();
            LOG.error("request failed: {} {}", request.getMethod(), Request.getPathInContext(request), e);
            full(
                    HttpReply.problem(500, "internal", "the server failed on this request; its log says why"),
                    response,
                    callback);
        }
        return true;
    }

    /** A reply that answers go with: whether they arrived is found out before it ends, as Jetty closes the connection then. */
    private static void handOver(HttpReply.Full reply, Presence presence, Response response, Callback callback) {
        head(reply, response);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, reply.body().length);
        if (presence.wantsReceipt()) {
            response.getHeaders().put(Presence.RECEIPT, "wanted");
        }
        Callback written = Callback.from(
                () -> Thread.startVirtualThread(() -> {
                    try {
                        presence.settle();
                    } finally {
                        response.write(true, BufferUtil.EMPTY_BUFFER, callback);
                    }
                }),
                failure -> {
                    presence.lost();
                    callback.failed(failure);
                });
        response.write(false, ByteBuffer.wrap(reply.body()), written);
    }

    private HttpRequest read(Request request, Presence presence) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.putIfAbsent(field.getName().toLowerCase(Locale.ROOT), String.valueOf(field.getValue()));
        }
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(request)) {
            body = in.readNBytes(maxBody + 1);
            // A client that is still sending does not read the answer: the rest is taken and thrown away.
            in.skip(body.length > maxBody ? MAX_DISCARDED : 0);
        }
        String path = URIUtil.decodePath(Request.getPathInContext(request));
        return new HttpRequest(request.getMethod(), path, query(request), headers, body, peer(request, presence));
    }

    private static HttpRequest.Peer peer(Request request, Presence presence) {
        SocketAddress address = request.getConnectionMetaData().getRemoteSocketAddress();
        return address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? new HttpRequest.Peer(
                        internet.getAddress().getHostAddress(),
                        internet.getAddress().isLoopbackAddress(),
                        request.isSecure(),
                        presence)
                : new HttpRequest.Peer("", true, request.isSecure(), presence);
    }

    /** The first value of each parameter. One that cannot be decoded stays as it came, and whoever reads it refuses it. */
    private static Map<String, String> query(Request request) {
        var query = new HashMap<String, String>();
        String text = request.getHttpURI().getQuery();
        for (String pair : text == null ? new String[0] : text.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            query.putIfAbsent(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static void reply(HttpReply reply, Request request, Response response, Callback callback) {
        switch (reply) {
            case HttpReply.Full full -> full(full, response, callback);
            case HttpReply.Events events -> events(events, request, response, callback);
            case HttpReply.Upgrade upgrade -> upgrade(upgrade, request, response, callback);
        }
    }

    private static void full(HttpReply.Full reply, Response response, Callback callback) {
        head(reply, response);
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }

    private static void head(HttpReply.Full reply, Response response) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        reply.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    }

    private static void upgrade(HttpReply.Upgrade reply, Request request, Response response, Callback callback) {
        ServerWebSocketContainer sockets = ServerWebSocketContainer.get(request.getContext());
        boolean upgraded = sockets.upgrade(
                (upgradeRequest, upgradeResponse, upgradeCallback) -> new JettySocket(reply.creator()),
                request,
                response,
                callback);
        if (!upgraded) {
            full(
                    HttpReply.problem(426, "upgrade-required", "this address is for WebSockets")
                            .with("Upgrade", "websocket"),
                    response,
                    callback);
        }
    }

    private static void events(HttpReply.Events reply, Request request, Response response, Callback callback) {
        response.setStatus(reply.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        try (OutputStream out = Response.asBufferedOutputStream(request, response)) {
            reply.source().run(new HttpReply.Sink() {
                @Override
                public void send(String text) throws IOException {
                    put(text);
                    out.flush();
                }

                @Override
                public void put(String text) throws IOException {
                    out.write(text.getBytes(StandardCharsets.UTF_8));
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }
            });
        } catch (IOException e) {
            // The client went away: there is nobody left to tell.
            callback.failed(e);
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }
}
