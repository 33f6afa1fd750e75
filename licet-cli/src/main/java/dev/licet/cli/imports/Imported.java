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
     * @param reason what its author wrote for those who meet it; empty when nothing
     * @param note where these mean something else; empty where they do not
     */
    record Taken(String written, Action action, List<RuleText> rules, String reason, String note) implements Imported {
        public Taken {
            rules = List.copyOf(rules);
        }

        /** Rules about one tool. */
        static Taken of(String written, Action action, String tool, List<String> patterns) {
            return of(written, action, List.of(tool), patterns);
        }

        /** The same rules about several tools. */
        static Taken of(String written, Action action, List<String> tools, List<String> patterns) {
            return new Taken(
                    written,
                    action,
                    tools.stream()
                            .flatMap(tool -> patterns.stream().map(pattern -> new RuleText(tool, pattern)))
                            .toList(),
                    "",
                    "");
        }

        /** The same, meaning something else in what {@code note} says. */
        Taken noting(String note) {
            return new Taken(written, action, rules, reason, note);
        }

        /** The same with what its author said about it. */
        Taken because(String reason) {
            return new Taken(written, action, rules, reason, note);
        }
    }

    /** It becomes none. */
    record Left(String written, String why) implements Imported {}
}
