package dev.licet.core.audit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The text of an instant (ISO 8601), to the letter that of {@link Instant#toString}, which costs more. Thread-safe. */
public final class InstantText {
    private static final int DIGITS = 9;
    private static final int GROUP = 3;

    /** In nanoseconds. */
    private static final int MICRO = 1_000;

    private static final int MILLI = 1_000_000;

    private static final int PLACES = 16;

    /** A second, and its text without the {@code Z}. */
    private record Second(long number, String text) {}

    /** Those that were asked for last: now, and when what is made now will end. */
    private static final AtomicReferenceArray<Second> RECENT = new AtomicReferenceArray<>(PLACES);

    private InstantText() {}

    private static Second second(long number) {
        String text = Instant.ofEpochSecond(number).toString();
        return new Second(number, text.substring(0, text.length() - 1));
    }

    public static String of(Instant instant) {
        int place = Math.floorMod(instant.getEpochSecond(), PLACES);
        Second second = RECENT.get(place);
        if (second == null || second.number() != instant.getEpochSecond()) {
            second = second(instant.getEpochSecond());
            RECENT.set(place, second);
        }
        return second.text() + fraction(instant.getNano()) + 'Z';
    }

    /** As many groups of three digits as say something. */
    private static String fraction(int nanos) {
        var digits = new byte[1 + DIGITS];
        int left = nanos;
        for (int i = DIGITS; i > 0; i--) {
            digits[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        digits[0] = '.';
        int groups = nanos == 0 ? 0 : nanos % MICRO != 0 ? 3 : nanos % MILLI != 0 ? 2 : 1;
        return new String(digits, 0, groups == 0 ? 0 : 1 + GROUP * groups, StandardCharsets.ISO_8859_1);
    }
}
