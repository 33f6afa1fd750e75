package dev.licet.contain.hosts;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/** Where an address leads: a name may stand for any, whoever owns it. */
enum AddressRange {
    /** To everybody's hosts. */
    PUBLIC,
    /** To those of an organization, or of a provider's own network. */
    PRIVATE,
    /** To this machine and what stands beside it. */
    OWN;

    private static final int IPV4_BYTES = 4;

    /** Addresses that carry one of IPv4 behind these bytes (RFC 6052, RFC 3056, RFC 4291). */
    private static final byte[] TRANSLATED = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final byte[] TUNNELLED = {0x20, 0x02};
    private static final byte[] COMPATIBLE = new byte[12];

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
        if (bytes.length == IPV4_BYTES && (bytes[0] == 0 || number(bytes) == 0xffffffff)) {
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
            return (bytes[0] & 0xfe) == 0xfc || (bytes[0] == (byte) 0xfe && (bytes[1] & 0xc0) == 0xc0);
        }
        int number = number(bytes);
        return isIn(number, 0x64400000, 10) // 100.64.0.0/10
                || isIn(number, 0xc0000000, 24) // 192.0.0.0/24
                || isIn(number, 0xc6120000, 15) // 198.18.0.0/15
                || isIn(number, 0xf0000000, 4); // 240.0.0.0/4
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

    private static Optional<InetAddress> carried(byte[] bytes) {
        if (bytes.length == IPV4_BYTES) {
            return Optional.empty();
        }
        if (begins(bytes, TUNNELLED)) {
            return Optional.of(address(bytes, TUNNELLED.length));
        }
        return begins(bytes, TRANSLATED) || begins(bytes, COMPATIBLE)
                ? Optional.of(address(bytes, TRANSLATED.length))
                : Optional.empty();
    }

    private static boolean begins(byte[] bytes, byte[] start) {
        return Arrays.equals(Arrays.copyOf(bytes, start.length), start);
    }

    private static InetAddress address(byte[] bytes, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + IPV4_BYTES));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
