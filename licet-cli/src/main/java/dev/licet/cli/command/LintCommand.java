package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.lint.Lint;
import dev.licet.core.lint.LintFinding;
import dev.licet.core.rule.Policy;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code licet lint}: finds rules that do not do what they seem to do. */
@Command(
        name = "lint",
        description = {
            "Find rules that can never decide, undo others, match more than they seem to, or name no known tool.",
            "What it says of patterns is exact, and a value proves it.",
            "Exit status: 0 nothing found, 1 something found."
        })
final class LintCommand extends JsonCommand {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "A permissions.jsonc, licet.yaml or host.yaml (default: that of the worker `local`).")
    private Path file = Path.of("");

    LintCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        Policy policy = file.toString().isEmpty() ? Policies.ofWorker(common) : Policies.read(file);
        List<LintFinding> findings = Lint.of(policy);
        if (json) {
            print(document(policy, findings));
        } else {
            policy.fault().ifPresent(fault -> streams.out().println(fault));
            policy.problems().forEach(streams.out()::println);
            findings.forEach(finding -> streams.out().println(finding.text()));
            int all =
                    findings.size() + policy.problems().size() + (policy.fault().isPresent() ? 1 : 0);
            int rules = policy.rules().size();
            streams.out()
                    .println(rules
                            + (rules == 1 ? " rule, " : " rules, ")
                            + (all == 0 ? "nothing to say" : all + " to look at"));
        }
        boolean clean = findings.isEmpty()
                && policy.problems().isEmpty()
                && policy.fault().isEmpty();
        return clean ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static JsonObject document(Policy policy, List<LintFinding> findings) {
        return JsonObject.empty()
                .with("rules", policy.rules().size())
                .with(
                        "problems",
                        JsonArray.of(policy.problems().stream()
                                .map(problem -> new JsonString(problem.toString()))
                                .toList()))
                .with(
                        "findings",
                        JsonArray.of(findings.stream()
                                .map(finding -> JsonObject.empty()
                                        .with("kind", finding.kind().text())
                                        .with("origin", finding.rule().origin().toString())
                                        .with("tool", finding.rule().tool().pattern())
                                        .with("pattern", finding.rule().value().pattern())
                                        .with("what", finding.what())
                                        .with("witness", finding.witness())
                                        .with("help", finding.help()))
                                .toList()));
    }
}
