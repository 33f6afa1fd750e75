package dev.licet.core.path;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses where a file is expected. Source: RFC 8089. */
public final class FileAddress {
    /** One letter would be a drive. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:(?:/.*|\\\\.*)", Pattern.DOTALL);

    private static final Pattern FILE =
            Pattern.compile("file:(?://(?<host>[^/]*))?(?<path>/.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private FileAddress() {}

    /** Whether {@code text} is an address, of whatever kind. */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** The path that {@code text}, an address of a file on this machine, is of; empty if it is none. */
    public static Optional<String> path(String text) {
        Matcher address = FILE.matcher(text);
        if (!address.matches()) {
            return Optional.empty();
        }
        String host = address.group("host");
        boolean here = host == null || host.isEmpty() || host.equalsIgnoreCase("localhost");
        try {
            String bare = address.group("path").replaceFirst("[?#].*", "").replace("+", "%2B");
            return here ? Optional.of(URLDecoder.decode(bare, StandardCharsets.UTF_8)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
