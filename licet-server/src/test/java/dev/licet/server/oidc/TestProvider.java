package dev.licet.server.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** A small identity provider: everybody who comes is signed in as whoever the test says. */
final class TestProvider implements AutoCloseable {
    static final String SECRET = "the client's secret, long enough to sign with";

    private final HttpServer server;
    private final RSAKey key;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();

    /** What the next tokens say, beside what they always do. */
    UnaryOperator<JWTClaimsSet.Builder> claims = claims -> claims;

    /** What signs, and by which algorithm. */
    JWSSigner signer;

    JWSAlgorithm algorithm = JWSAlgorithm.RS256;

    /** What the token endpoint says instead of a token that the test did not make. */
    UnaryOperator<String> token = token -> token;

    int tokenStatus = 200;

    TestProvider() throws IOException, JOSEException {
        key = new RSAKeyGenerator(2048).keyID("k").generate();
        signer = new RSASSASigner(key);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/.well-known/openid-configuration", exchange -> reply(exchange, 200, metadata()));
        server.createContext("/keys", exchange -> reply(exchange, 200, new JWKSet(key).toString()));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.start();
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private String metadata() {
        return JsonText.write(JsonObject.empty()
                        .with("issuer", issuer())
                        .with("authorization_endpoint", issuer() + "/authorize")
                        .with("token_endpoint", issuer() + "/token")
                        .with("jwks_uri", issuer() + "/keys"))
                .replaceFirst("}$", ",\"subject_types_supported\":[\"public\"]}");
    }

    private static void reply(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Map<String, String> parameters(String text) {
        var all = new HashMap<String, String>();
        for (String pair : text.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            all.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return all;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = parameters(exchange.getRequestURI().getRawQuery());
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        asked.get("redirect_uri") + "?code=" + code + "&state="
                                + URLEncoder.encode(asked.getOrDefault("state", ""), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> given =
                parameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> asked = Objects.requireNonNullElse(codes.remove(given.getOrDefault("code", "")), Map.of());
        String basic = "Basic "
                + Base64.getEncoder()
                        .encodeToString(("licet:" + URLEncoder.encode(SECRET, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.UTF_8));
        boolean good = !asked.isEmpty()
                && basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && Objects.equals(asked.get("redirect_uri"), given.get("redirect_uri"))
                && CodeChallenge.compute(
                                CodeChallengeMethod.S256, new CodeVerifier(given.getOrDefault("code_verifier", "")))
                        .getValue()
                        .equals(asked.get("code_challenge"));
        if (!good || tokenStatus != 200) {
            reply(exchange, good ? tokenStatus : 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        reply(
                exchange,
                200,
                "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\""
                        + token.apply(idToken(asked.getOrDefault("nonce", ""))) + "\"}");
    }

    private String idToken(String nonce) {
        Instant now = Instant.now();
        JWTClaimsSet.Builder standard = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject("1")
                .audience("licet")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(60)))
                .claim("nonce", nonce)
                .claim("email", "anna@example.com")
                .claim("email_verified", true);
        try {
            var jwt = new SignedJWT(
                    new JWSHeader.Builder(algorithm).keyID("k").build(),
                    claims.apply(standard).build());
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
