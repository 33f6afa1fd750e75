package dev.licet.cli.replay;

/** How far a person's "always" reaches. */
public enum Remember {
    /** Nobody says "always". */
    NONE,
    /** To the end of the session. */
    SESSION,
    /** To every later session in the same workspace. */
    PROJECT
}
