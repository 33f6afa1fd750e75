package dev.licet.core.rule;

/** What an allow with a wildcard covers. */
public enum Stars {
    /** All that its pattern matches. */
    ANYTHING,
    /** No file that a relative path finds outside of the workspace, and no command whose path goes back up on its way. */
    NO_WAY_UP
}
