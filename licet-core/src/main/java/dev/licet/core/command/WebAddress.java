package dev.licet.core.command;

import dev.licet.core.glob.Glob;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An address on the network in one form (RFC 3986): {@code http} where no scheme is written, IPv4 addresses as four
 * decimal numbers, the default port left out.
 *
 * @param scheme in lower case
 * @param user what stands before the host, or empty
 * @param host in lower case, without a dot at its end
 * @param port its digits, or empty for the one that the scheme has anyway
 * @param rest path, query and fragment; begins with a slash or is empty
 * @param said whether a scheme is written
 */
public record WebAddress(String scheme, String user, String host, String port, String rest, boolean said) {
    private static final Pattern FORM = Pattern.compile(
            "(?:([a-zA-Z][a-zA-Z0-9+.-]*):/{2,3})?(?:([^/?#@]*)@)?(\\[[0-9a-fA-F:.]+]|[^/?#:@\\[\\]\\s\\\\]+)(?::(\\d*))?([/?#].*)?",
            Pattern.DOTALL);

    /** The numbers of an IPv4 address may be fewer than four, in hexadecimal or octal (inet_aton(3)). */
    private static final Pattern NUMBERS =
            Pattern.compile("(0[xX][0-9a-fA-F]+|\\d+)(\\.(0[xX][0-9a-fA-F]+|\\d+)){0,3}\\.?");

    /** Where an address begins whose scheme has fewer or more slashes behind it, or other ones. */
    private static final Pattern LOOSE =
            Pattern.compile("(?i)(?:view-source:)?(?:(https?|wss?|ftp):[/\\\\]*|[/\\\\]{2,})");

    /** An IPv4 address as one number, which is no word that anybody would write otherwise. */
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-f]{8}");

    private static final Pattern BLANKS = Pattern.compile("^[\\x00-\\x20]+|[\\x00-\\x20]+$");
    private static final Pattern BREAKS = Pattern.compile("[\\t\\n\\r]");

    /** What stands for a dot in the name of a host (UTS 46). */
    private static final Pattern DOTS = Pattern.compile("[\\u3002\\uff0e\\uff61]");

    private static final long ALL_ADDRESSES = 1L << 32;

    /**
     * The address that {@code written} is, a host without a scheme included; empty if it is none. What browsers and their
     * kin repair is repaired (WHATWG URL): blanks around it, line breaks in it, backslashes, fewer or more slashes.
     */
    public static Optional<WebAddress> of(String written) {
        String text = repaired(written);
        Matcher form = FORM.matcher(text);
        if (text.isEmpty() || text.startsWith("-") || !form.matches()) {
            return Optional.empty();
        }
        String scheme = form.group(1) == null ? "http" : form.group(1).toLowerCase(Locale.ROOT);
        String host = form.group(3).toLowerCase(Locale.ROOT);
        boolean looksLikeHost = form.group(1) != null
                || HEXADECIMAL.matcher(host).matches()
                || host.indexOf('.') > 0
                || host.equals("localhost")
                || host.startsWith("[");
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
                form.group(5) == null ? "" : form.group(5),
                form.group(1) != null));
    }

    private static String repaired(String written) {
        boolean plain = written.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\')
                && !LOOSE.matcher(written).lookingAt();
        if (plain) {
            return written;
        }
        String text = BREAKS.matcher(BLANKS.matcher(written).replaceAll("")).replaceAll("");
        Matcher special = LOOSE.matcher(text);
        if (!special.lookingAt()) {
            return text;
        }
        String scheme = special.group(1) == null ? "" : special.group(1) + "://";
        int query = text.substring(special.end()).replaceFirst("[?#].*", "").length() + special.end();
        return scheme + text.substring(special.end(), query).replace('\\', '/') + text.substring(query);
    }

    private static String host(String written) {
        String decoded = written.indexOf('%') < 0 ? written : decoded(written);
        boolean ascii = decoded.chars().allMatch(c -> c < 0x80);
        String mapped = ascii
                ? decoded
                : DOTS.matcher(Normalizer.normalize(decoded, Normalizer.Form.NFKC))
                        .replaceAll(".");
        String host = mapped.toLowerCase(Locale.ROOT);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        if (host.startsWith("[")) {
            return ipv6(host);
        }
        return NUMBERS.matcher(host).matches() ? numbers(host).orElse(host) : host;
    }

    /** How the address of IPv6 in {@code bracketed} may be written: shortened, and with all of its groups; no brackets. */
    public static Stream<String> forms(String bracketed) {
        String shortest = bracketed.substring(1, bracketed.length() - 1);
        try {
            return Stream.of(shortest, InetAddress.getByName(bracketed).getHostAddress());
        } catch (UnknownHostException e) {
            return Stream.of(shortest);
        }
    }

    private static String ipv6(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            byte[] bytes = address.getAddress();
            // Mapped addresses come as those of IPv4.
            return bytes.length == 4 ? address.getHostAddress() : Ipv6.text(bytes);
        } catch (UnknownHostException e) {
            return host;
        }
    }

    private static String decoded(String host) {
        try {
            return URLDecoder.decode(host.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return host;
        }
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
    public String origin() {
        return scheme + "://" + host + (port.isEmpty() ? "" : ":" + port);
    }

    /**
     * The whole address without the user, in both ways where it has no scheme of its own. In {@code http://a#@b/} some
     * programs take the host to be b: that is among them.
     */
    public Stream<String> texts() {
        String text = origin() + rest;
        Stream<String> texts = said ? Stream.of(text) : Stream.of(text, "https" + text.substring("http".length()));
        boolean ambiguous = !rest.startsWith("/") && rest.indexOf('@') >= 0;
        return ambiguous
                ? Stream.concat(
                        texts,
                        of(scheme + "://" + rest.substring(rest.indexOf('@') + 1)).stream()
                                .flatMap(WebAddress::texts))
                : texts;
    }

    /**
     * Whether an allow for {@code pattern} covers this address: its scheme and its host, in which a star stands for labels,
     * no user and no other port; and its path, by what stands behind them.
     */
    public boolean isCoveredBy(String pattern) {
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
