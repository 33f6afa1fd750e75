package dev.licet.terminal;

/**
 * What a person said to a call.
 *
 * @param denyReason why they denied it; empty where they gave no reason
 */
public record ApprovalResult(Decision decision, String denyReason) {
    /** The three things that can be said; what is not said is a denial. */
    public enum Decision {
        DENY,
        ONCE,
        ALWAYS
    }
}
