package dev.licet.core.rule;

/** Whose rules a layer holds. Ordinary layers speak in this order, the last that matches wins. */
public enum Owner {
    /** The type of a subagent. */
    AGENT,
    /** What holds as long as nobody says anything else. Mode yolo goes before what it asks. */
    PRESET,
    ORGANISATION,
    /** A file that came with the workspace. */
    PROJECT,
    /** The worker's own file. */
    WORKER,
    SKILL,
    SESSION
}
