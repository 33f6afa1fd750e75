package dev.licet.server.notify;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes what is posted to it. */
public final class TestReceiver implements AutoCloseable {
    private final HttpServer http;
    private final BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile int status = 201;

    /** One post; its bytes are the characters of {@code latin}. */
    public record Posted(String path, Headers headers, String latin) {
        public byte[] body() {
            return latin.getBytes(StandardCharsets.ISO_8859_1);
        }

        public String header(String name) {
            return String.valueOf(headers.getFirst(name));
        }
    }

    public TestReceiver() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::take);
        http.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        exchange.sendResponseHeaders(fails ? 503 : status, -1);
        exchange.close();
        if (!fails) {
            posted.add(new Posted(
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders(),
                    new String(body, StandardCharsets.ISO_8859_1)));
        }
    }

    public String url(String path) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + path;
    }

    /** The next {@code times} posts are answered with 503. */
    public void fail(int times) {
        failures.set(times);
    }

    /** Every further post is answered with {@code code}. */
    public void answer(int code) {
        status = code;
    }

    public Posted next() throws InterruptedException {
        Posted next = posted.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was posted");
        }
        return next;
    }

    public boolean isQuietFor(long millis) throws InterruptedException {
        return posted.poll(millis, TimeUnit.MILLISECONDS) == null;
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
