package dev.licet.core.propose;

import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.FolderRules;
import dev.licet.core.decide.RuleSet;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folders outside of the workspace in which commands of a call work that is asked about. */
final class Workplaces {
    /** Folders in which everybody's files are, and those of settings: nobody is at home there. */
    private static final Pattern SHARED = Pattern.compile(
            "/[^/]*|/(private|var|Users|home|mnt|media|Volumes)/[^/]*|(/private)?/var/(folders(/.*)?/T|tmp)"
                    + "|/(usr|opt|run|nix|snap)/.*");

    private final Proposal.Asked asked;
    private final JudgeContext context;
    private final RuleSet rules;

    Workplaces(Proposal.Asked asked) {
        this.asked = asked;
        this.context = asked.context();
        this.rules = RuleSet.of(asked.policy(), ToolTable.standard(), asked.call(), Declaration.of(Tier.EXEC));
    }

    /** A rule for each, in the order in which they are worked in; none where some folder should be none. */
    List<RuleText> rules() {
        var folders = new LinkedHashSet<RuleText>();
        for (Finding finding : asked.decision().findings()) {
            Optional<String> workplace = workplace(finding);
            if (workplace.isPresent()) {
                Optional<String> folder = finding.fact() instanceof Fact.Writes
                        ? workplace.filter(this::isNew)
                        : project(workplace.get());
                Optional<RuleText> opened = folder.map(FolderRules::of)
                        // A rule that comes later wins: it must not lift what is said of a folder further down.
                        .filter(rule -> !rules.restrictsPaths(rule.pattern(), context.home(), List.of(rule.tool())));
                if (opened.isEmpty()) {
                    return List.of();
                }
                folders.add(opened.get());
            }
        }
        return List.copyOf(folders);
    }

    /** The folder that a command runs in, or makes to work in with what is kept here, if it is asked about for that. */
    private Optional<String> workplace(Finding finding) {
        if (finding.action() != Action.ASK) {
            return Optional.empty();
        }
        if (finding.fact() instanceof Fact.Runs runs) {
            return isForFolder(finding) ? Optional.of(runs.directory()) : Optional.empty();
        }
        return finding.cause() instanceof Cause.Outside && finding.fact() instanceof Fact.Writes writes
                ? filled(writes.place())
                : Optional.empty();
    }

    /** The folder that is filled with what is kept elsewhere, such as a further work tree of the repository. */
    private Optional<String> filled(Place place) {
        return place instanceof Place.Brought brought && brought.source().startsWith(brought.target() + "/")
                ? Optional.of(PathForms.of(new Place.At(brought.target(), brought.directory()), context)
                        .literal())
                : Optional.empty();
    }

    /** Whether it is the folder for which a command is asked about, rather than what it does. */
    private static boolean isForFolder(Finding finding) {
        return finding.cause() instanceof Cause.Elsewhere
                || finding.cause()
                        .decidedBy()
                        .filter(rule -> rule.tool().pattern().equals(FolderRules.TOOL))
                        .isPresent();
    }

    /** The project outside of the workspace that {@code directory} belongs to, as far as is known, else itself. */
    Optional<String> project(String directory) {
        String folder = Paths.normalize(context.files().canonical(context.expandHome(directory)));
        for (String up = folder; isOwn(up); up = up.substring(0, up.lastIndexOf('/'))) {
            if (context.files()
                    .names(up)
                    .filter(names -> names.contains(".git"))
                    .isPresent()) {
                return Optional.of(up);
            }
        }
        return isOwn(folder) ? Optional.of(folder) : Optional.empty();
    }

    /** Whether an agent may be at home in {@code folder}, to which no link leads. */
    private boolean isNew(String folder) {
        return isOwn(folder)
                && Paths.normalize(context.files().canonical(folder)).equals(folder);
    }

    private boolean isOwn(String folder) {
        return context.isBounded(folder)
                && !SHARED.matcher(folder).matches()
                && !folder.startsWith(context.home() + "/.")
                && !Paths.isWithin(context.workspace(), folder);
    }
}
