package dev.licet.cli.imports;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.List;

/** What becomes of one entry that somebody wrote for an agent. */
public sealed interface Imported {
    /** The entry as it was written. */
    String written();

    /**
     * It becomes rules.
     *
     * @param note where these mean something else; empty where they do not
     */
    record Taken(String written, Action action, List<RuleText> rules, String note) implements Imported {
        public Taken {
            rules = List.copyOf(rules);
        }
    }

    /** It becomes none. */
    record Left(String written, String why) implements Imported {}
}
