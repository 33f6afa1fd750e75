package dev.licet.core.path;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.command.CommandTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which commands of git print what is in files that no word of them names. Source: git-diff(1), git-log(1), git-show(1). */
final class GitContents {
    private static final Set<String> SHOWING = Set.of("diff", "show", "whatchanged", "range-diff");

    /** Those that do with an option for it. */
    private static final Set<String> LISTING =
            Set.of("log", "stash", "reflog", "diff-tree", "diff-index", "diff-files");

    /** Those that do where they are to say more (git-status(1), git-commit(1)). */
    private static final Set<String> TELLING = Set.of("status", "commit");

    private static final Pattern VERBOSE = Pattern.compile("-[^-]*v.*|--verbose");

    /** Options for it, also where one of one letter stands among others. */
    private static final Pattern PATCH =
            Pattern.compile("-[^-]*[puULc].*|--(patch.*|unified|cc|dd|binary|remerge-diff|diff-merges)");

    /** With one of these nothing is printed but names and numbers. */
    private static final Set<String> SUMMARY = Set.of(
            "--stat",
            "--name-only",
            "--name-status",
            "--shortstat",
            "--numstat",
            "--summary",
            "-s",
            "--no-patch",
            "--quiet",
            "--dirstat",
            "--compact-summary");

    private GitContents() {}

    /** Whether {@code command}, one of git, does so. */
    static boolean areShown(Fact.Runs command, CommandTable commands) {
        String name = command.command().stream()
                .skip(1)
                .limit(1)
                .map(Argument::start)
                .findFirst()
                .orElse("");
        Map<String, List<String>> options = commands.normal(command.argv()).options();
        // A word that looks like an option may be what is searched for.
        Set<String> values = options.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        boolean patch = options.keySet().stream().anyMatch(PATCH.asMatchPredicate());
        boolean summary = options.keySet().stream()
                .anyMatch(option ->
                        SUMMARY.contains(option) && values.stream().noneMatch(value -> value.startsWith(option)));
        boolean verbose = options.keySet().stream().anyMatch(VERBOSE.asMatchPredicate());
        boolean shown = SHOWING.contains(name)
                ? patch || !summary
                : (LISTING.contains(name) && patch) || (TELLING.contains(name) && verbose);
        return shown && (values.contains("--") || !isLimited(command));
    }

    /** Whether files are named behind two dashes: those are judged by themselves. */
    private static boolean isLimited(Fact.Runs command) {
        List<String> words = command.argv().stream().map(Argument::start).toList();
        int dashes = words.indexOf("--");
        List<String> files = dashes < 0 ? List.of() : words.subList(dashes + 1, words.size());
        return !files.isEmpty() && files.stream().noneMatch(GitContents::mayBeAll);
    }

    private static boolean mayBeAll(String path) {
        return path.isEmpty() || path.equals(".") || path.startsWith(":") || path.indexOf('*') >= 0;
    }
}
