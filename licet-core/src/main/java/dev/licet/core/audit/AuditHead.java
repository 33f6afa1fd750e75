package dev.licet.core.audit;

import dev.licet.core.json.Sha256;

/**
 * Up to where a chain has come.
 *
 * @param number of its last entry; 0 when it has none
 * @param hash of its last entry, 64 hexadecimal digits
 */
public record AuditHead(long number, String hash) {
    /** Before the first entry. */
    public static final AuditHead START = new AuditHead(0, "0".repeat(64));

    public AuditHead {
        if (number < 0 || !Sha256.isHex(hash)) {
            throw new IllegalArgumentException("not the head of an audit: " + number + " " + hash);
        }
    }
}
