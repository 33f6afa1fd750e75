package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PermissionFile.Addition;
import dev.licet.gate.permissions.PolicyFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rules of one agent, to be taken over.
 *
 * @param importer whose they are
 * @param files where they were read
 * @param entries what becomes of each, in the order in which they have to be saved
 */
public record Takeover(Importer importer, List<Path> files, List<Imported> entries) {
    public Takeover {
        files = List.copyOf(files);
        entries = List.copyOf(entries);
    }

    /** The entries that become rules. */
    public List<Taken> taken() {
        return entries.stream()
                .flatMap(each -> each instanceof Taken one ? Stream.of(one) : Stream.empty())
                .toList();
    }

    /** How many entries mean something else here, in what is noted about them. */
    public long noted() {
        return taken().stream().filter(each -> !each.note().isEmpty()).count();
    }

    /** How many entries have no equal. */
    public int left() {
        return entries.size() - taken().size();
    }

    /**
     * What was saved.
     *
     * @param rules how many rules are new
     * @param refused entries that say something else than a rule that is there already
     */
    public record Saved(Path file, int rules, List<Left> refused) {}

    /** Saves the rules in those of the worker {@code local}; what a person wrote there stays as it is. */
    public Saved save(DataDirectory directory, String home) {
        PermissionFile file = new PolicyFiles(directory, home, PolicyFiles.Choice.NONE).worker(WorkerId.STANDARD);
        file.seed();
        Map<RuleText, Action> there = new HashMap<>();
        file.policy().rules().forEach(rule -> there.put(rule.text(), rule.action()));
        var additions = new ArrayList<Addition>();
        var refused = new ArrayList<Left>();
        var said = new HashSet<RuleText>();
        // Of two entries about the same the later one counts.
        for (Taken taken : taken().reversed()) {
            for (RuleText rule : taken.rules()) {
                Action before = there.getOrDefault(rule, taken.action());
                if (before != taken.action()) {
                    refused.add(new Left(
                            taken.written(), "your rule `" + rule + "` says " + before.text() + ": change it by hand"));
                    break;
                }
            }
            List<RuleText> missing = taken.rules().stream()
                    .filter(rule -> !there.containsKey(rule) && said.add(rule))
                    .toList();
            additions.addFirst(new Addition(missing, taken.action(), taken.reason()));
        }
        file.addAll(additions);
        return new Saved(file.path(), said.size(), refused.reversed());
    }
}
