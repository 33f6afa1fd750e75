package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.imports.ClaudePermissions;
import dev.licet.cli.imports.Imported;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            "Take over the rules that were written for an agent: `permissions` in the settings of Claude Code.",
            "Shows what each entry becomes, and which have no equal. What a project allows is allowed in its folder"
                    + " alone; protections stay. Without --apply nothing is written."
        },
        footer = {"", "Examples:", "  licet import claude", "  licet import claude --apply .claude/settings.json"})
final class ImportCommand extends JsonCommand {
    private static final int LONGEST = 100;

    /** Whose rules are understood. */
    enum Agent {
        claude
    }

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(index = "0", paramLabel = "AGENT", description = "Whose rules: ${COMPLETION-CANDIDATES}.")
    private Agent agent = Agent.claude;

    @Parameters(
            index = "1..*",
            paramLabel = "FILES",
            description = "Files of settings (default: your own, and those of the project in this directory).")
    private List<Path> files = List.of();

    @Option(names = "--apply", description = "Save the rules, in those of the worker `local`.")
    private boolean apply;

    ImportCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        Path home = Path.of(Policies.home());
        List<Path> from = files.isEmpty() ? usual(home) : files;
        if (from.isEmpty()) {
            throw new GateException("neither `" + home.resolve(".claude")
                    + "` nor this directory has settings of Claude Code;" + " name the file");
        }
        var all = new ArrayList<Imported>();
        from.forEach(file -> all.addAll(read(file.toAbsolutePath().normalize(), home)));
        List<Imported.Taken> taken = all.stream()
                .flatMap(each -> each instanceof Imported.Taken one ? Stream.of(one) : Stream.empty())
                .toList();
        if (json) {
            print(JsonObject.empty()
                    .with(
                            "entries",
                            JsonArray.of(all.stream().map(ImportCommand::form).toList())));
        } else {
            show(all);
        }
        if (apply) {
            save(taken);
        } else if (!json && !taken.isEmpty()) {
            streams.out().println();
            streams.out().println("nothing is written yet: --apply saves these rules");
        }
        return ExitCode.OK;
    }

    private static List<Path> usual(Path home) {
        return Stream.of(home, Path.of("").toAbsolutePath())
                .distinct()
                .flatMap(folder -> Stream.of("settings.json", "settings.local.json")
                        .map(name -> folder.resolve(".claude").resolve(name)))
                .filter(Files::isRegularFile)
                .toList();
    }

    private List<Imported> read(Path file, Path home) {
        try {
            JsonObject settings = JsonText.parseObject(Files.readString(file));
            return switch (agent) {
                case claude -> claude(file, home, settings);
            };
        } catch (InvalidJson e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: it is not there, or not yours to read", e);
        }
    }

    private static List<Imported> claude(Path file, Path home, JsonObject settings) {
        Path folder = file.getParent();
        if (folder == null || folder.equals(home.resolve(".claude"))) {
            return ClaudePermissions.ofPerson(settings);
        }
        Path above = folder.getParent();
        Path project = above != null && String.valueOf(folder.getFileName()).equals(".claude") ? above : folder;
        return ClaudePermissions.ofProject(project.toString(), settings);
    }

    private void save(List<Imported.Taken> taken) {
        PermissionFile file = new PolicyFiles(common.dataDirectory(), Policies.home(), PolicyFiles.Choice.NONE)
                .worker(WorkerId.STANDARD);
        file.seed();
        taken.forEach(each -> file.add(each.rules(), each.action()));
        if (!json) {
            streams.out().println();
            streams.out().println("saved in " + file.path() + "; `licet lint` looks through them");
        }
    }

    private void show(List<Imported> all) {
        for (Imported each : all) {
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
                        streams.out().println("        " + taken.note());
                    }
                }
                case Imported.Left left -> streams.out().println("  left  " + left.why());
            }
        }
        if (all.isEmpty()) {
            streams.out().println("there are no permissions in these settings");
        }
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
                        .with("note", taken.note());
            case Imported.Left left -> form.with("left", left.why());
        };
    }
}
