package dev.licet.core.rule;

import java.util.Locale;

/** What a rule says, from the most permissive to the strictest. */
public enum Action {
    ALLOW,
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
        return switch (this) {
            case ALLOW -> false;
            case ASK -> other == ALLOW;
            case DENY -> other != DENY;
        };
    }
}
