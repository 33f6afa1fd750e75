package dev.licet.core.policy;

/** What a rule says, from the most permissive to the strictest. */
public enum Action {
    ALLOW,
    ASK,
    DENY;

    /** The stricter of the two. */
    public Action strictest(Action other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
