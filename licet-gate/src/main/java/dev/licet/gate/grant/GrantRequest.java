package dev.licet.gate.grant;

import dev.licet.core.glob.Glob;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.RuleText;
import java.util.List;

/**
 * What an approval is to leave behind.
 *
 * @param wanted how much of what was asked
 * @param lifetime how long; a batch or turn is always that of the call itself
 * @param reach for whom, where a subagent asked
 */
public record GrantRequest(Wanted wanted, Lifetime lifetime, Reach reach) {
    /** Most rules that a person may write for one approval. */
    public static final int MAX_RULES = 32;

    private static final int MAX_TEXT = 4_096;

    /** How much is remembered. */
    public sealed interface Wanted {
        /** One of the choices that the gate offers. */
        record Offered(GrantKind kind) implements Wanted {}

        /** Rules that the person wrote, which have to allow the call. */
        record Written(List<RuleText> rules) implements Wanted {
            public Written {
                rules = List.copyOf(rules);
                if (rules.isEmpty() || rules.size() > MAX_RULES) {
                    throw new IllegalArgumentException("an approval leaves 1 to " + MAX_RULES + " rules behind");
                }
                for (RuleText rule : rules) {
                    String text = rule.tool() + rule.pattern();
                    if (rule.tool().isBlank() || rule.pattern().isBlank() || text.length() > MAX_TEXT) {
                        throw new IllegalArgumentException(
                                "a rule has a tool and a pattern, with at most " + MAX_TEXT + " characters");
                    }
                    if (text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
                        throw new IllegalArgumentException(
                                "a rule has no control characters other than line breaks and tabs");
                    }
                }
            }

            /** The same as a choice: of the narrowest kind that it can be. */
            public Choice choice() {
                return new Choice(kind(), rules, "");
            }

            private GrantKind kind() {
                if (rules.stream().anyMatch(rule -> rule.pattern().equals("*"))) {
                    return GrantKind.TOOL;
                }
                boolean literal =
                        rules.stream().allMatch(rule -> Glob.of(rule.pattern()).isLiteral());
                return literal ? GrantKind.EXACT : GrantKind.PREFIX;
            }
        }
    }

    /** For whom something is remembered. */
    public enum Reach {
        /** For the subagent that asked alone. */
        AGENT,
        /** For the whole session. */
        SESSION
    }

    public GrantRequest {
        if (wanted instanceof Wanted.Offered offered
                && offered.kind().isOfCall()
                && lifetime instanceof Lifetime.Worker) {
            throw new IllegalArgumentException("one call or line is remembered for its session only");
        }
    }

    /** One of the offered choices. */
    public GrantRequest(GrantKind kind, Lifetime lifetime, Reach reach) {
        this(new Wanted.Offered(kind), lifetime, reach);
    }

    /** The same for the subagent that asked alone. */
    public GrantRequest(GrantKind kind, Lifetime lifetime) {
        this(kind, lifetime, Reach.AGENT);
    }
}
