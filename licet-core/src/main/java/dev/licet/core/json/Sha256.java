package dev.licet.core.json;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The one hash that calls, versions and entries are known by (FIPS 180-4). */
public final class Sha256 {
    /** Nothing is ever fed to it: a copy is had for much less than a search among the providers. */
    private static final MessageDigest FRESH = fresh();

    private Sha256() {}

    /** A hash to be fed piece by piece. */
    public static MessageDigest digest() {
        try {
            return (MessageDigest) FRESH.clone();
        } catch (CloneNotSupportedException e) {
            return fresh();
        }
    }

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The hash of {@code bytes}, 64 hexadecimal digits in lower case. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** The hash of {@code text} in UTF-8, 64 hexadecimal digits in lower case. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
