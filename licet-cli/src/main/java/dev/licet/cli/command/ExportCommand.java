package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.imports.Exporter;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet export}: the rules of the gate in an agent's own form. */
@Command(
        name = "export",
        description = {
            "Write your rules in the form of an agent, for one that is to keep them without the gate.",
            "The rules go to the output, what has no equal there is told beside it. Nothing is installed."
        },
        footer = {
            "",
            "Examples:",
            "  licet export codex > ~/.codex/rules/licet.rules",
            "  licet export claude --policy permissions.jsonc"
        })
final class ExportCommand extends JsonCommand {
    /** The agents, for completion. */
    static final class AgentNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        AgentNames() {
            super(Stream.of(Exporter.values()).map(Exporter::text).toList());
        }
    }

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(
            index = "0",
            paramLabel = "AGENT",
            completionCandidates = AgentNames.class,
            description = "Whose form: ${COMPLETION-CANDIDATES}.")
    private String agent = "";

    @Option(names = "--policy", paramLabel = "FILE", description = "The rules (default: those of the worker `local`).")
    private Optional<Path> policy = Optional.empty();

    ExportCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        Exporter exporter = Exporter.of(agent)
                .orElseThrow(() -> new GateException(
                        "rules cannot be written for `" + agent + "`: use " + String.join(", ", new AgentNames())));
        Policy rules = policy.map(Policies::read).orElseGet(() -> Policies.ofWorker(common));
        if (!rules.problems().isEmpty()) {
            throw new GateException(rules.problems().getFirst().toString());
        }
        Exporter.Exported exported = exporter.export(rules.rules());
        if (json) {
            print(JsonObject.empty()
                    .with("file", exporter.file())
                    .with("text", exported.text())
                    .with(
                            "left",
                            JsonArray.of(exported.left().stream()
                                    .map(JsonString::new)
                                    .toList())));
            return exported.restricts() ? ExitCode.FAILURE : ExitCode.OK;
        }
        streams.out().print(exported.text());
        streams.out().flush();
        streams.err().println("for " + exporter.file());
        exported.left().forEach(line -> streams.err().println("left: " + SafeText.oneLine(line)));
        if (!exported.restricts()) {
            return ExitCode.OK;
        }
        streams.err()
                .println("what is left and forbids or asks may be allowed there by another entry: look through them");
        return ExitCode.FAILURE;
    }
}
