package dev.licet.core.json;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A text that grows as the bytes it is hashed and sent as (UTF-8, RFC 3629), so that it is copied once at most. Half of a
 * surrogate pair becomes {@code ?}. For one thread.
 */
public final class Utf8Text {
    /** More room than this is given back once the text begins anew, in bytes. */
    private static final int MOST_KEPT = 64 * 1024;

    /** Of a number. */
    private static final int MOST_DIGITS = 19;

    /** A pair of units has four. */
    private static final int MOST_BYTES_OF_A_UNIT = 3;

    private final int usual;
    private byte[] bytes;
    private int length;

    /** A text that is most often no longer than {@code usual}, in bytes. */
    public Utf8Text(int usual) {
        this.usual = usual;
        this.bytes = new byte[usual];
    }

    /** Puts {@code text} behind what is there. */
    public Utf8Text append(String text) {
        return append(text, 0, text.length());
    }

    /** The same with what stands in {@code text} from {@code start} up to {@code end}. */
    Utf8Text append(String text, int start, int end) {
        reserve(end - start);
        int at = start;
        while (at < end && text.charAt(at) < 0x80) {
            bytes[length++] = (byte) text.charAt(at++);
        }
        return at < end ? appendAny(text, at, end) : this;
    }

    private Utf8Text appendAny(String text, int start, int end) {
        reserve(Math.multiplyExact(MOST_BYTES_OF_A_UNIT, end - start));
        int next;
        for (int at = start; at < end; at = next) {
            int character = text.codePointAt(at);
            next = Math.min(at + Character.charCount(character), end);
            if (character < 0x80) {
                bytes[length++] = (byte) character;
            } else if (character < 0x800) {
                bytes[length++] = (byte) (0xC0 | character >> 6);
                follow(character, 0);
            } else if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                bytes[length++] = '?';
            } else if (character < 0x10000) {
                bytes[length++] = (byte) (0xE0 | character >> 12);
                follow(character, 6);
            } else {
                bytes[length++] = (byte) (0xF0 | character >> 18);
                follow(character, 12);
            }
        }
        return this;
    }

    /** The bytes behind the first, the highest of which has the bits of {@code character} above {@code shift}. */
    private void follow(int character, int shift) {
        for (int left = shift; left >= 0; left -= 6) {
            bytes[length++] = (byte) (0x80 | ((character >> left) & 0x3F));
        }
    }

    Utf8Text append(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** Puts the digits of {@code number} behind what is there. */
    public Utf8Text append(long number) {
        if (number < 0) {
            return append(Long.toString(number));
        }
        reserve(MOST_DIGITS);
        int end = length + 1;
        for (long left = number / 10; left > 0; left /= 10) {
            end++;
        }
        long left = number;
        for (int at = end - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        length = end;
        return this;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
        }
    }

    /** Begins anew. */
    public void clear() {
        length = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[usual];
        }
    }

    /** The hash of what is there by {@code digest}, which begins anew, in hexadecimal digits. */
    public String hash(MessageDigest digest) {
        digest.update(bytes, 0, length);
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
