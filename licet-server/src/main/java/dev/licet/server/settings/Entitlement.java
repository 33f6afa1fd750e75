package dev.licet.server.settings;

import dev.licet.server.access.Right;
import dev.licet.server.access.Role;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What somebody is and may do: {@code owner}, {@code approver}, {@code approver+rules} or {@code viewer}. */
public record Entitlement(Role role, Set<Right> rights) {
    private static final String WITH_RULES = "+rules";

    public Entitlement {
        rights = Set.copyOf(rights);
    }

    /** The entitlement that {@code text} spells; empty when it spells none of a person. */
    static Optional<Entitlement> of(String text) {
        boolean rules = text.endsWith(WITH_RULES);
        String role = rules ? text.substring(0, text.length() - WITH_RULES.length()) : text;
        return Role.of(role)
                .filter(Role::isOfPeople)
                .map(known -> {
                    var rights = new HashSet<>(known.rights());
                    if (rules) {
                        rights.add(Right.RULES);
                    }
                    return new Entitlement(known, rights);
                })
                .filter(entitlement -> entitlement.rights().stream().allMatch(entitlement.role()::admits));
    }

    /** The one of the two that may more. */
    public Entitlement or(Entitlement other) {
        return other.rights().size() > rights.size() ? other : this;
    }
}
