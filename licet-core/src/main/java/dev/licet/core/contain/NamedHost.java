package dev.licet.core.contain;

import dev.licet.core.command.WebAddress;
import dev.licet.core.glob.Glob;
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

    private static final Pattern PORT = Pattern.compile("(.*):([^:\\[\\]]+)", Pattern.DOTALL);

    private static final Pattern IPV6 = Pattern.compile("\\\\?\\[([0-9a-fA-F:.]+)\\\\?](:([^:]+))?");

    private static final String ANY = "*";

    /** What a pattern says of hosts, and of ports; an empty port for none. */
    private record Parts(String host, String port) {
        static Parts of(Glob pattern) {
            Matcher address = IPV6.matcher(pattern.pattern());
            if (address.matches()) {
                String port = address.group(3);
                return new Parts("[" + address.group(1) + "]", port == null ? "" : port);
            }
            Matcher port = PORT.matcher(pattern.pattern());
            return port.matches() ? new Parts(port.group(1), port.group(2)) : new Parts(pattern.pattern(), "");
        }

        boolean isFor(String name) {
            return host.startsWith("[")
                    ? WebAddress.of("tcp://" + host)
                            .filter(address -> address.host().equals(name))
                            .isPresent()
                    : Glob.of(host).ignoringCase().matches(name);
        }

        boolean isFor(int number) {
            return Glob.of(port).matches(String.valueOf(number));
        }
    }

    /** Whether a deny or an ask for {@code pattern} speaks of it: such a rule means all ports of a host, or the one that it names. */
    public boolean isMeantBy(Glob pattern) {
        Parts parts = Parts.of(pattern);
        boolean meant = parts.port().isEmpty() || port == 0 || parts.isFor(port);
        return meant && parts.isFor(name);
    }

    /** Whether an allow for {@code pattern} covers it: the usual ports, or the one that it names; {@code *} is all of all hosts. */
    public boolean isCoveredBy(Glob pattern) {
        Parts parts = Parts.of(pattern);
        boolean covered =
                pattern.pattern().equals(ANY) || (parts.port().isEmpty() ? USUAL.contains(port) : parts.isFor(port));
        return covered && parts.isFor(name);
    }

    /** Whether {@code pattern} spells the host, with no wildcard but for its port. */
    static boolean isSpelled(Glob pattern) {
        String host = Parts.of(pattern).host();
        return host.startsWith("[") || Glob.of(host).isLiteral();
    }

    /** Whether {@code pattern} speaks of addresses, not of names. */
    static boolean isAddress(Glob pattern) {
        String host = Parts.of(pattern).host();
        return host.startsWith("[") || host.matches("[0-9][0-9.*]*");
    }
}
