package dev.licet.core.lint;

import dev.licet.core.display.SafeText;
import dev.licet.core.rule.Rule;
import java.util.Locale;

/**
 * Something odd about a rule.
 *
 * @param rule the rule
 * @param kind what kind of thing it is
 * @param what what it is, as a sentence about the rule
 * @param witness a value that proves it; empty where there is none to show
 * @param help what to do about it
 */
public record LintFinding(Rule rule, Kind kind, String what, String witness, String help) {

    /** All of it in one line, which is safe to show: where the rule is, what is odd, what proves it, what to do. */
    public String text() {
        String spelled = rule.tool().pattern() + ": " + rule.value().pattern();
        String proof = witness.isEmpty() ? "" : " [as in `" + SafeText.oneLine(witness) + "`]";
        return rule.origin() + ": " + kind.text() + ": `" + SafeText.oneLine(spelled) + "` " + SafeText.oneLine(what)
                + proof + " (" + SafeText.oneLine(help) + ")";
    }

    /** What may be odd about a rule. */
    public enum Kind {
        /** It never decides, because a later rule matches all that it matches. */
        SHADOWED,
        /** A later rule says the same about all that it matches. */
        REDUNDANT,
        /** A later allow takes back some of what it denies. */
        CONTRADICTED,
        /** Nothing is like it. */
        NEVER,
        /** It matches more than one would think. */
        BROAD,
        /** It names no tool that is known. */
        UNKNOWN_TOOL;

        /** In lower case, such as {@code unknown tool}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
