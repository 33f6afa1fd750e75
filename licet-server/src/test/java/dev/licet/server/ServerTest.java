package dev.licet.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServerTest extends WithServer {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String LS =
            "{\"callId\":\"1\",\"tool\":\"shell_exec\",\"arguments\":{\"command\":\"make\"},\"sessionId\":\"s\",\"cwd\":\"/srv/project\"}";

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(open.server().url() + path))
                .header("Authorization", "Bearer " + open.directory().token());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).POST(BodyPublishers.ofString(body)));
    }

    private static JsonObject json(HttpResponse<String> response) throws Exception {
        return JsonText.parseObject(response.body());
    }

    private String ask() throws Exception {
        HttpResponse<String> held = post("/v1/calls", LS);
        assertEquals(202, held.statusCode(), held.body());
        return json(held).object("approval").orElseThrow().text("id").orElseThrow();
    }

    /** A virtual thread of Java 25 may miss that it is woken from waiting for several connections. */
    @Test
    void whoWaitsForConnections_isNoVirtualThread() throws Exception {
        get("/health");
        assertTrue(Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getClassName().equals("org.eclipse.jetty.io.ManagedSelector")
                        && frame.getMethodName().equals("select")));
    }

    @Test
    void onlyHealthAndFilesWithoutData_needNoToken() throws Exception {
        assertEquals(
                200,
                send(HttpRequest.newBuilder(URI.create(open.server().url() + "/health")))
                        .statusCode());
        for (String path : List.of("/inbox.js", "/style.css", "/sw.js")) {
            assertEquals(
                    200,
                    send(HttpRequest.newBuilder(URI.create(open.server().url() + path)))
                            .statusCode(),
                    path);
        }
        for (String path : List.of("/", "/v1/approvals", "/v1/events", "/v1/session", "/nope")) {
            assertEquals(
                    401,
                    send(HttpRequest.newBuilder(URI.create(open.server().url() + path)))
                            .statusCode(),
                    path);
        }
        assertEquals(
                401,
                send(HttpRequest.newBuilder(URI.create(open.server().url() + "/v1/approvals"))
                                .header("Authorization", "Bearer wrong"))
                        .statusCode());
    }

    @Test
    void metrics_countWithoutNamingAnything() throws Exception {
        String id = ask();
        post("/v1/approvals/" + id + "/approve", "{\"channel\":\"terminal\"}");
        open.server().gate().eventsAfter(open.server().gate().lastEvent(), 1, Duration.ofMillis(300));
        String page = get("/metrics").body();
        assertTrue(page.contains("licet_pending 0.0"), page);
        assertTrue(page.contains("licet_ended_total{channel=\"terminal\",state=\"approved\"} 1.0"), page);
        assertTrue(page.contains("licet_requests_total{status=\"202\",surface=\"v1\"} 1.0"), page);
        assertFalse(page.contains(id), "no approval is named");
    }

    @Test
    void theSocketInTheDataDirectory_isTheOwnersAlone_andNeedsATokenToo() throws Exception {
        Path socket = open.directory().socket();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
        assertEquals(
                "HTTP/1.1 200 OK",
                overSocket(socket, "Authorization: Bearer " + open.directory().token()));
        assertEquals("HTTP/1.1 401 Unauthorized", overSocket(socket, "X-Nothing: 1"));
    }

    private static String overSocket(Path path, String header) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            channel.write(StandardCharsets.US_ASCII.encode(
                    "GET /v1/approvals HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\nConnection: close\r\n\r\n"));
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            return reader.readLine();
        }
    }

    @Test
    void foreignHostOrOrigin_isRefused() throws Exception {
        assertEquals(
                403,
                send(request("/health").header("Origin", "http://evil.example")).statusCode());
        assertEquals(
                403, send(request("/v1/approvals").header("Origin", "null")).statusCode());
        assertEquals(
                200,
                send(request("/v1/approvals").header("Origin", open.server().url()))
                        .statusCode());
        URI uri = URI.create(open.server().url());
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
            socket.getOutputStream()
                    .write("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            assertEquals("HTTP/1.1 403 Forbidden", reader.readLine());
        }
    }

    @Test
    void cookie_readsAndChangesOnlyWithTheCsrfToken() throws Exception {
        HttpResponse<String> session = post("/v1/session", "");
        String cookie = session.headers().firstValue("set-cookie").orElseThrow();
        assertTrue(cookie.contains("HttpOnly; SameSite=Strict"), cookie);
        String csrf = json(session).text("csrf").orElseThrow();
        String id = ask();
        var approve = HttpRequest.newBuilder(URI.create(open.server().url() + "/v1/approvals/" + id + "/approve"))
                .header("Cookie", cookie.split(";", 2)[0])
                .POST(BodyPublishers.ofString("{}"));
        assertEquals(403, send(approve).statusCode());
        assertEquals(403, send(approve.header("X-Licet-Csrf", "wrong")).statusCode());
        assertEquals(200, send(approve.setHeader("X-Licet-Csrf", csrf)).statusCode());
        assertEquals(
                "web",
                json(get("/v1/approvals/" + id))
                        .object("answer")
                        .orElseThrow()
                        .text("channel")
                        .orElseThrow());
    }

    @Test
    void call_isDecidedWithReasons() throws Exception {
        JsonObject allowed =
                json(post("/v1/calls", "{\"tool\":\"read_file\",\"arguments\":{\"path\":\"a\"},\"cwd\":\"/srv\"}"));
        assertEquals("allow", allowed.text("decision").orElseThrow());
        JsonObject denied = json(
                post("/v1/calls", "{\"tool\":\"Bash\",\"arguments\":{\"command\":\"cat .env\"},\"cwd\":\"/srv\"}"));
        assertEquals("deny", denied.text("decision").orElseThrow());
        assertTrue(denied.text("reason").orElseThrow().contains("*.env"), denied::toString);
        assertEquals(2, denied.elements("findings").size());
    }

    @Test
    void waitingCall_getsItsAnswer() throws Exception {
        var waiting = HTTP.sendAsync(
                request("/v1/calls?wait=30").POST(BodyPublishers.ofString(LS)).build(), BodyHandlers.ofString());
        String id = firstEvent();
        assertEquals(
                200,
                post("/v1/approvals/" + id + "/approve", "{\"comment\":\"fine\"}")
                        .statusCode());
        JsonObject answer = json(waiting.get());
        assertEquals("allow", answer.text("decision").orElseThrow());
        assertEquals("fine", answer.text("comment").orElseThrow());
    }

    private String firstEvent() throws Exception {
        HttpResponse<Stream<String>> events =
                HTTP.send(request("/v1/events").GET().build(), BodyHandlers.ofLines());
        try (Stream<String> lines = events.body()) {
            String data =
                    lines.filter(line -> line.startsWith("data: ")).findFirst().orElseThrow();
            return JsonText.parseObject(data.substring("data: ".length()))
                    .text("id")
                    .orElseThrow();
        }
    }

    @Test
    void events_replayWhatIsPending_andResumeById() throws Exception {
        String id = ask();
        HttpResponse<Stream<String>> all = HTTP.send(request("/v1/events").GET().build(), BodyHandlers.ofLines());
        try (Stream<String> lines = all.body()) {
            Iterator<String> each = lines.filter(line -> line.startsWith("event: ") || line.startsWith("id: "))
                    .iterator();
            assertEquals("id: 1", each.next());
            assertEquals("event: approval_required", each.next());
            post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"no\"}");
            assertEquals("id: 2", each.next());
            assertEquals("event: approval_resolved", each.next());
        }
        HttpResponse<Stream<String>> resumed = HTTP.send(
                request("/v1/events").header("Last-Event-ID", "1").GET().build(), BodyHandlers.ofLines());
        try (Stream<String> lines = resumed.body()) {
            assertEquals(
                    "id: 2",
                    lines.filter(line -> line.startsWith("id: ")).findFirst().orElseThrow());
        }
        assertEquals(
                400, send(request("/v1/events").header("Last-Event-ID", "x")).statusCode());
    }

    @Test
    void answers_areChecked() throws Exception {
        String id = ask();
        assertEquals(404, post("/v1/approvals/nosuchone/approve", "{}").statusCode());
        assertEquals(400, post("/v1/approvals/a%2Fb/approve", "{}").statusCode());
        assertEquals(
                400,
                post("/v1/approvals/" + id + "/approve", "{\"allways\":true}").statusCode());
        assertEquals(
                400,
                post("/v1/approvals/" + id + "/approve", "{\"always\":\"yes\"}").statusCode());
        assertEquals(
                400, post("/v1/approvals/" + id + "/deny", "{\"feedback\":1}").statusCode());
        assertEquals(400, post("/v1/approvals/" + id + "/approve", "{").statusCode());
        HttpResponse<String> other =
                post("/v1/approvals/" + id + "/approve", "{\"digest\":\"" + "0".repeat(64) + "\"}");
        assertEquals(409, other.statusCode());
        assertEquals("pending", json(get("/v1/approvals/" + id)).text("state").orElseThrow());
        assertEquals(
                200,
                post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"why\"}").statusCode());
        HttpResponse<String> late = post("/v1/approvals/" + id + "/approve", "{}");
        assertEquals(409, late.statusCode());
        assertFalse(json(late).isTrue("applied"));
        assertEquals("rejected", json(get("/v1/approvals/" + id)).text("state").orElseThrow());
    }

    @Test
    void always_savesTheRulesThatTheApprovalShows() throws Exception {
        String id = ask();
        assertTrue(get("/v1/approvals/" + id)
                .body()
                .contains("\"always\":[{\"tool\":\"shell_exec\",\"pattern\":\"make\"}]"));
        assertEquals(
                200,
                post("/v1/approvals/" + id + "/approve", "{\"always\":true}").statusCode());
        assertTrue(Files.readString(folder.resolve("workers/local/permissions.jsonc"))
                .contains("\"make\": \"allow\""));
        assertEquals("allow", json(post("/v1/calls", LS)).text("decision").orElseThrow());
    }

    @Test
    void badCalls_areClientErrors_andDenied() throws Exception {
        Map<String, Integer> bodies = Map.of(
                "{",
                400,
                "[]",
                400,
                LS.replace("\"callId\":\"1\"", "\"tool\":\"read_file\""),
                400,
                LS.replace("\"callId\"", "\"approved\""),
                400,
                LS.replace("/srv/project", "project"),
                400,
                LS.replace("\"make\"", "\"make\\u0000\""),
                400,
                LS.replace("make", "x".repeat(1024 * 1024)),
                413,
                "{\"tool\":\"x\",\"cwd\":\"/\"}",
                400);
        for (var each : bodies.entrySet()) {
            HttpResponse<String> response = post("/v1/calls", each.getKey());
            assertEquals(each.getValue(), response.statusCode(), response.body());
            assertEquals("deny", json(response).text("decision").orElseThrow());
            assertTrue(json(response).text("detail").isPresent());
        }
        assertEquals(400, post("/v1/calls?wait=soon", LS).statusCode());
        assertEquals(0, json(get("/v1/approvals")).elements("approvals").size());
    }

    @Test
    void page_hasAStrictPolicy_andHoldsNoData() throws Exception {
        HttpResponse<String> page = get("/");
        assertEquals(200, page.statusCode());
        assertTrue(page.headers()
                .firstValue("content-security-policy")
                .orElseThrow()
                .startsWith("default-src 'none'"));
        assertFalse(page.body().contains(open.directory().token()));
    }

    @Test
    void takenPort_andForeignAddress_areClearErrors() {
        int port = URI.create(open.server().url()).getPort();
        var other = DataDirectory.at(folder.resolve("other"));
        var taken = assertThrows(GateException.class, () -> LicetServer.start(other, "127.0.0.1", port));
        assertTrue(taken.toString().contains("is taken; stop the other program, or choose another with --port"));
        assertThrows(IllegalArgumentException.class, () -> LicetServer.start(other, "0.0.0.0", 0));
    }

    @Test
    void heldCalls_endWhenTheServerStops_andStayPending() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting = HTTP.sendAsync(
                request("/v1/calls?wait=60").POST(BodyPublishers.ofString(LS)).build(), BodyHandlers.ofString());
        String id = firstEvent();
        open.close();
        waiting.handle((response, failure) -> 0).get();
        open = new OpenServer(folder);
        assertEquals("pending", json(get("/v1/approvals/" + id)).text("state").orElseThrow());
    }
}
