package dev.licet.core.rule;

/** What the tier of a call is taken from. */
public enum Measure {
    /** The tool: whoever runs a shell may do anything. */
    TOOL,
    /** Each of the call's effects: a command that only reads is of tier {@code read}, whatever tool runs it. */
    EFFECT
}
