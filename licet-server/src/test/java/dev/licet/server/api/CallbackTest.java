package dev.licet.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallbackTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What was posted, and how: the headers that count, then the body. */
    private record Posted(String path, String id, String timestamp, String signature, String body) {}

    private final BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();

    /** How many posts are answered with 500 first. */
    private final AtomicInteger failures = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private HttpServer receiver;

    @BeforeEach
    void receive() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::take);
        receiver.start();
        Files.writeString(folder.resolve("licet.yaml"), "server: {callbacks: [\"" + receiver("/hook/") + "\"]}\n");
    }

    @AfterEach
    void stopReceiving() {
        receiver.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        exchange.sendResponseHeaders(fails ? 500 : 204, -1);
        exchange.close();
        posted.add(new Posted(
                exchange.getRequestURI().getPath(),
                Objects.requireNonNull(headers.getFirst("webhook-id")),
                Objects.requireNonNull(headers.getFirst("webhook-timestamp")),
                Objects.requireNonNull(headers.getFirst("webhook-signature")),
                body));
    }

    private String receiver(String path) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
    }

    private Posted next() throws InterruptedException {
        return Objects.requireNonNull(posted.poll(30, TimeUnit.SECONDS), "nothing was posted");
    }

    private static Reply call(OpenServer open, String command, String callback) throws Exception {
        String encoded = URLEncoder.encode(callback, StandardCharsets.UTF_8);
        return open.post("/v1/calls?callback=" + encoded, OpenServer.shell("s", command));
    }

    private static String asked(Reply reply) {
        assertEquals(202, reply.status());
        return reply.body().object("approval").orElseThrow().text("id").orElseThrow();
    }

    @Test
    void theCaller_isToldThatItsCallWasAnswered_andCollectsTheDecision() throws Exception {
        try (var open = new OpenServer(folder)) {
            String id = asked(call(open, "make", receiver("/hook/a?b=c")));
            open.post("/v1/approvals/" + id + "/approve", "{}");
            Posted message = next();
            assertEquals("/hook/a", message.path());
            assertEquals(id, message.id());
            JsonObject body = JsonText.parseObject(message.body());
            assertEquals("approval_resolved", body.text("type").orElseThrow());
            JsonObject approval = body.object("data").orElseThrow();
            assertEquals("approved", approval.text("state").orElseThrow());
            assertTrue(approval.get("ticket").isEmpty(), "whoever reads it cannot run the call");

            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(TicketKey.publicKey(open.get("/v1/tickets/key").text("publicKey")));
            signature.update((id + "." + message.timestamp() + "." + message.body()).getBytes(StandardCharsets.UTF_8));
            assertTrue(signature.verify(
                    Base64.getDecoder().decode(message.signature().replaceFirst("^v1a,", ""))));

            Reply collected = open.post("/v1/calls", OpenServer.shell("s", "make"));
            assertEquals("allow", collected.text("decision"));
            assertTrue(!collected.text("ticket").isEmpty());
        }
    }

    @Test
    void aReceiverThatFails_isTriedAgain_andOnceMoreAfterARestart() throws Exception {
        failures.set(2);
        String id;
        try (var open = new OpenServer(folder)) {
            id = asked(call(open, "make", receiver("/hook/")));
            open.post("/v1/approvals/" + id + "/deny", "{}");
            assertEquals(id, next().id());
        }
        try (var open = new OpenServer(folder)) {
            assertEquals(id, next().id());
            assertEquals(id, next().id(), "the third is taken");
            asked(call(open, "make other", receiver("/hook/other")));
        }
        assertEquals(0, posted.size(), "what waits is not told");
    }

    @Test
    void aBatch_isToldOfEachOfItsCalls() throws Exception {
        try (var open = new OpenServer(folder)) {
            String encoded = URLEncoder.encode(receiver("/hook/"), StandardCharsets.UTF_8);
            open.post(
                    "/v1/batches?callback=" + encoded,
                    "{\"calls\":[" + OpenServer.shell("s", "make a") + "," + OpenServer.shell("s", "make b") + "]}");
            var ids = open.server().gate().pending().stream()
                    .map(approval -> approval.id().text())
                    .sorted()
                    .toList();
            for (String id : ids) {
                open.post("/v1/approvals/" + id + "/approve", "{}");
            }
            assertEquals(
                    ids,
                    List.of(next(), next()).stream().map(Posted::id).sorted().toList());
        }
    }

    @Test
    void whatIsNotListed_isNotCalled_andTheCallIsDenied() throws Exception {
        try (var open = new OpenServer(folder)) {
            String port = ":" + receiver.getAddress().getPort();
            for (String address : List.of(
                    receiver("/"),
                    receiver("/hookless"),
                    receiver("/hook/../secret"),
                    receiver("/hook/%2e%2e/secret"),
                    receiver("/hook//a"),
                    receiver("/hook/..;/admin"),
                    receiver("/hook/%252e%252e/admin"),
                    receiver("/hook/a#b"),
                    receiver("/hook/").replace("127.0.0.1", "localhost"),
                    receiver("/hook/").replace(port, ":1"),
                    "http://127.0.0.1" + port + "@evil.test/hook/",
                    "http://user@127.0.0.1" + port + "/hook/",
                    "https://127.0.0.1" + port + "/hook/",
                    "file:///hook/",
                    "http:///hook/",
                    "//hook",
                    "",
                    "\\",
                    receiver("/hook/" + "x".repeat(3_000)))) {
                Reply reply = call(open, "make", address);
                assertEquals(400, reply.status(), address);
                assertEquals("deny", reply.text("decision"), address);
                assertTrue(reply.text("detail").contains("`callback`"), reply.toString());
            }
            assertEquals(
                    400,
                    open.post(
                                    "/v1/calls?wait=5&callback="
                                            + URLEncoder.encode(receiver("/hook/"), StandardCharsets.UTF_8),
                                    OpenServer.shell("s", "make"))
                            .status(),
                    "two ways to wait");
            assertEquals(0, open.server().gate().pendingCount());
        }
    }
}
