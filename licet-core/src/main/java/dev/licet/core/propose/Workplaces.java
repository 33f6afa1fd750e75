package dev.licet.core.propose;

import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.FolderRules;
import dev.licet.core.decide.RuleSet;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.shell.Fact;
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
            if (finding.action() == Action.ASK && finding.fact() instanceof Fact.Runs runs && isForFolder(finding)) {
                Optional<RuleText> opened = project(runs.directory())
                        .map(FolderRules::of)
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

    private boolean isOwn(String folder) {
        return context.isBounded(folder)
                && !SHARED.matcher(folder).matches()
                && !folder.startsWith(context.home() + "/.")
                && !Paths.isWithin(context.workspace(), folder);
    }
}
