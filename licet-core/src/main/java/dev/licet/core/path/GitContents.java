package dev.licet.core.path;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import java.util.List;
import java.util.Set;

/** Which commands of git print what is in files that no word of them names. Source: git-diff(1), git-log(1), git-show(1). */
final class GitContents {
    private static final Set<String> SHOWING = Set.of("diff", "show", "whatchanged");

    /** Those that do with an option for it. */
    private static final Set<String> LISTING = Set.of("log", "stash", "reflog");

    private static final List<String> PATCH = List.of("-p", "-u", "-U", "-L", "-c", "--cc", "--patch", "--unified");

    /** With one of these nothing is printed but names and numbers. */
    private static final List<String> SUMMARY = List.of(
            "--stat",
            "--name-only",
            "--name-status",
            "--shortstat",
            "--numstat",
            "--summary",
            "-s",
            "--no-patch",
            "--quiet",
            "--check",
            "--dirstat",
            "--compact-summary");

    private GitContents() {}

    /** Whether {@code command}, one of git, does so. */
    static boolean areShown(Fact.Runs command) {
        String name = command.command().stream()
                .skip(1)
                .limit(1)
                .map(Argument::start)
                .findFirst()
                .orElse("");
        List<String> words =
                command.argv().stream().skip(1).map(Argument::start).toList();
        boolean patch = isSome(words, PATCH);
        boolean shown = SHOWING.contains(name) ? patch || !isSome(words, SUMMARY) : LISTING.contains(name) && patch;
        return shown && !isLimited(words);
    }

    private static boolean isSome(List<String> words, List<String> options) {
        return words.stream().anyMatch(word -> options.stream().anyMatch(word::startsWith));
    }

    /** Whether files are named behind two dashes: those are judged by themselves. */
    private static boolean isLimited(List<String> words) {
        int dashes = words.indexOf("--");
        List<String> files = dashes < 0 ? List.of() : words.subList(dashes + 1, words.size());
        return !files.isEmpty() && files.stream().noneMatch(GitContents::mayBeAll);
    }

    private static boolean mayBeAll(String path) {
        return path.isEmpty() || path.equals(".") || path.startsWith(":") || path.indexOf('*') >= 0;
    }
}
