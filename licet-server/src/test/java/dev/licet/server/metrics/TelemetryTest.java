package dev.licet.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.licet.server.OpenServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void counts_areSentToACollector() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            assertEquals("application/x-protobuf", exchange.getRequestHeaders().getFirst("Content-Type"));
            // Names stand as they are in the binary form.
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        Files.writeString(
                folder.resolve("licet.yaml"),
                "server: {telemetry: {every: 1s, otlp: \"http://127.0.0.1:"
                        + collector.getAddress().getPort() + "/v1/metrics\"}}\n");
        try (var open = new OpenServer(folder)) {
            open.ask("s", "make");
            String sent = "";
            for (int i = 0; i < 30 && !(sent.contains("licet.asked") && sent.contains("licet.requests")); i++) {
                String next = received.poll(30, TimeUnit.SECONDS);
                sent = next == null ? "" : next;
            }
            assertTrue(sent.contains("licet.asked"), "approvals");
            assertTrue(sent.contains("licet.requests"), "requests");
            assertTrue(sent.contains("service.name"), "who sends it");
            assertTrue(open.get("/metrics").text("text").contains("licet_asked_total 1.0"), "the page shows the same");
        } finally {
            collector.stop(0);
        }
    }
}
