package dev.licet.cli.imports;

import dev.licet.core.command.CommandText;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.Optional;

/**
 * Whose rules are read: a person's own, or those that a project brings along, which may allow nothing outside of it. What it
 * asks and denies holds everywhere, for only an allow of commands can name a folder.
 *
 * @param project the folder of the project, an absolute path; empty for a person's own
 */
record RuleScope(Optional<String> project) {
    static final RuleScope PERSON = new RuleScope(Optional.empty());

    /** Why what a project says is left. */
    static final String ELSEWHERE = "as a rule it would hold for every project: write it by hand";

    static RuleScope of(String project) {
        return new RuleScope(Optional.of(project));
    }

    /** Whether what says {@code action} has to stay inside the project. */
    boolean keeps(Action action) {
        return project.isPresent() && action == Action.ALLOW;
    }

    /** The patterns of commands, for those that a project allows only in its folder and below. */
    List<String> commands(List<String> patterns, Action action) {
        if (!keeps(action)) {
            return patterns;
        }
        String folder = Glob.quote(CommandText.quote(project.orElseThrow()));
        return patterns.stream()
                .map(pattern -> "cd " + folder + "/* && " + pattern)
                .toList();
    }

    /** Whether what says {@code action} would lift in every project what a person denies. */
    boolean lifts(Action action) {
        return project.isPresent() && action == Action.ASK;
    }

    /** What a pattern of files begins with that names one of the project; empty for a person's own. */
    String inside() {
        return project.map(folder -> Glob.quote(folder) + "/").orElse("");
    }
}
