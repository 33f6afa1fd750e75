package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.imports.Imported;
import dev.licet.cli.imports.Importer;
import dev.licet.cli.imports.Importer.InvalidRules;
import dev.licet.cli.imports.Takeover;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet import}: rules that were written for an agent, as rules of the gate. */
@Command(
        name = "import",
        description = {
            "Take over the rules that were written for an agent: permissions of Claude Code, rules of Codex, policies of"
                    + " Gemini CLI, lists of Cursor, approvals of Copilot CLI and Visual Studio Code, permission of"
                    + " OpenCode.",
            "Shows what each entry becomes, where that means something else, and which have no equal. What a project"
                    + " allows is allowed in its folder alone; protections stay, and the rules you have count more. Without"
                    + " --apply nothing is written."
        },
        footer = {
            "",
            "Examples:",
            "  licet import",
            "  licet import codex",
            "  licet import claude --apply .claude/settings.json"
        })
final class ImportCommand extends JsonCommand {
    private static final int LONGEST = 100;

    /** The agents, for completion. */
    static final class AgentNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        AgentNames() {
            super(Stream.of(Importer.values()).map(Importer::text).toList());
        }
    }

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "AGENT",
            completionCandidates = AgentNames.class,
            description = "Whose rules: ${COMPLETION-CANDIDATES} (default: of all that have some here).")
    private Optional<String> agent = Optional.empty();

    @Parameters(
            index = "1..*",
            paramLabel = "FILES",
            description = "Files of that agent (default: your own, and those of the project in this directory).")
    private List<Path> files = List.of();

    @Option(names = "--apply", description = "Save the rules, beside those of the worker `local`.")
    private boolean apply;

    @Option(
            names = "--partly",
            description =
                    "With --apply: also where entries that forbid or ask have no equal, so that others allow more.")
    private boolean partly;

    @Option(names = "--drop", description = "Forget what was taken over from AGENT, or from all.")
    private boolean drop;

    ImportCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        if (drop) {
            return forget();
        }
        List<Takeover> takeovers = takeovers();
        if (json) {
            print(JsonObject.empty()
                    .with(
                            "entries",
                            JsonArray.of(takeovers.stream()
                                    .flatMap(takeover -> takeover.entries().stream())
                                    .map(ImportCommand::form)
                                    .toList())));
        } else {
            takeovers.forEach(this::show);
        }
        if (apply) {
            boolean whole = true;
            for (Takeover takeover : takeovers) {
                whole = isSaved(takeover) && whole;
            }
            return whole ? ExitCode.OK : ExitCode.FAILURE;
        }
        if (!json && takeovers.stream().anyMatch(takeover -> !takeover.taken().isEmpty())) {
            streams.out().println("nothing is written yet: --apply saves these rules");
        }
        return ExitCode.OK;
    }

    private int forget() {
        List<Importer> importers = agent.map(name -> List.of(importer(name))).orElse(List.of(Importer.values()));
        for (Importer importer : importers) {
            boolean there = Takeover.drop(importer, common.dataDirectory());
            if (there || agent.isPresent()) {
                streams.out()
                        .println(importer.text() + (there ? ": its rules are forgotten" : ": nothing was taken over"));
            }
        }
        return ExitCode.OK;
    }

    private List<Takeover> takeovers() {
        Importer.Place place =
                new Importer.Place(Path.of(Policies.home()), Path.of("").toAbsolutePath(), System.getenv());
        List<Importer> importers = agent.map(name -> List.of(importer(name))).orElse(List.of(Importer.values()));
        var takeovers = new ArrayList<Takeover>();
        for (Importer importer : importers) {
            List<Path> from = files.isEmpty() ? importer.files(place) : files;
            if (!from.isEmpty()) {
                takeovers.add(read(importer, from, place));
            }
        }
        if (takeovers.isEmpty()) {
            throw new GateException("neither `" + place.home() + "` nor this directory has "
                    + agent.map(name -> importer(name).what()).orElse("rules of an agent") + ": name the file");
        }
        return takeovers;
    }

    private static Importer importer(String name) {
        return Importer.of(name)
                .orElseThrow(() -> new GateException("the rules of `" + name + "` cannot be taken over: use "
                        + String.join(", ", new AgentNames())));
    }

    private static Takeover read(Importer importer, List<Path> from, Importer.Place place) {
        try {
            return new Takeover(importer, from, importer.read(from, place));
        } catch (InvalidRules e) {
            throw new GateException(String.valueOf(e.getMessage()), e);
        }
    }

    private boolean isSaved(Takeover takeover) {
        List<Imported.Left> missed = takeover.missed();
        if (!missed.isEmpty() && !partly) {
            streams.err()
                    .println("the rules of " + takeover.importer().text() + " were not saved: without `"
                            + shown(missed.getFirst().written()) + "`"
                            + (missed.size() > 1 ? " and " + (missed.size() - 1) + " more" : "")
                            + ", which forbid or ask, others would allow more than they did; --partly saves them all the"
                            + " same");
            return false;
        }
        Takeover.Saved saved = takeover.save(common.dataDirectory());
        if (!json) {
            streams.out()
                    .println("saved " + saved.rules() + (saved.rules() == 1 ? " rule" : " rules") + " of "
                            + takeover.importer().text() + " in " + saved.file() + "; your own rules count more");
        }
        return true;
    }

    private void show(Takeover takeover) {
        takeover.files().forEach(file -> streams.out().println(shown(file.toString())));
        for (Imported each : takeover.entries()) {
            streams.out().println(shown(each.written()));
            switch (each) {
                case Imported.Taken taken -> {
                    String rules = taken.rules().stream()
                            .map(rule -> SafeText.oneLine(rule.toString()))
                            .collect(Collectors.joining(" and "));
                    streams.out()
                            .println(String.format(
                                    Locale.ROOT, "  %-5s %s", taken.action().text(), rules));
                    if (!taken.note().isEmpty()) {
                        streams.out().println("        " + SafeText.oneLine(taken.note()));
                    }
                }
                case Imported.Left left -> streams.out().println("  left  " + SafeText.oneLine(left.why()));
            }
        }
        if (takeover.entries().isEmpty()) {
            streams.out().println("there are no rules in it");
        }
        streams.out().println("note: " + takeover.importer().otherwise());
        streams.out().println();
    }

    private static String shown(String text) {
        return SafeText.cut(SafeText.oneLine(text), LONGEST);
    }

    private static JsonObject form(Imported each) {
        JsonObject form = JsonObject.empty().with("written", each.written());
        return switch (each) {
            case Imported.Taken taken ->
                form.with("action", taken.action().text())
                        .with(
                                "rules",
                                JsonArray.of(taken.rules().stream()
                                        .map(rule -> JsonObject.empty()
                                                .with("tool", rule.tool())
                                                .with("pattern", rule.pattern()))
                                        .toList()))
                        .with("reason", new JsonString(taken.reason()))
                        .with("note", taken.note());
            case Imported.Left left -> form.with("left", left.why());
        };
    }
}
