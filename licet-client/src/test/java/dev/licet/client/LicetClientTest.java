package dev.licet.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.server.LicetServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LicetClientTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private LicetServer server;

    @SuppressWarnings("NullAway.Init")
    private LicetClient client;

    @BeforeEach
    void start() {
        server = LicetServer.start(DataDirectory.at(folder), "127.0.0.1", 0);
        client = LicetClient.of(DataDirectory.at(folder));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    private static ToolCall shell(String command) {
        return new ToolCall(
                new CallId("c"),
                "shell_exec",
                JsonObject.empty().with("command", command),
                new SessionId("s"),
                WorkerId.STANDARD,
                "/srv",
                Map.of(),
                CallContext.NONE);
    }

    private static ServerVerdict.Held held(ServerVerdict verdict) {
        return assertInstanceOf(ServerVerdict.Held.class, verdict);
    }

    @Test
    void aCall_isAsked_approved_redeemedAndReported() throws Exception {
        ServerVerdict.Held asked = held(client.submit(shell("make"), Duration.ZERO));
        assertEquals(200, client.approve(asked.id(), JsonObject.empty()).status());
        var allowed = assertInstanceOf(ServerVerdict.Allowed.class, client.submit(shell("make"), Duration.ZERO));
        assertEquals("make", allowed.arguments().text("command").orElseThrow());
        client.redeem(allowed);
        var refused = assertThrows(GateException.class, () -> client.redeem(allowed));
        assertTrue(String.valueOf(refused.getMessage()).contains("used already"));
        client.finished(allowed, true, "done");
        assertThrows(GateException.class, () -> client.finished(allowed, true, "again"));
    }

    @Test
    void aRefusal_saysWhy_andWhetherTheAgentStops() throws Exception {
        var denied = assertInstanceOf(
                ServerVerdict.Denied.class, client.submit(shell("rm " + folder + "/token"), Duration.ZERO));
        assertTrue(denied.reason().contains("denied"), denied.reason());
        assertFalse(denied.stops());
        client.deny(
                held(client.submit(shell("make"), Duration.ZERO)).id(),
                JsonObject.empty().with("mode", "hard"));
        assertTrue(assertInstanceOf(ServerVerdict.Denied.class, client.submit(shell("make"), Duration.ZERO))
                .stops());
    }

    @Test
    void aBatch_isAnsweredInItsOrder() throws Exception {
        List<ServerVerdict> verdicts = client.submit(
                List.of(shell("rm " + folder + "/token"), shell("make"), shell("pwd")),
                Presentation.TOGETHER,
                Duration.ZERO);
        assertInstanceOf(ServerVerdict.Denied.class, verdicts.get(0));
        held(verdicts.get(1));
        assertEquals(3, verdicts.size());
    }

    @Test
    void whoWaits_isAnswered_alsoByAServerThatWasRestarted() throws Exception {
        int port = Integer.parseInt(server.url().replaceFirst(".*:", ""));
        var verdict = CompletableFuture.supplyAsync(() -> {
            try {
                return client.decide(shell("make"), LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        server.gate().eventsAfter(0, 1, LONG);
        server.close();
        server = LicetServer.start(DataDirectory.at(folder), "127.0.0.1", port);
        String id = server.gate().pending().get(0).id().text();
        assertEquals(200, client.approve(id, JsonObject.empty()).status());
        assertInstanceOf(ServerVerdict.Allowed.class, verdict.get(60, TimeUnit.SECONDS));
    }

    @Test
    void patience_ends() throws Exception {
        held(client.decide(shell("make"), Duration.ofMillis(10)));
    }

    @Test
    void whoeverAnswersInstead_isNotBelieved_andTheServerIsWaitedFor() throws Exception {
        var asked = new AtomicInteger();
        var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            boolean restarting = asked.incrementAndGet() < 3;
            byte[] body = (restarting ? "<html>Bad Gateway" : "{\"decision\":\"deny\",\"reason\":\"no\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(restarting ? 502 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        proxy.start();
        String address = "http://127.0.0.1:" + proxy.getAddress().getPort();
        try (var through = new LicetClient(address, "t")) {
            assertThrows(GateException.class, () -> through.submit(shell("pwd"), Duration.ZERO));
            assertEquals(new ServerVerdict.Denied("no", false), through.decide(shell("pwd"), LONG));
            assertEquals(3, asked.get());
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void events_areFollowed_andResumedWhereTheyEnded() throws Exception {
        held(client.submit(shell("make"), Duration.ZERO));
        BlockingQueue<LicetClient.Event> events = new LinkedBlockingQueue<>();
        Thread first = follow(OptionalLong.empty(), events);
        LicetClient.Event pending = next(events);
        assertEquals("approval_required", pending.name());
        String id = pending.approval().text("id").orElseThrow();
        client.deny(id, JsonObject.empty().with("mode", "soft"));
        LicetClient.Event resolved = next(events);
        assertEquals("approval_resolved", resolved.name());
        first.interrupt();
        held(client.submit(shell("make other"), Duration.ZERO));
        BlockingQueue<LicetClient.Event> later = new LinkedBlockingQueue<>();
        Thread second = follow(resolved.id(), later);
        LicetClient.Event missed = next(later);
        assertEquals("approval_required", missed.name());
        assertTrue(missed.id().orElseThrow() > resolved.id().orElseThrow());
        second.interrupt();
    }

    private Thread follow(OptionalLong after, BlockingQueue<LicetClient.Event> events) {
        return Thread.startVirtualThread(() -> {
            try {
                client.follow(after, () -> {}, events::add);
            } catch (InterruptedException | GateException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static LicetClient.Event next(BlockingQueue<LicetClient.Event> events) throws InterruptedException {
        LicetClient.Event event = events.poll(30, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event");
        }
        return event;
    }

    @Test
    void whatIsNoDecision_isAFault_andNothingMayRun() throws Exception {
        var faults = new ArrayList<String>();
        try (var wrong = new LicetClient(server.url(), "wrong");
                var nobody = new LicetClient("http://127.0.0.1:1", "t")) {
            faults.add(String.valueOf(assertThrows(GateException.class, () -> wrong.submit(shell("pwd"), Duration.ZERO))
                    .getMessage()));
            faults.add(String.valueOf(
                    assertThrows(GateException.class, () -> nobody.submit(shell("pwd"), Duration.ZERO))
                            .getMessage()));
            assertThrows(GateException.class, () -> nobody.decide(shell("pwd"), Duration.ofMillis(10)));
        }
        assertTrue(faults.get(0).contains("licet token create"), faults.get(0));
        assertTrue(faults.get(1).contains("licet serve"), faults.get(1));
        for (String address : List.of("localhost", "http://example.com", "http://127.0.0.1@example.com", "ftp://a")) {
            assertThrows(IllegalArgumentException.class, () -> new LicetClient(address, "t").close(), address);
        }
        assertThrows(GateException.class, () -> LicetClient.of(DataDirectory.at(folder.resolve("other"))));
    }
}
