package dev.licet.server.access;

import dev.licet.core.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept of a token: never the token itself.
 *
 * @param id 12 lower-case letters and digits, the middle part of the token
 * @param hash SHA-256 of the whole token, in hexadecimal
 * @param expires from when on it is no good; empty when never
 * @param signedInBy what a browser showed to get it, whose cookie it stands for: the id of another token, {@link
 *     Caller#OWNER} or {@link #PROVIDER}; empty for a token that somebody holds
 */
public record Token(
        String id,
        String hash,
        Principal principal,
        Instant created,
        Optional<Instant> expires,
        Optional<String> signedInBy) {
    /** What stands for an identity provider. */
    static final String PROVIDER = "oidc";

    /** Whether {@code text} is this token, and still good at {@code now}. */
    boolean fits(String text, Instant now) {
        boolean same = MessageDigest.isEqual(
                Sha256.hex(text).getBytes(StandardCharsets.UTF_8), hash.getBytes(StandardCharsets.UTF_8));
        return same && isGood(now);
    }

    /** Whether it has not expired at {@code now}. */
    public boolean isGood(Instant now) {
        return expires.isEmpty() || now.isBefore(expires.get());
    }
}
