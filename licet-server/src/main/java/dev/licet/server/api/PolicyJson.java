package dev.licet.server.api;

import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.lint.LintFinding;
import dev.licet.core.rule.Diagnostic;
import dev.licet.gate.Rules;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.PolicyTests;
import dev.licet.gate.permissions.RuleTable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The JSON forms of rules that are looked at. */
final class PolicyJson {
    private PolicyJson() {}

    static JsonObject source(Rules.Source source) {
        return JsonObject.empty()
                .with("path", source.path())
                .with("text", source.text())
                .with("version", source.version());
    }

    /** {@code {rules, findings: [{line, column, kind, message, witness, help}]}}; what is wrong is of the kind {@code error}. */
    static JsonObject checked(Rules.Checked checked) {
        return JsonObject.empty()
                .with("rules", checked.rules())
                .with(
                        "findings",
                        JsonArray.of(Stream.concat(
                                        checked.problems().stream().map(PolicyJson::problem),
                                        checked.odd().stream().map(PolicyJson::odd))
                                .toList()));
    }

    /** {@code {text, rows: [{tool, pattern, action, reason, limits, line}]}}. */
    static JsonObject table(String text) throws InvalidJson {
        List<JsonObject> rows =
                RuleTable.of(text).rows().stream().map(PolicyJson::row).toList();
        return JsonObject.empty().with("text", text).with("rows", JsonArray.of(rows));
    }

    private static JsonObject row(RuleTable.Row row) {
        return JsonObject.empty()
                .with("tool", row.tool())
                .with("pattern", row.pattern())
                .with("action", row.action())
                .with("reason", row.reason())
                .with(
                        "limits",
                        JsonArray.of(row.limits().stream().map(JsonString::new).toList()))
                .with("line", row.line());
    }

    private static JsonObject problem(Diagnostic problem) {
        return JsonObject.empty()
                .with("line", problem.line())
                .with("column", problem.column())
                .with("kind", "error")
                .with("message", SafeText.oneLine(problem.message()))
                .with("witness", "")
                .with("help", SafeText.oneLine(problem.help()));
    }

    private static JsonObject odd(LintFinding finding) {
        return JsonObject.empty()
                .with("line", finding.rule().origin().line())
                .with("column", 0)
                .with("kind", finding.kind().text())
                .with("message", SafeText.oneLine(finding.what()))
                .with("witness", SafeText.oneLine(finding.witness()))
                .with("help", SafeText.oneLine(finding.help()));
    }

    /** {@code {passed, failed, results: [{name, line, expected, got, passed, because}], untested}}. */
    static JsonObject tested(Rules.Tested tested) {
        List<PolicyTests.Result> results = tested.results();
        int passed = (int) results.stream().filter(PolicyTests.Result::passed).count();
        return JsonObject.empty()
                .with("passed", passed)
                .with("failed", results.size() - passed)
                .with(
                        "results",
                        JsonArray.of(results.stream().map(PolicyJson::result).toList()))
                .with(
                        "untested",
                        JsonArray.of(tested.untested().stream()
                                .map(rule -> new JsonString(Sentences.rule(rule)))
                                .toList()));
    }

    private static JsonObject result(PolicyTests.Result result) {
        String because = result.decision().findings().stream()
                .filter(finding -> finding.action() == result.decision().action())
                .map(finding -> Sentences.what(finding.fact()) + ": " + Sentences.because(finding))
                .distinct()
                .collect(Collectors.joining("; "));
        return JsonObject.empty()
                .with("name", SafeText.oneLine(result.name()))
                .with("line", result.line())
                .with("expected", result.expected().text())
                .with("got", result.decision().action().text())
                .with("passed", result.passed())
                .with("because", because);
    }
}
