package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.Set;

/**
 * A place that some shells read in another way than bash, which is the grammar of the tree.
 *
 * @param shells that read it otherwise
 * @param where they do so
 * @param why lower-case phrase for people
 */
public record Difference(Set<Shell> shells, Where where, String why, Span span) {
    /** Where a line is read otherwise. */
    public enum Where {
        ALWAYS,
        /** Where {@link ShellParser#parse(String, Shell)} reads the line as such a shell does. */
        READABLE,
        /** Only where it is typed into a shell that talks to a person. */
        TYPED,
        /** At a comment of a line that is typed into zsh: {@link ShellParser#parseTyped} reads the line as it does. */
        COMMENT
    }

    public Difference {
        shells = Set.copyOf(shells);
    }
}
