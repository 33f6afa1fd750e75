package dev.licet.core.contain;

import dev.licet.core.command.WebAddress;
import dev.licet.core.glob.Glob;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as rules name it: {@code example.com}, {@code *.example.com:8080}, {@code [2001:db8::1]:*}.
 *
 * @param name in the form of {@link Glob#folded}; an address of IPv6 in brackets, in the form of RFC 5952
 * @param port its port; 0 for one that is not known, or is the one that everybody takes
 */
public record NamedHost(String name, int port) {
    private static final Set<Integer> USUAL = Set.of(0, 80, 443);

    /** What stands behind the last colon, if that is outside of brackets. */
    private static final Pattern PORT = Pattern.compile("(.*):([^:]+)", Pattern.DOTALL);

    /** An address of IPv6, or a pattern of some, with or without brackets, which may be written as no class of letters. */
    private static final Pattern IPV6 = Pattern.compile(
            "\\\\?\\[([0-9a-fA-F:.*?]*[:*][0-9a-fA-F:.*?]*)\\\\?](?::([^:]+))?|([0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*)");

    private static final String ANY = "*";

    /**
     * What a pattern says of hosts, and of ports.
     *
     * @param host a pattern
     * @param address whether it is one of addresses of IPv6, without brackets
     * @param port a pattern, or empty for none
     */
    private record Parts(String host, boolean address, String port) {
        static List<Parts> of(Glob pattern) {
            return Glob.choices(pattern.pattern()).stream().map(Parts::of).toList();
        }

        private static Parts of(String pattern) {
            Matcher address = IPV6.matcher(pattern);
            if (address.matches()) {
                String inner = address.group(1) == null ? address.group(3) : address.group(1);
                return new Parts(inner, true, address.group(2) == null ? "" : address.group(2));
            }
            Matcher port = PORT.matcher(pattern);
            boolean apart = port.matches() && isBalanced(port.group(1));
            String host = apart ? port.group(1) : pattern;
            return new Parts(
                    host.endsWith(".") ? host.substring(0, host.length() - 1) : host,
                    false,
                    apart ? digits(port.group(2)) : "");
        }

        private static boolean isBalanced(String text) {
            return text.replaceAll("[^\\[({]", "").length()
                    == text.replaceAll("[^])}]", "").length();
        }

        private static String digits(String port) {
            return port.matches("0+[0-9]+") ? port.replaceFirst("^0+(?=.)", "") : port;
        }

        boolean isFor(String name) {
            if (!address) {
                return Glob.of(host).ignoringCase().matches(name);
            }
            if (isSpelled()) {
                return WebAddress.of("tcp://[" + host + "]")
                        .filter(each -> each.host().equals(name))
                        .isPresent();
            }
            return name.startsWith("[")
                    && WebAddress.forms(name)
                            .anyMatch(form -> Glob.of(host).ignoringCase().matches(form));
        }

        boolean isFor(int number) {
            return Glob.of(port).matches(String.valueOf(number));
        }

        boolean isSpelled() {
            return Glob.of(host).isLiteral();
        }
    }

    /** Whether a deny or an ask for {@code pattern} speaks of it: such a rule means all ports of a host, or the one that it names. */
    public boolean isMeantBy(Glob pattern) {
        Glob folding = pattern.ignoringCase();
        return folding.matches(name)
                || folding.matches(name + ":" + port)
                || Parts.of(pattern).stream()
                        .anyMatch(parts ->
                                (parts.port().isEmpty() || port == 0 || parts.isFor(port)) && parts.isFor(name));
    }

    /** Whether that is certain: not where a rule names a port and it is not known which one is meant. */
    public boolean isSurelyMeantBy(Glob pattern) {
        return port != 0
                || Parts.of(pattern).stream().anyMatch(parts -> parts.port().isEmpty() && parts.isFor(name));
    }

    /** Whether {@code port} is one that goes without saying. */
    static boolean isUsual(int port) {
        return USUAL.contains(port);
    }

    /** Whether an allow for {@code pattern} covers it: the usual ports, or the one that it names; {@code *} is all of all hosts. */
    public boolean isCoveredBy(Glob pattern) {
        return pattern.pattern().equals(ANY)
                || Parts.of(pattern).stream()
                        .anyMatch(parts -> (parts.port().isEmpty() ? USUAL.contains(port) : parts.isFor(port))
                                && parts.isFor(name));
    }

    /** Whether {@code pattern} spells the host, with no wildcard but for its port. */
    boolean isSpelledBy(Glob pattern) {
        return Parts.of(pattern).stream().anyMatch(parts -> parts.isSpelled() && parts.isFor(name));
    }
}
