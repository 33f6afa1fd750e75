package dev.licet.server.push;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import dev.licet.server.OpenServer;
import dev.licet.server.OpenServer.Reply;
import dev.licet.server.WithServer;
import dev.licet.server.access.Role;
import dev.licet.server.notify.TestReceiver;
import dev.licet.server.notify.TestReceiver.Posted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Web Push against a push service of its own on this machine, read as a browser reads it. */
class PushTest extends WithServer {
    @SuppressWarnings("NullAway.Init")
    private TestReceiver service;

    private final TestBrowser browser = new TestBrowser();

    @Override
    protected void prepare() throws Exception {
        service = new TestReceiver();
        Files.writeString(
                folder.resolve("licet.yaml"), "server: {notify: {pushServices: [\"" + service.url("/push") + "\"]}}\n");
    }

    @AfterEach
    void stop() throws IOException {
        service.close();
    }

    private Reply subscribe(String token, String endpoint) throws Exception {
        return open.send(token, "POST", "/v1/push", browser.subscription(endpoint));
    }

    private JsonObject message(Posted posted) throws Exception {
        return JsonText.parseObject(browser.read(posted.body()));
    }

    @Test
    void anAsk_isPushed_encryptedAndSigned() throws Exception {
        assertEquals(200, subscribe(open.ownerToken(), service.url("/push/1")).status());
        String id = open.ask("s", "make <all>");
        Posted posted = service.next();
        assertEquals("/push/1", posted.path());
        assertEquals("aes128gcm", posted.header("Content-Encoding"));
        assertEquals("high", posted.header("Urgency"));
        assertTrue(Integer.parseInt(posted.header("TTL")) > 0);
        JsonObject message = message(posted);
        assertEquals(Optional.of(id), message.text("id"));
        assertEquals(Optional.of("shell_exec asks"), message.text("title"));
        assertEquals(Optional.of("make <all>"), message.text("text"));
        String said = posted.header("Authorization");
        String token = said.replaceFirst(".*\\bt=([^, ]*).*", "$1");
        String key = said.replaceFirst(".*\\bk=([^, ]*).*", "$1");
        assertEquals(open.get("/v1/push").text("publicKey"), key);
        byte[] point = new Base64URL(key).decode();
        var publicKey = new ECKey.Builder(
                        Curve.P_256,
                        Base64URL.encode(Arrays.copyOfRange(point, 1, 33)),
                        Base64URL.encode(Arrays.copyOfRange(point, 33, 65)))
                .build();
        SignedJWT jwt = SignedJWT.parse(token);
        assertTrue(jwt.verify(new ECDSAVerifier(publicKey)));
        assertEquals(service.url(""), jwt.getJWTClaimsSet().getAudience().getFirst());
    }

    @Test
    void theKey_staysAfterARestart_andSoDoBrowsers() throws Exception {
        String key = open.get("/v1/push").text("publicKey");
        subscribe(open.ownerToken(), service.url("/push/1"));
        open.close();
        open = new OpenServer(folder);
        assertEquals(key, open.get("/v1/push").text("publicKey"));
        open.ask("s", "make");
        service.next();
    }

    @Test
    void secrets_areNotPushed() throws Exception {
        subscribe(open.ownerToken(), service.url("/push/1"));
        open.ask("s", "export TOKEN=ghp_0123456789012345678901234567890123456789");
        assertFalse(message(service.next()).toString().contains("ghp_"));
    }

    @Test
    void whoMayNotSeeACall_isNotTold() throws Exception {
        String bound = open.token("bound", Role.VIEWER, Set.of(), Set.of("theirs"));
        assertEquals(200, subscribe(bound, service.url("/push/bound")).status());
        assertEquals(
                403,
                subscribe(open.token(Role.AGENT), service.url("/push/agent")).status());
        open.ask("other", "make");
        open.ask("theirs", "make");
        assertEquals("/push/bound", service.next().path());
        assertTrue(service.isQuietFor(700));
    }

    @Test
    void whoSignedOut_isToldNoMore() throws Exception {
        String token = open.token(Role.APPROVER);
        subscribe(token, service.url("/push/1"));
        open.ask("s", "make one");
        service.next();
        Files.writeString(folder.resolve("tokens.json"), "{\"tokens\":[]}");
        open.ask("s", "make two");
        assertTrue(service.isQuietFor(1_000));
        assertFalse(Files.readString(folder.resolve("push.json")).contains("/push/1"));
    }

    @Test
    void aBrowserThatIsGone_isForgotten() throws Exception {
        subscribe(open.ownerToken(), service.url("/push/1"));
        service.answer(410);
        open.ask("s", "make one");
        service.next();
        open.ask("s", "make two");
        assertTrue(service.isQuietFor(1_000));
    }

    @Test
    void aServiceThatIsDown_isTriedAgain_andNobodyElseTwice() throws Exception {
        subscribe(open.ownerToken(), service.url("/push/1"));
        service.fail(2);
        open.ask("s", "make");
        service.next();
        assertTrue(service.isQuietFor(1_500));
    }

    @Test
    void otherAddresses_areRefused() throws Exception {
        for (String endpoint : new String[] {
            "http://127.0.0.1:1/push",
            service.url("/other"),
            service.url("/push/../other"),
            "https://fcm.googleapis.com.evil.example/x",
            "https://x@fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "http://fcm.googleapis.com/x",
            "file:///etc/passwd",
            "",
            "https://fcm.googleapis.com/" + "x".repeat(3_000)
        }) {
            assertEquals(400, subscribe(open.ownerToken(), endpoint).status(), endpoint);
        }
        String good = service.url("/push/1");
        for (String body : new String[] {
            "{}",
            "[]",
            "{\"endpoint\":\"" + good + "\"}",
            "{\"endpoint\":\"" + good + "\",\"keys\":{\"p256dh\":\"AAAA\",\"auth\":\"AAAA\"}}",
            browser.subscription(good).replaceFirst("\"p256dh\":\"B[^\"]{20}", "\"p256dh\":\"BAAAAAAAAAAAAAAAAAAAA")
        }) {
            assertEquals(400, open.post("/v1/push", body).status(), body);
        }
        assertEquals(
                200,
                subscribe(open.ownerToken(), "https://fcm.googleapis.com/fcm/send/x")
                        .status());
        assertEquals(
                new String(new byte[0], StandardCharsets.UTF_8),
                open.post("/v1/push", browser.subscription(good)).text("code"));
    }
}
