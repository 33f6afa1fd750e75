package dev.licet.terminal.box;

import dev.licet.core.approval.RejectMode;

/** What a person is told of the keys. */
public final class Hints {
    private Hints() {}

    /** What the keys do while one of {@code selection} is to be chosen. */
    public static String of(Selection selection) {
        return switch (selection.keys()) {
            case SEED -> "↑/↓ navigate, Enter confirm, 1-" + selection.options() + " quick, Ctrl+C cancel";
            case STANDARD ->
                selection.denies()
                        ? "type a reason, Enter denies, Tab: " + next(selection.mode()) + ", Esc clears, ↑ goes back"
                        : "↑/↓ and Enter, or 1-" + selection.options()
                                + "; e edits, w tells why, s shows all, Ctrl+C denies";
        };
    }

    /** What follows for the agent from denying. */
    static String follows(RejectMode mode) {
        return switch (mode) {
            case HARD, BATCH -> " and stop the agent";
            case EXPLAIN -> " and ask it to explain";
            case SOFT -> ", and the agent goes on";
        };
    }

    private static String next(RejectMode mode) {
        return switch (mode) {
            case SOFT -> "stop the agent";
            case HARD, BATCH -> "ask it to explain";
            case EXPLAIN -> "let the agent go on";
        };
    }
}
