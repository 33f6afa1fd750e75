package dev.licet.server.access;

import dev.licet.gate.data.GateException;
import dev.licet.server.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who a request is from: a client with a bearer token, or a browser with the cookie that a token was exchanged for. The
 * token in the data directory is the owner's; the others are in {@link TokenFile}, and so is every browser that is signed in:
 * its cookie names that entry and is derived from the owner's token, so that it outlives a restart, and ends when its person
 * signs out or the token ends that it was got by.
 * Thread-safe.
 */
public final class Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);

    /** How long a browser stays signed in by a token that does not end before. */
    private static final Duration LONGEST = Duration.ofDays(90);

    private final byte[] ownerToken;

    /** The file is read by one at a time. */
    private final ReentrantLock reading = new ReentrantLock();

    private final TokenFile file;
    private final HostAndOriginCheck names;
    private final String cookieName;
    private final InstantSource clock;
    private Known known = new Known(Optional.empty(), List.of());

    /** The tokens of one version of the file. */
    private record Known(Optional<String> version, List<Token> tokens) {}

    /** A proof: who it is, and the id of the token it rests on. */
    private record Proof(Principal principal, String tokenId) {}

    /**
     * Access to the server that is reached under {@code names}.
     *
     * @param ownerToken the token of the data directory
     * @param port of the server; cookies are shared between ports, so it is part of the cookie's name
     */
    public Authenticator(String ownerToken, TokenFile file, HostAndOriginCheck names, int port, InstantSource clock) {
        this.ownerToken = ownerToken.getBytes(StandardCharsets.UTF_8);
        this.file = file;
        this.names = names;
        this.cookieName = "licet_" + port;
        this.clock = clock;
    }

    /** Who {@code request} is from; empty when it proves nothing. A wrong bearer token is no proof, whatever cookie comes with it. */
    public Optional<Caller> caller(HttpRequest request) {
        boolean bearer = request.header("authorization").isPresent();
        return proof(request).map(proof -> new Caller(proof.principal(), bearer ? "api" : "web", proof.tokenId()));
    }

    /** Whose token {@code text} is, where a protocol brings it by other means than a header. */
    public Optional<Caller> caller(String text, String channel) {
        return bearer(text).map(proof -> new Caller(proof.principal(), channel, proof.tokenId()));
    }

    /** Whether the token of {@code caller}, who has been here for a while, is still good. */
    public boolean isGood(Caller caller) {
        return caller.tokenId().equals(Caller.OWNER) || good(caller.tokenId()).isPresent();
    }

    private Optional<Proof> proof(HttpRequest request) {
        Optional<String> authorization = request.header("authorization");
        if (authorization.isPresent()) {
            return bearer(authorization.get().replaceFirst("^(?i:bearer) +", ""));
        }
        return request.cookie(names.cookie(cookieName, request)).flatMap(this::cookie);
    }

    private Optional<Proof> bearer(String text) {
        if (MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), ownerToken)) {
            return Optional.of(new Proof(Principal.OWNER, Caller.OWNER));
        }
        return tokens().stream()
                .filter(token -> text.startsWith("licet_" + token.id() + "_"))
                .filter(token -> token.fits(text, clock.instant()))
                .findFirst()
                .map(token -> new Proof(token.principal(), token.id()));
    }

    private Optional<Proof> cookie(String value) {
        String id = value.replaceFirst("\\..*", "");
        return same(value, cookieValue(id))
                ? good(id).map(token -> new Proof(token.principal(), id))
                : Optional.empty();
    }

    /** Who rests on the token called {@code id}, over {@code channel}; nobody once it is no longer good. */
    public Optional<Caller> byToken(String id, String channel) {
        return id.equals(Caller.OWNER)
                ? Optional.of(new Caller(Principal.OWNER, channel, id))
                : good(id).map(token -> new Caller(token.principal(), channel, id));
    }

    /** The token called {@code id}, if it is good, and what it rests on as well. */
    private Optional<Token> good(String id) {
        return tokens().stream()
                .filter(token -> token.id().equals(id) && token.isGood(clock.instant()))
                .filter(token -> token.signedInBy().map(this::isGoodProof).orElse(true))
                .findFirst();
    }

    private boolean isGoodProof(String by) {
        return by.equals(Caller.OWNER) || by.equals(Token.PROVIDER) || good(by).isPresent();
    }

    /** A file of tokens that cannot be read lets nobody in but the owner. */
    private List<Token> tokens() {
        reading.lock();
        try {
            Optional<String> version = file.version();
            if (!version.equals(known.version())) {
                try {
                    known = new Known(version, file.all());
                } catch (GateException e) {
                    LOG.error("no token is accepted: {}", e.getMessage());
                    known = new Known(version, List.of());
                }
            }
            return known.tokens();
        } finally {
            reading.unlock();
        }
    }

    /** Whether a request that comes with the cookie also carries the token that only our own page knows. */
    public boolean hasCsrfToken(HttpRequest request) {
        Optional<String> expected = proof(request).map(proof -> csrfToken(proof.tokenId()));
        Optional<String> given = request.header("x-licet-csrf");
        return expected.isPresent() && given.isPresent() && same(given.get(), expected.get());
    }

    /** The token that the page of the caller of {@code request} sends with every change. */
    public String csrfToken(HttpRequest request) {
        return proof(request).map(proof -> csrfToken(proof.tokenId())).orElse("");
    }

    /** A browser that has just signed in: what sets its cookie, and the token that its page sends with every change. */
    public record SignedIn(String cookie, String csrf) {}

    /** Signs the browser of {@code request} in as {@code caller}, whose token it showed; it stays in as long as that is good. */
    public SignedIn signIn(HttpRequest request, Caller caller) {
        Optional<Instant> end = good(caller.tokenId()).flatMap(Token::expires);
        Instant latest = clock.instant().plus(LONGEST);
        return signIn(request, caller.principal(), end.filter(latest::isAfter).orElse(latest), caller.tokenId());
    }

    /** The same for {@code principal}, whom an identity provider vouches for; good for {@code period}. */
    public SignedIn signIn(HttpRequest request, Principal principal, Duration period) {
        return signIn(request, principal, clock.instant().plus(period), Token.PROVIDER);
    }

    private SignedIn signIn(HttpRequest request, Principal principal, Instant end, String by) {
        Instant now = clock.instant();
        Optional<String> before = request.cookie(names.cookie(cookieName, request))
                .flatMap(this::cookie)
                .map(Proof::tokenId);
        String id = file.signIn(principal, now, end, by, before).id();
        return new SignedIn(
                names.setCookie(cookieName, cookieValue(id), Duration.between(now, end), "Strict", request),
                csrfToken(id));
    }

    /** The value of the {@code Set-Cookie} header that signs {@code caller} out; what their browser showed is no good any more. */
    public String signOut(HttpRequest request, Caller caller) {
        boolean browser = tokens().stream()
                .anyMatch(token -> token.id().equals(caller.tokenId())
                        && token.signedInBy().isPresent());
        if (browser) {
            file.revoke(caller.tokenId());
        }
        return names.setCookie(cookieName, "", Duration.ZERO, "Strict", request);
    }

    /** A key for {@code purpose}: 32 bytes that whoever has the owner's token can make again. */
    public byte[] key(String purpose) {
        return HexFormat.of().parseHex(derive(purpose));
    }

    private String cookieValue(String id) {
        return id + "." + derive("session cookie of " + id);
    }

    private String csrfToken(String id) {
        return derive("csrf token of " + id);
    }

    private String derive(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(ownerToken, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static boolean same(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
