package dev.licet.junit;

import dev.licet.core.rule.RuleText;
import dev.licet.gate.agent.Explanation;
import java.util.List;
import org.junit.jupiter.api.Assertions;

/**
 * What became of a call that was tried.
 *
 * @param call the call, for failures
 * @param because why, where it was asked or denied
 * @param explained what is decided on each thing that it does
 */
public record Tried(String call, Became became, String because, Explanation explained) {
    /** What can become of a call. */
    public enum Became {
        ALLOWED,
        ASKED,
        DENIED
    }

    /** Fails unless it runs without a question. */
    public Tried isAllowed() {
        return is(Became.ALLOWED);
    }

    /** Fails unless somebody is asked. */
    public Tried isAsked() {
        return is(Became.ASKED);
    }

    /** Fails unless it is denied without a question. */
    public Tried isDenied() {
        return is(Became.DENIED);
    }

    private Tried is(Became expected) {
        Assertions.assertEquals(expected, became, () -> call + ": " + because);
        return this;
    }

    /** Fails unless it is one rule that makes it what it is: the one of {@code tool} with {@code pattern}. */
    public Tried decidedBy(String tool, String pattern) {
        Assertions.assertEquals(
                List.of(new RuleText(tool, pattern)), explained.deciding(), () -> call + ": " + explained.reasons());
        return this;
    }

    /** Fails unless the reasons have {@code part} in them. */
    public Tried because(String part) {
        Assertions.assertTrue(because.contains(part), () -> call + ": " + because);
        return this;
    }
}
