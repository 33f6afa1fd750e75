package dev.licet.core.rule;

import java.util.Locale;

/** What a rule says, from the most permissive to the strictest. */
public enum Action {
    ALLOW,
    /** It runs within bounds that the system holds; where nobody can hold it in them it is asked. */
    CONTAIN,
    ASK,
    DENY;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** As it is written in rules and answers: in small letters. */
    public String text() {
        return text;
    }

    /** The stricter of the two. */
    public Action strictest(Action other) {
        return other.isStricterThan(this) ? other : this;
    }

    /** Whether it leaves less to run than {@code other}. */
    public boolean isStricterThan(Action other) {
        return compareTo(other) > 0;
    }
}
