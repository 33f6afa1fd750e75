package dev.licet.core.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address on the network in one form (RFC 3986): {@code http} where no scheme is written, IPv4 addresses as four
 * decimal numbers, the default port left out.
 *
 * @param scheme in lower case
 * @param user what stands before the host, or empty
 * @param host in lower case, without a dot at its end
 * @param port its digits, or empty for the one that the scheme has anyway
 * @param rest path, query and fragment; begins with a slash or is empty
 */
record WebAddress(String scheme, String user, String host, String port, String rest) {
    private static final Pattern FORM = Pattern.compile(
            "(?:([a-zA-Z][a-zA-Z0-9+.-]*):/{2,3})?(?:([^/?#@]*)@)?(\\[[0-9a-fA-F:.]+]|[^/?#:@\\[\\]\\s\\\\]+)(?::(\\d*))?([/?#].*)?",
            Pattern.DOTALL);

    /** The numbers of an IPv4 address may be fewer than four, in hexadecimal or octal (inet_aton(3)). */
    private static final Pattern NUMBERS =
            Pattern.compile("(0[xX][0-9a-fA-F]+|\\d+)(\\.(0[xX][0-9a-fA-F]+|\\d+)){0,3}\\.?");

    private static final long ALL_ADDRESSES = 1L << 32;

    /** The address that {@code text} is, a host without a scheme included; empty if it is none. */
    static Optional<WebAddress> of(String text) {
        Matcher form = FORM.matcher(text);
        if (text.isEmpty() || text.startsWith("-") || !form.matches()) {
            return Optional.empty();
        }
        String scheme = form.group(1) == null ? "http" : form.group(1).toLowerCase(Locale.ROOT);
        String host = form.group(3).toLowerCase(Locale.ROOT);
        boolean looksLikeHost =
                form.group(1) != null || host.indexOf('.') > 0 || host.equals("localhost") || host.startsWith("[");
        if (!looksLikeHost) {
            return Optional.empty();
        }
        String port = form.group(4) == null ? "" : form.group(4);
        boolean usual = (scheme.equals("http") && port.equals("80")) || (scheme.equals("https") && port.equals("443"));
        return Optional.of(new WebAddress(
                scheme,
                form.group(2) == null ? "" : form.group(2),
                host(host),
                usual ? "" : port,
                form.group(5) == null ? "" : form.group(5)));
    }

    private static String host(String written) {
        String host = written.endsWith(".") ? written.substring(0, written.length() - 1) : written;
        return NUMBERS.matcher(host).matches() ? numbers(host).orElse(host) : host;
    }

    private static Optional<String> numbers(String host) {
        String[] parts = host.split("\\.", -1);
        long address = 0;
        try {
            for (int i = 0; i < parts.length; i++) {
                long number = Long.decode(parts[i]);
                boolean last = i == parts.length - 1;
                long most = last ? 1L << (8 * (5 - parts.length)) : 256;
                if (number < 0 || number >= most) {
                    return Optional.empty();
                }
                address = last ? (address << (8 * (5 - parts.length))) + number : (address << 8) + number;
            }
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        return address < 0 || address >= ALL_ADDRESSES
                ? Optional.empty()
                : Optional.of((address >> 24) + "." + ((address >> 16) & 255) + "." + ((address >> 8) & 255) + "."
                        + (address & 255));
    }

    /** Scheme, host and port, without the user. */
    String origin() {
        return scheme + "://" + host + (port.isEmpty() ? "" : ":" + port);
    }

    /** The whole address without the user. */
    String text() {
        return origin() + rest;
    }

    /**
     * Whether an allow for {@code pattern} covers this address: its scheme and its host, in which a star stands for labels,
     * no user and no other port; and its path, by what stands behind them.
     */
    boolean isCoveredBy(String pattern) {
        int colon = pattern.indexOf("://");
        if (colon < 0 || !user.isEmpty()) {
            return false;
        }
        String authority = pattern.substring(colon + 3).replaceFirst("[/?#].*", "");
        String path = pattern.substring(colon + 3 + authority.length());
        boolean open = path.isEmpty() && authority.endsWith("*") && !authority.endsWith(".*");
        String named = open ? authority.substring(0, authority.length() - 1) : authority;
        boolean sameScheme = Glob.of(pattern.substring(0, colon)).matches(scheme);
        boolean anyPort = open && named.endsWith(":");
        String plain = named.replace("\\", "").toLowerCase(Locale.ROOT);
        boolean sameHost = anyPort
                ? Glob.of(plain.substring(0, plain.length() - 1)).matches(host)
                : Glob.of(plain).matches(host + (port.isEmpty() ? "" : ":" + port));
        boolean samePath = path.isEmpty()
                ? open || rest.isEmpty() || rest.equals("/")
                : Glob.ofWords(path).matches(rest);
        return sameScheme && sameHost && samePath;
    }
}
