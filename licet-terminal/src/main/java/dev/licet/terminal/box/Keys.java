package dev.licet.terminal.box;

/** What keys do. */
public enum Keys {
    /** Letters begin a reason to deny, digits answer; the first option is selected. */
    SEED,
    /**
     * Letters are commands ({@code e}, {@code s}, {@code w}) until denying is selected; nothing is selected at first, so that
     * Enter alone answers nothing.
     */
    STANDARD
}
