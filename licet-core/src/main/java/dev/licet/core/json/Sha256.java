package dev.licet.core.json;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one hash that calls, versions and entries are known by (FIPS 180-4). */
public final class Sha256 {
    /** Nothing is ever fed to it: a copy is had for much less than a search among the providers. */
    private static final MessageDigest FRESH = fresh();

    private static final int HEX_DIGITS = 64;

    /** By character. */
    private static final boolean[] IS_DIGIT = new boolean['f' + 1];

    static {
        Arrays.fill(IS_DIGIT, '0', '9' + 1, true);
        Arrays.fill(IS_DIGIT, 'a', 'f' + 1, true);
    }

    /** Most texts are shorter, in bytes. */
    private static final int USUAL_LENGTH = 512;

    /** Where a text is written and hashed. */
    private record Room(Utf8Text text, MessageDigest digest) {}

    /** The room that was used last, while nobody uses it. */
    private static final AtomicReference<@Nullable Room> SPARE = new AtomicReference<>();

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

    /** Whether {@code text} may be such a hash: 64 hexadecimal digits in lower case. */
    public static boolean isHex(String text) {
        if (text.length() != HEX_DIGITS) {
            return false;
        }
        // Asked for every entry and every call: without a branch for each digit it takes a fifth of the time.
        boolean is = true;
        for (int i = 0; i < HEX_DIGITS; i++) {
            char c = text.charAt(i);
            is &= c < IS_DIGIT.length && IS_DIGIT[c];
        }
        return is;
    }

    /** The hash of {@code bytes}, 64 hexadecimal digits in lower case. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** The hash of {@code text} in UTF-8, 64 hexadecimal digits in lower case. */
    public static String hex(String text) {
        return hex(room -> room.append(text));
    }

    /** The hash of what {@code writing} writes, 64 hexadecimal digits in lower case. */
    public static String hex(Consumer<Utf8Text> writing) {
        Room spare = SPARE.getAndSet(null);
        Room room = spare == null ? new Room(new Utf8Text(USUAL_LENGTH), digest()) : spare;
        room.text.clear();
        writing.accept(room.text);
        String hash = room.text.hash(room.digest);
        SPARE.set(room);
        return hash;
    }
}
