package dev.licet.core.decide;

import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.shell.Fact;
import java.util.List;

/** What a call does outside of the workspace. */
public final class Outside {
    private Outside() {}

    /** The facts of {@code decision} about files that are, or may be, outside of the workspace, by name or by a link. */
    public static List<Fact> of(Decision decision, JudgeContext context) {
        return decision.findings().stream()
                .map(Finding::fact)
                .filter(fact -> NamedPath.of(fact, context)
                        .filter(path -> !path.isInsideWorkspace())
                        .isPresent())
                .distinct()
                .toList();
    }
}
