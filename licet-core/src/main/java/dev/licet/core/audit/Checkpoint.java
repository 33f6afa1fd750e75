package dev.licet.core.audit;

import dev.licet.core.ticket.TicketKey;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;

/**
 * A signed statement that a chain had come so far: what is missing behind it shows. A line of text has five parts with
 * blanks between: {@code number hash time key-id signature}.
 *
 * @param head up to where
 * @param at when
 * @param key what identifies the key that signed it
 * @param signature Ed25519, of the parts before it
 */
public record Checkpoint(AuditHead head, Instant at, String key, String signature) {

    /** A checkpoint of {@code head} at {@code now}, signed with {@code key}. */
    public static Checkpoint sign(AuditHead head, Instant now, TicketKey key) {
        String signature = Base64.getEncoder().encodeToString(key.sign(signed(head, now, key.id())));
        return new Checkpoint(head, now, key.id(), signature);
    }

    private static byte[] signed(AuditHead head, Instant at, String key) {
        String text = "licet-audit " + head.number() + " " + head.hash() + " " + at + " " + key;
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the owner of {@code key} signed it. */
    public boolean isSignedBy(PublicKey key) {
        try {
            return TicketKey.isSigned(
                    signed(head, at, this.key), Base64.getDecoder().decode(signature), key);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The line that {@link #parse} reads. */
    public String line() {
        return head.number() + " " + head.hash() + " " + at + " " + key + " " + signature;
    }

    /**
     * The checkpoint that {@code line} spells.
     *
     * @throws IllegalArgumentException when it spells none
     */
    public static Checkpoint parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        if (parts.length != 5 || !parts[0].matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("not a checkpoint");
        }
        try {
            return new Checkpoint(
                    new AuditHead(Long.parseLong(parts[0]), parts[1]), Instant.parse(parts[2]), parts[3], parts[4]);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("not a checkpoint", e);
        }
    }
}
