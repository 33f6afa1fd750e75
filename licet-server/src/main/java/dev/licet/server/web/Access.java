package dev.licet.server.web;

import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who may use the server: a client with the bearer token, or a browser with the session cookie that the token was
 * exchanged for. The cookie and its CSRF token are derived from the bearer token, so they outlive a restart. Thread-safe.
 */
public final class Access {
    private final byte[] token;
    private final Set<String> hosts;
    private final String cookieName;
    private final String cookieValue;
    private final String csrfToken;

    /** How a request proved who it is. */
    public enum Proof {
        BEARER,
        COOKIE,
        NONE
    }

    /**
     * Access with {@code token} to the server that is reached under {@code hosts}, such as {@code localhost:4747}.
     *
     * @param port of the server; cookies are shared between ports, so it is part of the cookie's name
     */
    public Access(String token, Set<String> hosts, int port) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.hosts = Set.copyOf(hosts);
        this.cookieName = "licet_" + port;
        this.cookieValue = derive("session cookie");
        this.csrfToken = derive("csrf token");
    }

    private String derive(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /** Why a request may not be answered at all: it was meant for another host, or comes from another site's page. */
    public Optional<HttpReply> refusal(HttpRequest request) {
        String host = request.header("host").orElse("");
        if (!hosts.contains(host)) {
            return Optional.of(HttpReply.problem(403, "wrong-host", "this server is not `" + host + "`"));
        }
        Optional<String> origin = request.header("origin");
        boolean foreign = origin.isPresent() && !hosts.contains(origin.get().replaceFirst("^http://", ""));
        return foreign
                ? Optional.of(HttpReply.problem(
                        403, "wrong-origin", "pages of `" + origin.get() + "` may not use this server"))
                : Optional.empty();
    }

    /** How {@code request} proves who it is. A wrong bearer token is no proof, whatever cookie comes with it. */
    public Proof proof(HttpRequest request) {
        Optional<String> authorization = request.header("authorization");
        if (authorization.isPresent()) {
            byte[] given =
                    authorization.get().replaceFirst("^(?i:bearer) +", "").getBytes(StandardCharsets.UTF_8);
            return MessageDigest.isEqual(given, token) ? Proof.BEARER : Proof.NONE;
        }
        return request.cookie(cookieName)
                        .filter(value -> same(value, cookieValue))
                        .isPresent()
                ? Proof.COOKIE
                : Proof.NONE;
    }

    /** Whether a request that comes with the cookie also carries the token that only our own page knows. */
    public boolean hasCsrfToken(HttpRequest request) {
        return request.header("x-licet-csrf")
                .filter(value -> same(value, csrfToken))
                .isPresent();
    }

    /** The token that the page sends with every change. */
    public String csrfToken() {
        return csrfToken;
    }

    /** The value of the {@code Set-Cookie} header that signs a browser in. */
    public String setCookie() {
        return cookieName + "=" + cookieValue + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000";
    }

    private static boolean same(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
