package dev.licet.junit;

import org.junit.jupiter.api.Assertions;

/**
 * What became of a call that was tried.
 *
 * @param call the call, for failures
 * @param because why, where it was asked or denied
 */
public record Tried(String call, Became became, String because) {
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

    /** Fails unless the reasons have {@code part} in them. */
    public Tried because(String part) {
        Assertions.assertTrue(because.contains(part), () -> call + ": " + because);
        return this;
    }
}
