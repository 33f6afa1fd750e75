package dev.licet.core.audit;

import java.util.regex.Pattern;

/**
 * Up to where a chain has come.
 *
 * @param number of its last entry; 0 when it has none
 * @param hash of its last entry, 64 hexadecimal digits
 */
public record AuditHead(long number, String hash) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /** Before the first entry. */
    public static final AuditHead START = new AuditHead(0, "0".repeat(64));

    public AuditHead {
        if (number < 0 || !FORM.matcher(hash).matches()) {
            throw new IllegalArgumentException("not the head of an audit: " + number + " " + hash);
        }
    }
}
