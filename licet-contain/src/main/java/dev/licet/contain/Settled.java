package dev.licet.contain;

import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.RefusedChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of the changes of a run.
 *
 * @param changes all that it made
 * @param refused those that stay out, and why; all that is below a folder stays out with it
 * @param contested files that something else has changed meanwhile: if there are any nothing was put in place
 * @param kept where all is that is nowhere else, if only some of it could be put in place
 */
public record Settled(List<FileChange> changes, List<RefusedChange> refused, List<String> contested, List<Path> kept) {
    /** More files of a kind are not named. */
    private static final int NAMED = 10;

    public Settled {
        changes = List.copyOf(changes);
        refused = List.copyOf(refused);
        contested = List.copyOf(contested);
        kept = List.copyOf(kept);
    }

    /** Who decides which changes may be put in place. */
    @FunctionalInterface
    public interface Referee {
        /** Those of {@code changes} that may not, and why. */
        List<RefusedChange> refused(List<FileChange> changes) throws InterruptedException;
    }

    /** What whoever runs it has to know, a line each; none if all it did is done. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        if (!contested.isEmpty()) {
            lines.add("nothing that it changed was put in place, because something else has changed the same files: "
                    + some(contested) + "; run it again");
            return lines;
        }
        if (!refused.isEmpty()) {
            lines.add("not put in place: "
                    + some(refused.stream()
                            .map(each -> each.path() + " (" + each.why() + ")")
                            .distinct()
                            .toList()));
        }
        if (!kept.isEmpty()) {
            lines.add("only some of what it changed could be put in place; the rest, and what was replaced, is in "
                    + some(kept.stream().map(folder -> "`" + folder + "`").toList())
                    + ", which is yours to look at and to remove");
        }
        return lines;
    }

    private static String some(List<String> all) {
        String named = String.join(", ", all.subList(0, Math.min(NAMED, all.size())));
        return all.size() > NAMED ? named + ", and " + (all.size() - NAMED) + " more" : named;
    }
}
