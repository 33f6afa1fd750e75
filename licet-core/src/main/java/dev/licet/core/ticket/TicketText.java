package dev.licet.core.ticket;

import dev.licet.core.call.CallDigest;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a ticket as text. */
final class TicketText {
    static final int MAX_LENGTH = 4_000;

    private static final Pattern CLAIMS = Pattern.compile(
            "\\{\"exp\":([0-9]{1,12}),\"iat\":([0-9]{1,12}),\"jti\":\"([A-Za-z0-9-]{16,64})\",\"session\":\"([A-Za-z0-9_-]+)\","
                    + "\"sub\":\"([0-9a-f]{64})\",\"worker\":\"([A-Za-z0-9._-]{1,64})\"}");

    private static final Pattern KEY =
            Pattern.compile("\\{\"alg\":\"EdDSA\",\"kid\":\"([0-9a-f]{16})\",\"typ\":\"licet-ticket\"}");

    private TicketText() {}

    /** The one header that tickets signed by {@code key} have. */
    static String header(PublicKey key) {
        JsonObject header = JsonObject.empty()
                .with("alg", "EdDSA")
                .with("kid", TicketKey.idOf(key))
                .with("typ", TicketKey.TYPE);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(CanonicalJson.of(header).getBytes(StandardCharsets.UTF_8));
    }

    /** The key that {@code header} names. */
    static Optional<String> keyId(String header) {
        try {
            Matcher named = KEY.matcher(new String(decode(header), StandardCharsets.UTF_8));
            return named.matches() ? Optional.of(named.group(1)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static byte[] decode(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        // The last character has bits that say nothing; only one spelling is taken.
        if (!Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
            throw new IllegalArgumentException("not the plain spelling");
        }
        return bytes;
    }

    /** Tickets are signed in canonical JSON, so that a pattern reads all of them. */
    static Ticket claims(String text) {
        Matcher claims = CLAIMS.matcher(new String(decode(text), StandardCharsets.UTF_8));
        if (!claims.matches()) {
            throw new IllegalArgumentException("not the claims of a ticket");
        }
        return new Ticket(
                claims.group(3),
                new CallDigest(claims.group(5)),
                new WorkerId(claims.group(6)),
                new SessionId(new String(decode(claims.group(4)), StandardCharsets.UTF_8)),
                Instant.ofEpochSecond(Long.parseLong(claims.group(2))),
                Instant.ofEpochSecond(Long.parseLong(claims.group(1))));
    }
}
