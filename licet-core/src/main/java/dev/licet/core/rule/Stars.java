package dev.licet.core.rule;

/** What an allow with a wildcard covers. */
public enum Stars {
    /** All that its pattern matches, as far as no word does more than the name of the command says. */
    CAUTIOUS,
    /**
     * All that its pattern matches, whatever options do, unless they run other code; but no file that a relative path finds
     * outside of the workspace, no command whose path goes back up on its way, and at the end of a pattern none in which
     * nothing stands in its place.
     */
    AS_TEXT
}
