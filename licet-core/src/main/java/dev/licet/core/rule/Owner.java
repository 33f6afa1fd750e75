package dev.licet.core.rule;

/** Whose rules a layer holds. Ordinary layers speak in this order, the last that matches wins. */
public enum Owner {
    ORGANISATION,
    /** The type of a subagent. */
    AGENT,
    /** A file that came with the workspace. */
    PROJECT,
    /** The worker's own file. */
    WORKER,
    SKILL,
    SESSION
}
