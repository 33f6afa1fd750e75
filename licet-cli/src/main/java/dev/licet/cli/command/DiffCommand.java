package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.lint.PolicyDiff;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet diff}: says which calls two files of rules decide differently. */
@Command(
        name = "diff",
        description = {
            "Say which calls change their decision from one file of rules to another:",
            "calls that were asked before, and for each rule calls that prove what it does.",
            "Exit status: 0 no difference, 1 some."
        })
final class DiffCommand extends JsonCommand {
    private static final int RECORDED = 5_000;

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final PresetOptions decisive = new PresetOptions();

    @Parameters(index = "0", paramLabel = "OLD", description = "The rules before.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW", description = "The rules after.")
    private Path after = Path.of("");

    @Option(names = "--cwd", paramLabel = "DIR", description = "The workspace (default: this one).")
    private Path cwd = Path.of("");

    DiffCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        String directory = cwd.toAbsolutePath().normalize().toString();
        Policy old = policy(before, directory);
        Policy now = policy(after, directory);
        var surroundings = new JudgeContext(
                directory,
                Policies.home(),
                common.dataDirectoryPath().toAbsolutePath().toString(),
                FileView.NONE);
        List<PolicyDiff.Change> recorded = PolicyDiff.of(recorded(), old, now, surroundings);
        List<PolicyDiff.Change> proved =
                PolicyDiff.of(PolicyDiff.witnesses(old, now, directory), old, now, surroundings);
        if (json) {
            streams.out()
                    .println(JsonText.write(JsonObject.empty()
                            .with("recorded", changes(recorded))
                            .with("witnesses", changes(proved))));
        } else {
            print("calls that were asked before", recorded);
            print("calls that prove it", proved);
            if (recorded.isEmpty() && proved.isEmpty()) {
                streams.out().println("No call was found that they decide differently.");
            }
        }
        return recorded.isEmpty() && proved.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private Policy policy(Path file, String directory) {
        PolicyFiles.Choice choice = decisive.choice();
        Preset preset = choice.preset().orElseGet(Preset::standard);
        Policy rules = Policies.read(file, directory);
        rules.problems().forEach(problem -> streams.err().println("licet: " + problem));
        rules.fault().ifPresent(fault -> streams.err().println("licet: " + fault));
        return preset.around(rules, choice.mode().orElse(preset.mode()));
    }

    private List<ToolCall> recorded() {
        Path database = new DataDirectory(common.dataDirectoryPath()).database();
        if (!Files.exists(database)) {
            return List.of();
        }
        try (Store store = Store.sqlite(database)) {
            return store.read(queries -> queries.newest(RECORDED)).stream()
                    .map(Approval::call)
                    .distinct()
                    .toList();
        }
    }

    private void print(String title, List<PolicyDiff.Change> changes) {
        if (changes.isEmpty()) {
            return;
        }
        streams.out().println(title + ":");
        for (PolicyDiff.Change change : changes) {
            streams.out()
                    .println("  " + change.before().action().text() + " → "
                            + change.after().action().text() + "  "
                            + SafeText.oneLine(change.call().tool()) + " " + subject(change.call()));
            change.after().findings().stream()
                    .filter(finding -> finding.action() == change.after().action())
                    .findFirst()
                    .ifPresent(finding -> streams.out().println("      " + Sentences.because(finding)));
        }
    }

    private static String subject(ToolCall call) {
        return SafeText.oneLine(call.arguments()
                .text("command")
                .or(() -> call.arguments().text("path"))
                .orElseGet(() -> JsonText.write(call.arguments())));
    }

    private static JsonArray changes(List<PolicyDiff.Change> changes) {
        return JsonArray.of(changes.stream()
                .map(change -> JsonObject.empty()
                        .with("tool", change.call().tool())
                        .with("arguments", change.call().arguments())
                        .with("before", change.before().action().text())
                        .with("after", change.after().action().text())
                        .with("because", because(change.after())))
                .toList());
    }

    private static String because(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() == decision.action())
                .findFirst()
                .map(Sentences::because)
                .orElse("");
    }
}
