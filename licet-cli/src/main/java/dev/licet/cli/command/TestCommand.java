package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PolicyTests;
import dev.licet.gate.permissions.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet test}: runs policy tests. */
@Command(
        name = "test",
        description = {
            "Run policy tests: calls with the decision that they should get.",
            "Exit status: 0 when every test passes, 1 when one fails."
        },
        footer = {
            "",
            "A file of tests, in YAML or JSON with comments:",
            "  policy: permissions.jsonc      # beside this file; preset, mode, cwd and home are optional",
            "  tests:",
            "    - allow: git status && npm test",
            "    - deny: {tool: read_file, args: {path: .env}}",
            "      name: secrets stay secret"
        })
final class TestCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files of tests.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "Print JSON, one object a file.")
    private boolean json;

    private final Streams streams;

    TestCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        boolean passed = true;
        for (Path file : files) {
            passed &= run(file);
        }
        return passed ? ExitCode.OK : ExitCode.FAILURE;
    }

    private boolean run(Path file) {
        PolicyTests tests;
        Policy policy;
        try {
            tests = PolicyTests.parse(Files.readString(file), String.valueOf(file.getFileName()));
            Path rules = file.toAbsolutePath().resolveSibling(tests.policyFile());
            policy = RuleFile.parse(
                    Files.readString(rules), String.valueOf(rules.getFileName()), tests.home(), tests.directory());
        } catch (InvalidJson e) {
            throw new GateException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new GateException("cannot read `" + e.getMessage() + "`", e);
        }
        List<PolicyTests.Result> results = tests.run(policy);
        List<Rule> unused = PolicyTests.unused(policy, results);
        long failed = results.stream().filter(result -> !result.passed()).count();
        if (json) {
            streams.out().println(JsonText.write(document(file, results, unused)));
        } else {
            results.stream().filter(result -> !result.passed()).forEach(result -> print(file, result));
            int rules = policy.rules().size();
            streams.out()
                    .println(file + ": " + (results.size() - failed) + " passed, " + failed + " failed; "
                            + (rules - unused.size()) + " of " + rules + " rules decided something");
            unused.forEach(rule -> streams.out().println("  not tested: " + Sentences.rule(rule)));
            policy.problems().forEach(problem -> streams.err().println("licet: " + problem));
        }
        return failed == 0;
    }

    private void print(Path file, PolicyTests.Result result) {
        streams.out()
                .println(file + ":" + result.line() + ": expected "
                        + result.expected().text() + ", got "
                        + result.decision().action().text() + ": " + SafeText.oneLine(result.name()));
        result.decision().findings().stream()
                .filter(finding -> finding.action() == result.decision().action())
                .forEach(finding -> streams.out()
                        .println("  " + Sentences.what(finding.fact()) + ": " + Sentences.because(finding)));
    }

    private static JsonObject document(Path file, List<PolicyTests.Result> results, List<Rule> unused) {
        return JsonObject.empty()
                .with("file", file.toString())
                .with(
                        "tests",
                        JsonArray.of(results.stream()
                                .map(result -> JsonObject.empty()
                                        .with("name", result.name())
                                        .with("line", result.line())
                                        .with("expected", result.expected().text())
                                        .with("got", result.decision().action().text())
                                        .with("passed", result.passed()))
                                .toList()))
                .with(
                        "untested",
                        JsonArray.of(unused.stream()
                                .map(rule -> new JsonString(Sentences.rule(rule)))
                                .toList()));
    }
}
