package dev.licet.contain.hosts;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Where an address leads: a name may stand for any, whoever owns it. */
enum AddressRange {
    /** To everybody's hosts. */
    PUBLIC,
    /** To those of an organization, or of a provider's own network. */
    PRIVATE,
    /** To this machine and what stands beside it. */
    OWN;

    private static final int IPV4_BYTES = 4;

    /** Azure's own host, by which it serves each machine, stands among public addresses. */
    private static final int WIRE_SERVER = 0xa83f8110;

    /** The range that {@code address} is in. */
    static AddressRange of(InetAddress address) {
        byte[] bytes = address.getAddress();
        Optional<InetAddress> carried = carried(bytes);
        if (isOwn(address)) {
            return OWN;
        }
        if (carried.isPresent()) {
            return of(carried.get());
        }
        return address.isSiteLocalAddress() || isReserved(bytes) ? PRIVATE : PUBLIC;
    }

    private static boolean isOwn(InetAddress address) {
        if (address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isMulticastAddress()) {
            return true;
        }
        byte[] bytes = address.getAddress();
        if (bytes.length == IPV4_BYTES
                && (bytes[0] == 0 || number(bytes) == 0xffffffff || number(bytes) == WIRE_SERVER)) {
            return true;
        }
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Ranges that are nobody's on the internet (IANA's registries of special-purpose addresses). */
    private static boolean isReserved(byte[] bytes) {
        if (bytes.length != IPV4_BYTES) {
            // Of IPv6 only 2000::/3 is given out, and not 2001::/23, of which Teredo is a part, nor 2001:db8::/32.
            boolean given = (bytes[0] & 0xe0) == 0x20;
            boolean special = bytes[0] == 0x20 && bytes[1] == 0x01 && ((bytes[2] & 0xfe) == 0 || isExample(bytes));
            return !given || special;
        }
        int number = number(bytes);
        return isIn(number, 0x64400000, 10) // 100.64.0.0/10
                || isIn(number, 0xc0000000, 24) // 192.0.0.0/24
                || isIn(number, 0xc6120000, 15) // 198.18.0.0/15
                || isIn(number, 0xf0000000, 4); // 240.0.0.0/4
    }

    private static boolean isExample(byte[] bytes) {
        return bytes[2] == 0x0d && bytes[3] == (byte) 0xb8;
    }

    private static boolean isIn(int number, int start, int bits) {
        return number >>> (32 - bits) == start >>> (32 - bits);
    }

    private static int number(byte[] bytes) {
        int number = 0;
        for (byte each : bytes) {
            number = (number << 8) | (each & 0xff);
        }
        return number;
    }

    /** The address of IPv4 that one of IPv6 stands for: mapped or compatible (RFC 4291), translated (RFC 6052), 6to4 (RFC 3056). */
    private static Optional<InetAddress> carried(byte[] bytes) {
        if (bytes.length == IPV4_BYTES) {
            return Optional.empty();
        }
        if (bytes[0] == 0x20 && bytes[1] == 0x02) {
            return Optional.of(address(bytes, 2));
        }
        boolean mapped =
                areZero(bytes, 0, 10) && bytes[10] == bytes[11] && (bytes[10] == 0 || bytes[10] == (byte) 0xff);
        boolean translated = bytes[0] == 0
                && bytes[1] == 0x64
                && bytes[2] == (byte) 0xff
                && bytes[3] == (byte) 0x9b
                && areZero(bytes, 4, 12);
        return mapped || translated ? Optional.of(address(bytes, 12)) : Optional.empty();
    }

    private static boolean areZero(byte[] bytes, int from, int to) {
        return IntStream.range(from, to).allMatch(i -> bytes[i] == 0);
    }

    private static InetAddress address(byte[] bytes, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + IPV4_BYTES));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
