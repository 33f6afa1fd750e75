package dev.licet.core.rule;

import java.util.Locale;
import java.util.Optional;

/** Up to which tier calls are allowed that no rule names. */
public enum Mode {
    /** None: what no rule names is asked. */
    NONE(Optional.empty()),
    ALWAYS_ASK(Optional.of(Tier.READ)),
    WRITE(Optional.of(Tier.WRITE)),
    /** As {@link #WRITE}, and a command of which no rule speaks runs within bounds where these take away what it might do. */
    CONTAINED(Optional.of(Tier.WRITE)),
    YOLO(Optional.of(Tier.EXEC));

    private final Optional<Tier> ceiling;

    Mode(Optional<Tier> ceiling) {
        this.ceiling = ceiling;
    }

    /** Whether a call of {@code tier} needs no rule. */
    public boolean allows(Tier tier) {
        return ceiling.isPresent() && !tier.exceeds(ceiling.get());
    }

    /** Whether it leaves less unasked than {@code other}. */
    public boolean isStricterThan(Mode other) {
        return compareTo(other) < 0;
    }

    /** The name that files and options use: {@code always-ask}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The mode called {@code text}. */
    public static Optional<Mode> of(String text) {
        for (Mode mode : values()) {
            if (mode.text().equals(text)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
