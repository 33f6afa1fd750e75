package dev.licet.server.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.gate.json.JsonText;
import dev.licet.server.WithServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignInTest extends WithServer {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private TestProvider provider;

    @Override
    protected void prepare() throws Exception {
        provider = new TestProvider();
        Files.writeString(folder.resolve("secret"), TestProvider.SECRET + "\n");
        Files.writeString(folder.resolve("licet.yaml"), """
                server:
                  oidc:
                    issuer: "%s"
                    clientId: licet
                    clientSecretFile: secret
                    people: {anna@example.com: approver}
                    groups: {lookers: viewer, editors: approver+rules, owners: owner}
                """.formatted(provider.issuer()));
    }

    @AfterEach
    void stop() throws Exception {
        provider.close();
    }

    /** A browser that keeps cookies and follows nothing by itself. */
    private final class Browser {
        private final Map<String, String> cookies = new LinkedHashMap<>();

        HttpResponse<String> send(String method, String path, String... headers) throws Exception {
            String address = path.startsWith("/") ? open.server().url() + path : path;
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(address)).method(method, BodyPublishers.ofString(""));
            if (!cookies.isEmpty()) {
                request.header(
                        "Cookie",
                        cookies.entrySet().stream()
                                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                .collect(Collectors.joining("; ")));
            }
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            response.headers().allValues("set-cookie").forEach(cookie -> {
                String[] parts = cookie.replaceFirst(";.*", "").split("=", 2);
                cookies.put(parts[0], parts[1]);
            });
            return response;
        }

        private static String location(HttpResponse<String> response) {
            return response.headers().firstValue("location").orElseThrow();
        }

        /** Where the provider sends it back to, once it has signed in there. */
        String wayBack() throws Exception {
            HttpResponse<String> away = send("GET", "/oidc/sign-in");
            assertEquals(303, away.statusCode());
            return location(send("GET", location(away)));
        }

        HttpResponse<String> signIn() throws Exception {
            return send("GET", wayBack());
        }

        int status(String method, String path) throws Exception {
            HttpResponse<String> session = send("GET", "/v1/session");
            String csrf = session.statusCode() == 200
                    ? JsonText.parseObject(session.body()).text("csrf").orElseThrow()
                    : "none";
            return send(method, path, "X-Licet-Csrf", csrf).statusCode();
        }
    }

    private String refusal(Browser browser) throws Exception {
        HttpResponse<String> reply = browser.signIn();
        assertEquals(403, reply.statusCode(), reply.body());
        assertEquals(401, browser.status("GET", "/v1/approvals"), "nobody is signed in");
        return reply.body();
    }

    @Test
    void aPersonOfTheProvider_answersInTheirOwnName_untilTheySignOut() throws Exception {
        var browser = new Browser();
        assertTrue(browser.send("GET", "/").body().contains("/oidc/sign-in"), "the page offers it");
        HttpResponse<String> back = browser.signIn();
        assertEquals(200, back.statusCode());
        assertTrue(back.body().contains("url=/"), "the page itself goes on: a browser would keep the cookie back");
        String cookie = back.headers().firstValue("set-cookie").orElseThrow();
        assertTrue(cookie.contains("SameSite=Strict") && cookie.contains("HttpOnly"), cookie);
        assertTrue(browser.send("GET", "/").body().contains("main.js"));

        String id = open.ask("s", "make");
        assertEquals(
                403, browser.send("POST", "/v1/approvals/" + id + "/approve").statusCode(), "without the token");
        assertEquals(200, browser.status("POST", "/v1/approvals/" + id + "/approve"));
        var state =
                open.server().gate().approval(new ApprovalId(id)).orElseThrow().state();
        assertEquals(
                "anna@example.com", ((ApprovalState.Approved) state).answer().principal());
        assertEquals(403, browser.status("GET", "/v1/audit/verify"), "an approver, and no more");

        String before = browser.cookies.toString();
        assertEquals(200, browser.status("DELETE", "/v1/session"));
        assertFalse(browser.cookies.toString().equals(before));
        var thief = new Browser();
        for (String pair : before.replaceAll("[{}]", "").split(", ", -1)) {
            thief.cookies.put(pair.replaceFirst("=.*", ""), pair.replaceFirst("[^=]*=", ""));
        }
        assertEquals(401, thief.status("GET", "/v1/approvals"), "a cookie that was kept is no good");
    }

    @Test
    void groups_giveTheMostThatOneOfThemMay() throws Exception {
        provider.claims = claims ->
                claims.claim("email", "berta@example.com").claim("groups", List.of("lookers", "editors", "others"));
        var browser = new Browser();
        browser.signIn();
        assertEquals(200, browser.status("GET", "/v1/approvals"));
        assertEquals(400, browser.status("PUT", "/v1/policy"), "it may, and the body is empty");

        provider.claims = claims -> claims.claim("email", "carl@example.com").claim("groups", List.of("lookers"));
        var looker = new Browser();
        looker.signIn();
        assertEquals(200, looker.status("GET", "/v1/approvals"));
        assertEquals(403, looker.status("PUT", "/v1/policy"));
        assertEquals(403, looker.status("POST", "/v1/approvals/none/approve"));
    }

    @Test
    void whoIsNotEntitled_isNotSignedIn() throws Exception {
        provider.claims = claims -> claims.claim("email", "eve@example.com");
        assertTrue(refusal(new Browser()).contains("`eve@example.com` is not entitled"));
        provider.claims = claims -> claims.claim("email", "eve@example.com").claim("groups", List.of("others"));
        assertTrue(refusal(new Browser()).contains("is not entitled"));
        provider.claims = claims -> claims.claim("email_verified", false);
        assertTrue(refusal(new Browser()).contains("has not verified"));
        provider.claims = claims -> claims.claim("email_verified", null);
        assertTrue(refusal(new Browser()).contains("has not verified"));
        provider.claims = claims -> claims.claim("email", null);
        assertTrue(refusal(new Browser()).contains("does not tell `email`"));
        provider.claims = claims -> claims.claim("email", "owner").claim("groups", List.of("owners"));
        assertTrue(refusal(new Browser()).contains("cannot be a principal"));
        provider.claims = claims -> claims.claim("email", "an na").claim("groups", List.of("owners"));
        assertTrue(refusal(new Browser()).contains("cannot be a principal"));
        provider.claims = claims -> claims.claim("email", "<script>alert(1)</script>");
        assertFalse(refusal(new Browser()).contains("<script>"));
    }

    @Test
    void aTokenThatIsNoGood_signsNobodyIn() throws Exception {
        provider.claims = claims -> claims.claim("nonce", "another");
        refusal(new Browser());
        provider.claims = claims -> claims.audience("another");
        refusal(new Browser());
        provider.claims = claims -> claims.audience(List.of("licet", "another"));
        assertTrue(refusal(new Browser()).contains("for another client as well"));
        provider.claims = claims -> claims.issuer("https://another.example.com");
        refusal(new Browser());
        provider.claims =
                claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(3600)));
        refusal(new Browser());
        provider.claims = claims -> claims;

        var known = provider.signer;
        provider.signer = new RSASSASigner(new RSAKeyGenerator(2048).keyID("k").generate());
        refusal(new Browser());
        provider.algorithm = JWSAlgorithm.HS256;
        provider.signer = new MACSigner(TestProvider.SECRET);
        assertTrue(refusal(new Browser()).contains("not accepted"));
        provider.algorithm = JWSAlgorithm.RS256;
        provider.signer = known;

        provider.token = token -> {
            try {
                return new PlainJWT(SignedJWT.parse(token).getJWTClaimsSet()).serialize();
            } catch (ParseException e) {
                throw new IllegalStateException(e);
            }
        };
        assertTrue(refusal(new Browser()).contains("not accepted"));
        provider.token = token -> "x.y.z";
        refusal(new Browser());
        provider.token = token -> token;
        provider.tokenStatus = 500;
        refusal(new Browser());
        provider.tokenStatus = 200;
        assertEquals(200, new Browser().signIn().statusCode(), "and it works again");
    }

    @Test
    void anAnswerOfTheProvider_isGoodOnce_inTheBrowserThatAsked() throws Exception {
        var browser = new Browser();
        String back = browser.wayBack();
        assertEquals(403, new Browser().send("GET", back).statusCode(), "somebody else's link");
        var other = new Browser();
        other.send("GET", "/oidc/sign-in");
        assertEquals(403, other.send("GET", back).statusCode(), "a browser with an attempt of its own");
        assertEquals(
                403,
                browser.send("GET", back.replaceFirst("state=[^&]*", "state=")).statusCode());
        assertEquals(403, browser.send("GET", back + "&error=access_denied").statusCode());
        String again = browser.wayBack();
        assertEquals(
                403,
                browser.send("GET", again + "&iss=https://another.example.com").statusCode());
        String third = browser.wayBack();
        assertEquals(200, browser.send("GET", third).statusCode());
        assertEquals(403, browser.send("GET", third).statusCode(), "once");
        assertEquals(401, open.send("none", "POST", "/oidc/sign-in", "").status());
    }

    @Test
    void aProviderThatIsGone_isToldSo() throws Exception {
        provider.close();
        HttpResponse<String> reply = new Browser().send("GET", "/oidc/sign-in");
        assertEquals(403, reply.statusCode());
        assertTrue(reply.body().contains("cannot be reached"), reply.body());
    }
}
