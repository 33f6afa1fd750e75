package dev.licet.core.approval;

import java.util.Locale;
import java.util.Optional;

/** What follows from a rejection beside that the call does not run. */
public enum RejectMode {
    /** The agent goes on without this call. */
    SOFT,
    /** The agent stops: what remains of the batch is rejected, and the model gets no further turn. */
    HARD,
    /** The model is asked to explain what the call is for. */
    EXPLAIN,
    /** The call belongs to a batch of which an earlier call was rejected {@link #HARD}. Nobody answers so. */
    BATCH;

    /** The name that answers use: {@code soft}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode that an answer may give as {@code text}. */
    public static Optional<RejectMode> of(String text) {
        return switch (text) {
            case "soft" -> Optional.of(SOFT);
            case "hard" -> Optional.of(HARD);
            case "explain" -> Optional.of(EXPLAIN);
            default -> Optional.empty();
        };
    }

    /** Whether the agent must not go on with its turn. */
    public boolean stops() {
        return this == HARD || this == BATCH;
    }
}
