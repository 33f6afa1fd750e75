package dev.licet.core.ticket;

import dev.licet.core.call.CallDigest;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a ticket is worth. Pure: whether it was used before is for the caller to remember, by {@link Ticket#id}, until it
 * {@link Ticket#expires}.
 */
public sealed interface TicketCheck {
    /** How far the clocks of who signs and who checks may be apart. */
    Duration SKEW = Duration.ofSeconds(30);

    /** It is signed, in time, and for this call. */
    record Good(Ticket ticket) implements TicketCheck {}

    /** It is worth nothing; {@code why} says what is wrong. */
    record Bad(String why) implements TicketCheck {}

    /** Whether {@code text} permits the call with {@code digest} at {@code now}, signed by the owner of {@code key}. */
    static TicketCheck of(String text, CallDigest digest, Instant now, PublicKey key) {
        TicketCheck check = ofUsed(text, digest, key);
        if (!(check instanceof Good good)) {
            return check;
        }
        if (!now.isBefore(good.ticket().expires())) {
            return new Bad("it has expired; submit the call again");
        }
        if (good.ticket().issued().isAfter(now.plus(SKEW))) {
            return new Bad("it is from the future: a clock is wrong");
        }
        return check;
    }

    /** What identifies the key that {@code text} says it was signed with; empty when it is not a ticket. */
    static Optional<String> keyId(String text) {
        return TicketText.keyId(text.substring(0, Math.max(0, Math.min(text.indexOf('.'), TicketText.MAX_LENGTH))));
    }

    /** What {@code text} says that it permits, without a look at its signature; empty when it is not a ticket. */
    static Optional<Ticket> claimed(String text) {
        String[] parts = text.length() > TicketText.MAX_LENGTH ? new String[0] : text.split("\\.", -1);
        try {
            return parts.length == 3 ? Optional.of(TicketText.claims(parts[1])) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether {@code text} is a ticket for the call with {@code digest}, whatever the time. */
    static TicketCheck ofUsed(String text, CallDigest digest, PublicKey key) {
        String[] parts = text.length() > TicketText.MAX_LENGTH ? new String[0] : text.split("\\.", -1);
        if (parts.length != 3) {
            return new Bad("it is not a ticket");
        }
        try {
            if (!TicketText.header(key).equals(parts[0])) {
                return new Bad("it is not a ticket of this gate, or is signed by another key");
            }
            byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8);
            if (!TicketKey.isSigned(signed, TicketText.decode(parts[2]), key)) {
                return new Bad("its signature is wrong: it was changed, cut or forged");
            }
            Ticket ticket = TicketText.claims(parts[1]);
            return ticket.digest().equals(digest) ? new Good(ticket) : new Bad("it is for another call");
        } catch (IllegalArgumentException e) {
            return new Bad("it is not a ticket");
        }
    }
}
