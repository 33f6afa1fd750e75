package dev.licet.core.rule;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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

    /** The one that is written {@code text}. */
    public static Optional<Action> of(String text) {
        return Arrays.stream(values())
                .filter(action -> action.text().equals(text))
                .findFirst();
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
