package dev.licet.core.contain;

import dev.licet.core.glob.Glob;

/**
 * A host as rules name it.
 *
 * @param name in the form of {@link Glob#folded}
 * @param port its digits, or empty for a usual one
 */
public record NamedHost(String name, String port) {
    /** Whether a deny or an ask for {@code pattern} speaks of it: such a rule means all ports of a host. */
    public boolean isMeantBy(Glob pattern) {
        Glob folding = pattern.ignoringCase();
        return folding.matches(name) || folding.matches(name + ":" + port);
    }

    /** Whether an allow for {@code pattern} covers it: the usual port, or the one that it names. */
    public boolean isCoveredBy(Glob pattern) {
        return pattern.ignoringCase().matches(port.isEmpty() ? name : name + ":" + port);
    }
}
