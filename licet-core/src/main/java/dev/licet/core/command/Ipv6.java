package dev.licet.core.command;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Addresses of IPv6 in one form. */
final class Ipv6 {
    private static final int GROUPS = 8;

    private Ipv6() {}

    /** The address of these 16 bytes, in brackets, as RFC 5952 writes it; that of IPv4 which it only carries as four numbers. */
    static String text(byte[] bytes) {
        int[] groups = IntStream.range(0, GROUPS)
                .map(i -> ((bytes[2 * i] & 255) << 8) | (bytes[2 * i + 1] & 255))
                .toArray();
        return carried(bytes, groups).orElseGet(() -> "[" + shortened(groups) + "]");
    }

    /** Mapped (RFC 4291), or translated (RFC 6052). */
    private static Optional<String> carried(byte[] bytes, int[] groups) {
        boolean mapped = areZero(groups, 0, 5) && groups[5] == 0xffff;
        boolean translated = groups[0] == 0x64 && groups[1] == 0xff9b;
        return mapped || translated
                ? Optional.of(IntStream.range(12, 16)
                        .mapToObj(i -> String.valueOf(bytes[i] & 255))
                        .collect(Collectors.joining(".")))
                : Optional.empty();
    }

    private static boolean areZero(int[] groups, int from, int to) {
        return IntStream.range(from, to).allMatch(i -> groups[i] == 0);
    }

    /** The first of the longest runs of zeros, of two groups at least, is left out. */
    private static String shortened(int[] groups) {
        int start = 0;
        int length = 1;
        for (int from = 0; from < GROUPS; from++) {
            int to = from;
            while (to < GROUPS && groups[to] == 0) {
                to++;
            }
            if (to - from > length) {
                start = from;
                length = to - from;
            }
        }
        if (length < 2) {
            return joined(groups, 0, GROUPS);
        }
        return joined(groups, 0, start) + "::" + joined(groups, start + length, GROUPS);
    }

    private static String joined(int[] groups, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> Integer.toHexString(groups[i]))
                .collect(Collectors.joining(":"));
    }
}
