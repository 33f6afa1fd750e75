package dev.licet.cli.imports;

import dev.licet.cli.imports.Imported.Left;
import dev.licet.cli.imports.Imported.Taken;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules of one agent, to be taken over. They are kept beside the person's own rules, which count more, and apart from those
 * of other agents: what is taken over again takes the place of what was.
 *
 * @param importer whose they are
 * @param files where they were read
 * @param entries what becomes of each, in the order in which they hold: the last that matches decides
 */
public record Takeover(Importer importer, List<Path> files, List<Imported> entries) {
    private static final String HEAD = """
            // Rules of your agents, as `licet import` took them over: it writes this file anew each time.
            // Your own rules, in permissions.jsonc, count more.
            """;

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

    /** The entries that have no equal and forbid or ask: without them the others allow more than they did. */
    public List<Left> missed() {
        return entries.stream()
                .flatMap(each -> each instanceof Left left && left.restricts() ? Stream.of(left) : Stream.empty())
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
     * @param rules how many rules there are of this agent now
     */
    public record Saved(Path file, int rules) {}

    /**
     * Saves the rules for the worker {@code local}.
     *
     * @throws GateException when they cannot be written; what was there holds then
     */
    public Saved save(DataDirectory directory) {
        List<JsonObject> rules = taken().stream().flatMap(Takeover::forms).toList();
        Path file = directory.takenOver(WorkerId.STANDARD);
        try {
            Files.createDirectories(kept(file));
            DataDirectory.replace(kept(file, importer), JsonText.writePretty(JsonArray.of(rules)) + "\n");
            write(file);
        } catch (IOException e) {
            throw notWritten(file, e);
        }
        return new Saved(file, rules.size());
    }

    /** Forgets what was taken over from {@code importer}; says whether there was anything. */
    public static boolean drop(Importer importer, DataDirectory directory) {
        Path file = directory.takenOver(WorkerId.STANDARD);
        try {
            boolean there = Files.deleteIfExists(kept(file, importer));
            if (there) {
                write(file);
            }
            return there;
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    private static GateException notWritten(Path file, IOException e) {
        return new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
    }

    private static Path kept(Path file) {
        return file.resolveSibling("taken-over");
    }

    private static Path kept(Path file, Importer importer) {
        return kept(file).resolve(importer.text() + ".json");
    }

    private static Stream<JsonObject> forms(Taken taken) {
        return taken.rules().stream()
                .map(rule -> JsonObject.empty()
                        .with("permission", rule.tool())
                        .with("pattern", rule.pattern())
                        .with("action", taken.action().text()))
                .map(rule -> taken.reason().isBlank() ? rule : rule.with("reason", taken.reason()));
    }

    /**
     * Writes the rules of all agents: each in their order, then once more what one of them asks in the end, and what one of them
     * denies in the end, so that nothing of that is allowed by what another one allows.
     */
    private static void write(Path file) throws IOException {
        var all = new ArrayList<JsonObject>();
        var asks = new ArrayList<JsonObject>();
        var denies = new ArrayList<JsonObject>();
        for (Importer importer : Importer.values()) {
            Path kept = kept(file, importer);
            List<JsonObject> rules = Files.exists(kept) ? rules(kept) : List.of();
            all.addAll(rules);
            asks.addAll(inTheEnd(rules, Action.ASK));
            denies.addAll(inTheEnd(rules, Action.DENY));
        }
        all.addAll(asks);
        all.addAll(denies);
        if (all.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        var text = new StringBuilder(HEAD).append("[");
        for (int i = 0; i < all.size(); i++) {
            text.append(i == 0 ? "\n  " : ",\n  ").append(JsonText.write(all.get(i)));
        }
        DataDirectory.replace(file, text.append("\n]\n").toString());
    }

    private static List<JsonObject> rules(Path kept) throws IOException {
        try {
            var rules = new ArrayList<JsonObject>();
            if (JsonText.parse(Files.readString(kept)) instanceof JsonArray array) {
                array.elements().forEach(each -> {
                    if (each instanceof JsonObject rule) {
                        rules.add(rule);
                    }
                });
            }
            return rules;
        } catch (InvalidJson e) {
            throw new IOException("`" + kept + "` is broken: " + e.getMessage() + "; remove it, and import again", e);
        }
    }

    /** Those of {@code rules} that say {@code action} with nothing laxer behind them. */
    private static List<JsonObject> inTheEnd(List<JsonObject> rules, Action action) {
        var found = new ArrayList<JsonObject>();
        for (JsonObject rule : rules.reversed()) {
            Action said = rule.text("action").flatMap(Action::of).orElse(Action.DENY);
            if (action.isStricterThan(said)) {
                return found.reversed();
            }
            if (said == action) {
                found.add(rule);
            }
        }
        return found.reversed();
    }
}
