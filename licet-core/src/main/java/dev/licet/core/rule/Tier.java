package dev.licet.core.rule;

import dev.licet.core.call.ToolKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a tool can do at most, as it declares itself, from the least to the most. */
public enum Tier {
    /** Reads data. */
    READ,
    /** Changes the workspace or the session, but runs no code. */
    WRITE,
    /** Runs code, reaches other systems, or has not said what it does. */
    EXEC;

    /** The tier that is written {@code text}, if there is one. */
    public static Optional<Tier> of(String text) {
        return Arrays.stream(values()).filter(tier -> tier.text().equals(text)).findFirst();
    }

    /** As it is written: in small letters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is more than {@code other}. */
    public boolean exceeds(Tier other) {
        return switch (this) {
            case READ -> false;
            case WRITE -> other == READ;
            case EXEC -> other != EXEC;
        };
    }

    /** The lesser of the two. */
    public Tier least(Tier other) {
        return exceeds(other) ? other : this;
    }

    /** The greater of the two. */
    public Tier most(Tier other) {
        return exceeds(other) ? this : other;
    }

    /** What tools of {@code kind} do as long as they say nothing else. */
    public static Tier of(ToolKind kind) {
        return switch (kind) {
            case READ, GLOB, GREP, PLAN -> READ;
            case WRITE, EDIT -> WRITE;
            case SHELL, SKILL, FETCH, TASK, INPUT, MCP, OTHER -> EXEC;
        };
    }
}
