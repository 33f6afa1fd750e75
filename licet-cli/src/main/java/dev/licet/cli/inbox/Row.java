package dev.licet.cli.inbox;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One line of a list.
 *
 * @param key what it stands for; empty for a heading
 * @param indent how far it is moved to the right, in columns
 * @param label what kind of thing it is
 * @param text the thing itself
 * @param since when it began, where that is to be shown
 */
record Row(String key, int indent, String label, String text, Optional<Instant> since, Tone tone) {

    /** How it looks. */
    enum Tone {
        HEADING,
        PLAIN,
        GOOD,
        BAD
    }

    static Row heading(int indent, String text) {
        return new Row("", indent, "", text, Optional.empty(), Tone.HEADING);
    }

    boolean isHeading() {
        return key.isEmpty();
    }

    /** Whether {@code words}, in small letters, stand in it. */
    boolean says(String words) {
        return (label + " " + text).toLowerCase(Locale.ROOT).contains(words);
    }
}
