package dev.licet.contain;

import dev.licet.core.contain.HostUse;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What whoever runs a command is told of hosts that it did not reach. */
final class HostNotes {
    /** More hosts are not named. */
    private static final int NAMED = 10;

    private HostNotes() {}

    /** A line for each of {@code refused}, and one for the rules that would let them be reached. */
    static List<String> of(List<HostUse> refused) {
        var lines = new ArrayList<String>();
        JsonObject rules = JsonObject.empty();
        for (HostUse use : refused.subList(0, Math.min(NAMED, refused.size()))) {
            lines.add("it did not reach `" + use.pattern() + "`: " + use.refused());
            rules = use.unnamed() ? rules.with(use.pattern(), "contain") : rules;
        }
        if (refused.size() > NAMED) {
            lines.add("and " + (refused.size() - NAMED) + " more hosts");
        }
        if (!rules.members().isEmpty()) {
            lines.add("a rule that would let it: " + JsonObject.empty().with("network", rules));
        }
        return lines;
    }
}
