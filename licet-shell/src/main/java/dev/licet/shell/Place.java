package dev.licet.shell;

/** Where a file is, as the call names it. */
public sealed interface Place {

    /**
     * A path as written.
     *
     * @param text the path, quotes removed; a leading {@code ~} stands for the home directory
     * @param directory absolute path of the directory that a relative path starts from
     */
    record At(String text, String directory) implements Place {}

    /** A path that an expansion decides. */
    record Unknown() implements Place {}
}
