package dev.licet.server.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.server.LicetServer;
import dev.licet.server.OpenServer;
import dev.licet.server.access.Limits;
import dev.licet.server.access.Role;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSettingsTest {
    private static final String TLS =
            "server:\n  names: [licet.test]\n  tls: {listen: \"127.0.0.1:0\", certificate: cert.pem, key: key.pem}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path data() throws IOException {
        return Files.createDirectories(folder.resolve("data"));
    }

    private void configure(String text) throws IOException {
        Files.writeString(data().resolve("licet.yaml"), text);
    }

    private String fault(String text) throws IOException {
        configure(text);
        return String.valueOf(assertThrows(GateException.class, () -> new OpenServer(data()).close(), text)
                .getMessage());
    }

    private static int port(OpenServer open) {
        return URI.create(open.server().remoteUrl().orElseThrow()).getPort();
    }

    /** The reply to a GET of {@code path} with {@code headers}, each ended by a line break. */
    private static String get(Socket socket, String path, String headers) throws IOException {
        try (socket) {
            String request = "GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String get(OpenServer open, SSLContext trust, String path, String headers) throws IOException {
        return get(trust.getSocketFactory().createSocket("127.0.0.1", port(open)), path, headers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void anotherAddress_isServedWithTls_underItsNamesOnly(String algorithm) throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "licet.test", algorithm);
        certificate.write(data(), Instant.now());
        configure(TLS);
        try (var open = new OpenServer(data())) {
            int port = port(open);
            assertEquals("https://licet.test:" + port, open.server().remoteUrl().orElseThrow());
            SSLContext trust = certificate.trust();
            String token = "Authorization: Bearer " + open.ownerToken() + "\r\n";
            for (String host : List.of("licet.test", "licet.test:" + port, "localhost:" + port, "LICET.test")) {
                String reply = get(open, trust, "/v1/approvals", "Host: " + host + "\r\n" + token);
                assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
            }
            for (String host : List.of("evil.test", "licet.test:1", "127.0.0.1", "licet.test.evil.test")) {
                assertTrue(get(open, trust, "/v1/approvals", "Host: " + host + "\r\n" + token)
                        .startsWith("HTTP/1.1 403"));
            }
            String at = "Host: licet.test\r\n" + token;
            assertTrue(get(open, trust, "/v1/approvals", at + "Origin: https://licet.test\r\n")
                    .startsWith("HTTP/1.1 200"));
            for (String origin : List.of("http://licet.test", "https://evil.test", "null", "https://licet.test:1")) {
                assertTrue(get(open, trust, "/v1/approvals", at + "Origin: " + origin + "\r\n")
                        .startsWith("HTTP/1.1 403"));
            }
            assertTrue(get(open, trust, "/v1/approvals", "Host: licet.test\r\n").startsWith("HTTP/1.1 401"));
        }
    }

    @Test
    void whatComesWithoutTls_isNotAnswered_whereTlsIsSpoken() throws Exception {
        TestCertificate.make(folder, "licet.test", "EC").write(data(), Instant.now());
        configure(TLS);
        try (var open = new OpenServer(data())) {
            assertFalse(get(new Socket(InetAddress.getLoopbackAddress(), port(open)), "/health", "Host: licet.test\r\n")
                    .startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void theCookie_staysOnEncryptedConnections_whereItWasGivenOnOne() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "licet.test", "EC");
        certificate.write(data(), Instant.now());
        configure(TLS);
        try (var open = new OpenServer(data())) {
            HttpClient client =
                    HttpClient.newBuilder().sslContext(certificate.trust()).build();
            String cookie = client.send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + port(open) + "/v1/session"))
                                    .header("Authorization", "Bearer " + open.ownerToken())
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofString())
                    .headers()
                    .firstValue("set-cookie")
                    .orElseThrow();
            assertTrue(cookie.startsWith("__Host-licet_") && cookie.endsWith("; Secure"), cookie);
        }
    }

    @Test
    void aRenewedCertificate_isUsedWithoutARestart_andABadOneIsNot() throws Exception {
        TestCertificate first = TestCertificate.make(folder, "licet.test", "EC");
        TestCertificate second = TestCertificate.make(folder, "licet.test", "EC");
        first.write(data(), Instant.now().minusSeconds(60));
        configure(TLS);
        try (var open = new OpenServer(data())) {
            assertEquals(first.certificate(), served(open, first, second));
            Files.writeString(data().resolve("key.pem"), "no key");
            assertEquals(first.certificate(), served(open, first, second));
            second.write(data(), Instant.now());
            var looked = new CountDownLatch(1);
            for (int i = 0; i < 200 && !served(open, first, second).equals(second.certificate()); i++) {
                assertFalse(looked.await(100, TimeUnit.MILLISECONDS));
            }
            assertEquals(second.certificate(), served(open, first, second));
            assertNotEquals(first.certificate(), second.certificate());
        }
    }

    private static java.security.cert.Certificate served(OpenServer open, TestCertificate... known) throws Exception {
        IOException last = new IOException("no certificate is known");
        for (TestCertificate each : known) {
            try (var socket = (SSLSocket) each.trust().getSocketFactory().createSocket("127.0.0.1", port(open))) {
                SSLSession session = socket.getSession();
                if (session.isValid()) {
                    return session.getPeerCertificates()[0];
                }
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    @Test
    void aMistake_keepsTheServerFromStarting_andIsNamedWithItsPlace() throws Exception {
        TestCertificate.make(folder, "licet.test", "EC").write(data(), Instant.now());
        assertTrue(fault("server:\n  tsl: {}\n")
                .contains("licet.yaml:2:3: `tsl` is no key of `server`; it has names, tls"));
        assertTrue(fault("server: 3\n").contains("licet.yaml:1:9: `server` is keys and values, not `3`"));
        assertTrue(fault("server:\n  limits: {requestsPerSecond: 0}\n").contains("a number from 1 to 1000000"));
        assertTrue(fault("server:\n  names: [\"Licet Test\"]\n").contains("a name looks like"));
        assertTrue(fault(TLS.replace("names: [licet.test]", "names: []")).contains("`names` is missing"));
        assertTrue(fault(TLS.replace("cert.pem", "none.pem")).contains("cannot be read"));
        assertTrue(fault(TLS.replace("127.0.0.1:0", "everywhere")).contains("0.0.0.0:8443"));
        assertTrue(fault(TLS.replace("cert.pem", "key.pem")).contains("no certificate"));
        assertTrue(fault(TLS.replace("key: key.pem", "key: cert.pem")).contains("openssl pkcs8"));
        assertTrue(
                fault("server:\n  callbacks: [\"http://example.com/\"]\n").contains("no plain address with https://"));
        assertTrue(fault("server:\n  telemetry: {every: 1m}\n").contains("needs `otlp`"));
        assertTrue(fault("server: {}\nserver: {}\n").contains(":2:1: `server` stands twice"));
        assertTrue(fault("- a\n").contains("keys and values, not an array"));
        for (String name : List.of("[::::]", "a.b.", "a:99999", "-a", "a..b", "A.b")) {
            assertTrue(fault("server: {names: [\"" + name + "\"]}\n").contains("a name looks like"), name);
        }
        for (String listen : List.of("[:::::]:1", "999.1.1.1:1", "0.0.0.0", ":1", "0.0.0.0:99999")) {
            assertTrue(fault(TLS.replace("127.0.0.1:0", listen)).contains("as in 0.0.0.0:8443"), listen);
        }
        assertTrue(fault(TLS.replace("127.0.0.1:0", "192.0.2.1:8443")).contains("this machine does not have"));
        for (String prefix : List.of("https://a/?b", "https://a/%2e", "https://a:99999/", "https://u@a/", "ftp://a/")) {
            assertTrue(fault("server: {callbacks: [\"" + prefix + "\"]}\n").contains("plain address"), prefix);
        }
        String oidc = "server: {oidc: {issuer: \"https://a\", clientId: b, people: {%s: viewer}%s}}\n";
        assertTrue(fault(oidc.formatted("owner", "")).contains("cannot be a name here"));
        Files.writeString(data().resolve("empty"), "");
        assertTrue(fault(oidc.formatted("a", ", clientSecretFile: empty")).contains("the file is empty"));
        Files.writeString(
                data().resolve("key.pem"),
                TestCertificate.make(folder, "licet.test", "EC").keyPem());
        assertTrue(fault(TLS).contains("is not that of the first certificate"));
        configure("");
        new OpenServer(data()).close();
    }

    @Test
    void aPortOfTls_thatIsTaken_leavesNothingOpen() throws Exception {
        TestCertificate.make(folder, "licet.test", "EC").write(data(), Instant.now());
        int free = freePort();
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            configure(TLS.replace("127.0.0.1:0", "127.0.0.1:" + taken.getLocalPort()));
            var fault = assertThrows(
                    GateException.class,
                    () -> LicetServer.start(DataDirectory.at(data()), "127.0.0.1", free)
                            .close());
            assertTrue(String.valueOf(fault.getMessage()).contains("`server.tls.listen`"));
            assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), free));
        }
        configure("");
        LicetServer.start(DataDirectory.at(data()), "127.0.0.1", free).close();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void strangersFromElsewhere_areCounted_byTheirAddress() {
        var limits = new Limits(1, 1);
        int[] admitted = new int[2];
        for (int i = 0; i < 20; i++) {
            admitted[0] += limits.admitsStranger(from("192.0.2.1", false)) ? 1 : 0;
            admitted[1] += limits.admitsStranger(from("127.0.0.1", true)) ? 1 : 0;
        }
        assertTrue(admitted[0] < 10);
        assertEquals(20, admitted[1], "programs of this machine share an address");
        assertTrue(limits.admitsStranger(from("192.0.2.2", false)), "another address");
    }

    private static dev.licet.server.http.HttpRequest from(String address, boolean here) {
        return new dev.licet.server.http.HttpRequest(
                "GET",
                "/",
                Map.of(),
                Map.of(),
                new byte[0],
                new dev.licet.server.http.HttpRequest.Peer(address, here, true));
    }

    @Test
    void whoAsksTooMuch_waits_butNotTheOwner() throws Exception {
        configure("server: {limits: {requestsPerSecond: 1}}\n");
        try (var open = new OpenServer(data())) {
            String viewer = open.token(Role.VIEWER);
            String agent = open.token(Role.AGENT);
            int[] refused = new int[3];
            for (int i = 0; i < 20; i++) {
                refused[0] += open.send(viewer, "GET", "/v1/approvals", "").status() == 429 ? 1 : 0;
                refused[1] += open.get("/v1/approvals").status() == 200 ? 0 : 1;
                String hook =
                        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Read\",\"session_id\":\"s\",\"cwd\":\"/w\","
                                + "\"tool_input\":{\"file_path\":\"/w/a\"}}";
                OpenServer.Reply reply = open.send(agent, "POST", "/hooks/claude", hook);
                assertEquals(200, reply.status());
                refused[2] += reply.body().toString().contains("too many requests") ? 1 : 0;
            }
            assertTrue(refused[0] >= 10, "a token of its own");
            assertEquals(0, refused[1], "the owner");
            assertTrue(refused[2] >= 10, "a host takes only its own form for a refusal");
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(open.server().url() + "/v1/approvals"))
                    .timeout(Duration.ofSeconds(10))
                    .header("Authorization", "Bearer " + viewer)
                    .build();
            assertEquals(
                    "1",
                    HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .headers()
                            .firstValue("retry-after")
                            .orElse(""));
        }
    }
}
