package dev.licet.core.path;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Addresses where a file is expected. Source: RFC 8089. */
public final class FileAddress {
    /** One letter would be a drive. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:(?:/.*|\\\\.*)", Pattern.DOTALL);

    private static final Pattern FILE =
            Pattern.compile("file:(?://(?<host>[^/]*))?(?<path>/.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private FileAddress() {}

    /** How {@code text} begins, in lower case, if it is an address of whatever kind. */
    public static Optional<String> scheme(String text) {
        return ADDRESS.matcher(text).matches()
                ? Optional.of(text.substring(0, text.indexOf(':')).toLowerCase(Locale.ROOT))
                : Optional.empty();
    }

    /**
     * The paths that {@code text}, an address of a file on this machine, may be of: with a query or fragment also the one with
     * it, as some tools only cut off how it begins; none if it is no such address.
     */
    public static List<String> paths(String text) {
        Matcher address = FILE.matcher(text);
        if (!address.matches()) {
            return List.of();
        }
        String host = address.group("host");
        boolean here = host == null || host.isEmpty() || host.equalsIgnoreCase("localhost");
        try {
            String whole = address.group("path").replace("+", "%2B");
            return here
                    ? Stream.of(whole.split("[?#]", 2)[0], whole)
                            .map(path -> URLDecoder.decode(path, StandardCharsets.UTF_8))
                            .distinct()
                            .toList()
                    : List.of();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }
}
