package dev.licet.core.path;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which commands of git print what is in files that no word of them names. Source: git-diff(1), git-log(1), git-show(1). */
final class GitContents {
    private static final Set<String> SHOWING = Set.of("diff", "show", "whatchanged");

    /** With these the others print contents, too. */
    private static final Set<String> PATCH =
            Set.of("-p", "-u", "--patch", "-c", "--cc", "--patch-with-stat", "-U", "-L");

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
        List<String> words =
                command.argv().stream().skip(1).map(Argument::start).toList();
        boolean showing = name(words).map(SHOWING::contains).findFirst().orElse(false);
        boolean patch = words.stream().anyMatch(word -> PATCH.stream().anyMatch(word::equals));
        boolean logs =
                name(words).anyMatch(name -> name.equals("log") || name.equals("stash") || name.equals("reflog"));
        boolean summary = words.stream().anyMatch(word -> SUMMARY.stream().anyMatch(word::startsWith));
        return (showing || (logs && patch)) && (!summary || patch) && !isLimited(words);
    }

    /** The first word that is no option. */
    private static Stream<String> name(List<String> words) {
        return words.stream().filter(word -> !word.startsWith("-")).limit(1);
    }

    /** Whether files are named behind two dashes: those are judged by themselves. */
    private static boolean isLimited(List<String> words) {
        int dashes = words.indexOf("--");
        return dashes >= 0
                && dashes < words.size() - 1
                && words.subList(dashes + 1, words.size()).stream()
                        .noneMatch(word ->
                                word.equals(".") || word.isEmpty() || word.startsWith(":") || word.indexOf('*') >= 0);
    }
}
