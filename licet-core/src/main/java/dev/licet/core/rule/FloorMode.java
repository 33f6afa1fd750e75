package dev.licet.core.rule;

/** What the built-in protections do. What governs an agent is out of its reach in each of these. */
public enum FloorMode {
    /** Ask, or deny where it is about the gate itself. */
    ASKS,
    /** The same, but a line that never ends starting itself is denied. */
    BLOCKS,
    /** Nothing. */
    OFF
}
