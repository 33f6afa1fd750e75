package dev.licet.core.decide;

import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.PathShape;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.SideEffect;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of files that one command of a line tells another, which breaks them into words at their blanks. */
final class Listings {
    /** What may make files of any name. */
    private static final Set<SideEffect> MAKING = Set.of(
            SideEffect.WRITES,
            SideEffect.CHANGES,
            SideEffect.EXECUTES_PROJECT,
            SideEffect.EXECUTES_INLINE,
            SideEffect.EXECUTES_FETCHED,
            SideEffect.EXECUTES_OTHER);

    /** Commands of git that put files of other commits in the place of those that are there. */
    private static final Set<String> BRINGING = Set.of(
            "checkout",
            "switch",
            "merge",
            "rebase",
            "pull",
            "cherry-pick",
            "revert",
            "reset",
            "restore",
            "stash",
            "am",
            "apply",
            "read-tree",
            "checkout-index",
            "worktree",
            "submodule",
            "clone",
            "sparse-checkout");

    private static final Set<String> STAGING = Set.of("add", "stage", "commit");

    private static final Pattern OPTION = Pattern.compile("(^|[\\s/])-|['\"\\\\]");

    private Listings() {}

    /** What among {@code all} may make files of any name. */
    static List<Fact> making(List<Fact> all) {
        return all.stream()
                .filter(fact -> mayMake(fact) && !changesOnlyListed(fact, all))
                .toList();
    }

    /**
     * Whether {@code fact} speaks of such names, and something else among {@code all} may make one that leads elsewhere first.
     *
     * @param making what {@link #making} says of {@code all}
     */
    static boolean mayChange(Fact fact, List<Fact> all, List<Fact> making) {
        return (isListed(fact)
                        && making.stream().anyMatch(other -> !other.span().equals(fact.span())))
                || (isFound(fact) && !isStaged(fact, all) && all.stream().anyMatch(other -> mayBring(other, fact)));
    }

    /** Whether it is a command that removes files or writes to those that were listed, and makes no others. */
    private static boolean changesOnlyListed(Fact other, List<Fact> all) {
        if (!(other instanceof Fact.Runs runs)
                || runs.effects().stream().anyMatch(effect -> effect != SideEffect.WRITES && MAKING.contains(effect))) {
            return false;
        }
        List<Fact> own = all.stream()
                .filter(fact -> fact.span().start() >= runs.span().start()
                        && fact.span().end() <= runs.span().end())
                .toList();
        return own.stream().anyMatch(fact -> fact instanceof Fact.Deletes || fact instanceof Fact.Writes)
                && own.stream().noneMatch(fact -> fact instanceof Fact.Writes && !isListed(fact));
    }

    /** Whether it is read to be kept by git, which shows nothing. */
    private static boolean isStaged(Fact fact, List<Fact> all) {
        return all.stream()
                .filter(other -> other instanceof Fact.Runs
                        && other.span().start() <= fact.span().start())
                .max(Comparator.comparingInt(other -> other.span().start()))
                .filter(other -> other instanceof Fact.Runs runs && isGit(runs, STAGING))
                .isPresent();
    }

    private static boolean isGit(Fact.Runs runs, Set<String> subcommands) {
        return runs.argv().getFirst().start().matches("(?:.*/)?git")
                && runs.command().stream().limit(2).skip(1).anyMatch(word -> subcommands.contains(word.start()));
    }

    /** Whether it speaks of files that are found by a pattern, or below a folder. */
    private static boolean isFound(Fact fact) {
        return fact instanceof Fact.Reads reads
                && (reads.place() instanceof Place.Matching || reads.place() instanceof Place.Below);
    }

    /** Whether {@code other}, before {@code fact} in the line, may put other files there than lie there now. */
    private static boolean mayBring(Fact other, Fact fact) {
        return other instanceof Fact.Runs runs
                && runs.span().start() < fact.span().start()
                && !runs.span().equals(fact.span())
                && runs.effects().contains(SideEffect.WRITES)
                && isGit(runs, BRINGING);
    }

    /** {@code facts} without what commands would do if some name looked like an option, where none does. */
    static List<Fact> known(List<Fact> facts, JudgeContext context) {
        boolean some = facts.stream().anyMatch(fact -> fact instanceof Fact.Runs runs && mayBecomeOption(runs));
        if (!some
                || facts.stream().anyMatch(fact -> fact instanceof Fact.Writes && !isListed(fact))
                || !making(facts).isEmpty()) {
            return facts;
        }
        return facts.stream()
                .map(fact ->
                        fact instanceof Fact.Runs runs && mayBecomeOption(runs) && isPlain(runs.directory(), context)
                                ? runs.keeping(escalation -> !isName(escalation))
                                : fact)
                .toList();
    }

    private static boolean mayBecomeOption(Fact.Runs command) {
        return command.escalations().stream().anyMatch(Listings::isName);
    }

    private static boolean isName(Fact.Escalation escalation) {
        return escalation.reason() instanceof EscalationReason.ListedName;
    }

    /** Whether no name below {@code folder} begins like an option, nor anything behind a blank in one, and no quotes are there. */
    private static boolean isPlain(String folder, JudgeContext context) {
        if (!context.files().isThere()) {
            return true;
        }
        return context.files()
                .below(PathForms.of(new Place.At(".", folder), context).literal())
                .filter(names ->
                        names.stream().noneMatch(name -> OPTION.matcher(name).find()))
                .isPresent();
    }

    private static boolean isListed(Fact fact) {
        return fact.file().orElse(null) instanceof Place.Below below && below.extent() == Place.Extent.LISTED;
    }

    private static boolean mayMake(Fact fact) {
        return switch (fact) {
            case Fact.Runs runs ->
                runs.standing() == Fact.Standing.COMMAND
                        && runs.effects().stream().anyMatch(MAKING::contains);
            case Fact.Writes writes ->
                switch (writes.place()) {
                    case Place.At at -> PathShape.mayBreak(at.text());
                    case Place.Matching matching -> true;
                    case Place.Brought brought -> true;
                    // They are written where they are, under the names that they have.
                    case Place.Below below -> false;
                    case Place.Unknown unknown -> true;
                };
            case Fact.Reads reads -> false;
            case Fact.Deletes deletes -> false;
            case Fact.Connects connects -> false;
            case Fact.Sets sets -> false;
            case Fact.Uses uses -> false;
            case Fact.Opaque opaque -> false;
        };
    }
}
