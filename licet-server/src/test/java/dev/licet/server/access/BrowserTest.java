package dev.licet.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.gate.json.JsonText;
import dev.licet.server.WithServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BrowserTest extends WithServer {
    @Test
    void aBrowser_signsInAsThePrincipalOfItsToken() throws Exception {
        String token = open.token(Role.VIEWER);
        String url = open.server().url();
        var http = HttpClient.newHttpClient();
        var signedIn = http.send(
                HttpRequest.newBuilder(URI.create(url + "/v1/session"))
                        .header("Authorization", "Bearer " + token)
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        String cookie =
                signedIn.headers().firstValue("set-cookie").orElseThrow().replaceFirst(";.*", "");
        String csrf = signedIn.body().replaceAll(".*\"csrf\":\"([0-9a-f]+)\".*\\s*", "$1");
        String id = open.ask("s", "make");
        var request = HttpRequest.newBuilder(URI.create(url + "/v1/approvals/" + id + "/approve"))
                .header("Cookie", cookie)
                .header("X-Licet-Csrf", csrf)
                .POST(BodyPublishers.ofString("{}"));
        var refused = http.send(request.build(), BodyHandlers.ofString());
        assertEquals(403, refused.statusCode());
        assertTrue(refused.body().contains("\"forbidden\""), refused.body());
        String forged = cookie.replaceFirst("=[0-9a-f]+\\.", "=owner.");
        assertEquals(
                401,
                http.send(
                                HttpRequest.newBuilder(URI.create(url + "/v1/approvals"))
                                        .header("Cookie", forged)
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode());
    }

    @Test
    void aBrowserThatSignedOut_isOut_whoeverKeptItsCookie() throws Exception {
        String url = open.server().url();
        var http = HttpClient.newHttpClient();
        var signedIn = http.send(
                HttpRequest.newBuilder(URI.create(url + "/v1/session"))
                        .header("Authorization", "Bearer " + open.ownerToken())
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        String cookie =
                signedIn.headers().firstValue("set-cookie").orElseThrow().replaceFirst(";.*", "");
        String csrf = JsonText.parseObject(signedIn.body()).text("csrf").orElseThrow();
        HttpRequest look = HttpRequest.newBuilder(URI.create(url + "/v1/approvals"))
                .header("Cookie", cookie)
                .build();
        assertEquals(200, http.send(look, BodyHandlers.discarding()).statusCode());
        HttpRequest.Builder out = HttpRequest.newBuilder(URI.create(url + "/v1/session"))
                .header("Cookie", cookie)
                .DELETE();
        assertEquals(403, http.send(out.build(), BodyHandlers.discarding()).statusCode(), "no page of ours");
        assertEquals(
                200,
                http.send(out.header("X-Licet-Csrf", csrf).build(), BodyHandlers.discarding())
                        .statusCode());
        assertEquals(401, http.send(look, BodyHandlers.discarding()).statusCode());
    }

    @Test
    void oneWhoSignsInEverywhere_keepsNobodyElseOut() {
        var file = new TokenFile(open.directory());
        Instant now = Instant.now();
        var other = new Principal("other", Role.VIEWER, Role.VIEWER.rights(), Set.of(), Set.of());
        var viewer = new Principal("v", Role.VIEWER, Role.VIEWER.rights(), Set.of(), Set.of());
        Token kept = file.signIn(other, now, now.plusSeconds(60), Token.PROVIDER, Optional.empty());
        for (int i = 0; i < 3 * TokenFile.MAX_BROWSERS; i++) {
            file.signIn(viewer, now, now.plusSeconds(60), Token.PROVIDER, Optional.empty());
        }
        List<Token> all = file.all();
        assertTrue(all.stream().anyMatch(token -> token.id().equals(kept.id())));
        assertEquals(
                TokenFile.MAX_BROWSERS,
                all.stream()
                        .filter(token -> token.principal().name().equals("v"))
                        .count());
    }
}
