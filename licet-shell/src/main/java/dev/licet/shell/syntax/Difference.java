package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.Set;

/**
 * A place that some shells read in another way than bash, which is the grammar of the tree.
 *
 * @param shells that read it otherwise
 * @param typed whether they do so only where the line is typed into them
 * @param why lower-case phrase for people
 */
public record Difference(Set<Shell> shells, boolean typed, String why, Span span) {
    public Difference {
        shells = Set.copyOf(shells);
    }
}
