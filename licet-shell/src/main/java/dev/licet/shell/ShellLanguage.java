package dev.licet.shell;

import java.util.List;

/**
 * A language of command lines, as far as facts go: what its lines do. Implementations are immutable and thread-safe.
 */
public interface ShellLanguage {
    /**
     * The facts of {@code commandLine} when it is run in {@code directory}, roughly in the order of the text.
     *
     * @param directory absolute path that relative paths start from
     * @param shells one of which runs it
     * @return at least one fact; an empty command line is {@link Fact.Opaque}
     */
    List<Fact> facts(String commandLine, String directory, Shells shells);

    /** The same where nothing is known of the shell that runs it. */
    default List<Fact> facts(String commandLine, String directory) {
        return facts(commandLine, directory, Shells.UNKNOWN);
    }
}
