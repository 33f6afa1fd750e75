package dev.licet.core.policy;

import dev.licet.core.call.ToolKind;

/** What a tool can do at most, as it declares itself, from the least to the most. */
public enum Tier {
    /** Reads data. */
    READ,
    /** Changes the workspace or the session, but runs no code. */
    WRITE,
    /** Runs code, reaches other systems, or has not said what it does. */
    EXEC;

    /** What tools of {@code kind} do as long as they say nothing else. */
    public static Tier of(ToolKind kind) {
        return switch (kind) {
            case READ, GLOB, GREP -> READ;
            case WRITE, EDIT -> WRITE;
            case SHELL, SKILL, FETCH, TASK, MCP, OTHER -> EXEC;
        };
    }
}
