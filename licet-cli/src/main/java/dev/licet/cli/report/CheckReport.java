package dev.licet.cli.report;

import dev.licet.cli.approval.ExplainTree;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.Hosts;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.Judge;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.lint.NearMiss;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import dev.licet.server.api.ApprovalJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The answer to one call: the decision, one line per fact with the rule behind it, and what "always" would save. */
public record CheckReport(
        ToolCall call, Decision decision, List<RuleText> always, Policy policy, Optional<Bounds> bounds) {
    public CheckReport {
        always = List.copyOf(always);
    }

    /** The report on what is decided, where "always" remembers what {@code preset} remembers. */
    public static CheckReport of(ToolCall call, Policy policy, JudgeContext surroundings, Preset preset) {
        Judge judge = Judge.standard();
        Decision decision = judge.decide(call, policy, surroundings);
        Optional<Bounds> bounds =
                decision instanceof Decision.Contain ? judge.bounds(call, policy, surroundings) : Optional.empty();
        if (decision instanceof Decision.Contain && bounds.isEmpty()) {
            return of(call.in(call.context().uncontained()), policy, surroundings, preset);
        }
        List<RuleText> always = decision instanceof Decision.Ask
                ? Stream.of(preset.grants().getFirst(), GrantKind.EXACT)
                        .map(Proposal.about(
                                new Proposal.Asked(call, decision, policy, surroundings),
                                preset.form(),
                                wider -> judge.decide(call, wider, surroundings))::of)
                        .filter(rules ->
                                judge.decide(call, policy.allowing(rules), surroundings) instanceof Decision.Allow)
                        .findFirst()
                        .orElse(List.of())
                : List.of();
        return new CheckReport(call, decision, always, policy, bounds);
    }

    /** The report as lines of text. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(decision.action().text() + ": " + SafeText.oneLine(call.tool()) + " in "
                + SafeText.oneLine(call.directory()));
        List<Finding> findings = decision.findings();
        int width = findings.stream()
                .mapToInt(finding -> Sentences.what(finding.fact()).length())
                .max()
                .orElse(0);
        int action = Math.max(
                5,
                findings.stream()
                        .mapToInt(finding -> finding.action().text().length())
                        .max()
                        .orElse(0));
        for (Finding finding : findings) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-" + action + "s  %-" + Math.min(Math.max(width, 1), 60) + "s  %s",
                    finding.action().text(),
                    Sentences.what(finding.fact()),
                    Sentences.because(finding)));
        }
        lines.addAll(boundLines());
        if (!always.isEmpty()) {
            lines.add("always would save:");
            always.forEach(rule -> lines.add("  allow  " + SafeText.oneLine(rule.toString())));
        }
        return lines;
    }

    private List<String> boundLines() {
        if (bounds.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        Hosts hosts = bounds.get().hosts();
        lines.add("within bounds: " + (hosts.areAny() ? "no network but for these hosts" : "no network")
                + ", no other processes, no secrets of the environment");
        hosts.layers()
                .forEach(layer -> layer.forEach(said ->
                        lines.add("  %-7s %s".formatted(said.action().text(), SafeText.oneLine(said.pattern())))));
        bounds.get().writable().forEach(folder -> lines.add("  writes  " + SafeText.oneLine(folder)));
        bounds.get().masked().forEach(path -> lines.add("  hides   " + SafeText.oneLine(path)));
        return lines;
    }

    /** The report as a tree over the text that the call runs or names. */
    public List<String> tree() {
        var lines = new ArrayList<String>();
        lines.add(decision.action().text() + ": " + SafeText.oneLine(call.tool()) + " in "
                + SafeText.oneLine(call.directory()));
        String text = call.arguments()
                .text("command")
                .or(() -> call.arguments().text("path"))
                .orElse("");
        lines.addAll(ExplainTree.lines(
                text,
                decision.findings().stream()
                        .map(finding -> ExplainTree.Entry.of(finding, NearMiss.of(finding, call, policy)))
                        .toList()));
        lines.addAll(boundLines());
        if (!always.isEmpty()) {
            lines.add("these rules would be enough:");
            always.forEach(rule -> lines.add("  allow  " + SafeText.oneLine(rule.toString())));
        }
        return lines;
    }

    /** The report as JSON. */
    public JsonObject json() {
        JsonObject form = JsonObject.empty()
                .with("decision", decision.action().text())
                .with("tool", call.tool())
                .with("digest", call.digest().hex())
                .with("findings", ApprovalJson.findings(decision))
                .with(
                        "always",
                        JsonArray.of(always.stream()
                                .map(rule -> JsonObject.empty()
                                        .with("tool", rule.tool())
                                        .with("pattern", rule.pattern()))
                                .toList()));
        return bounds.isEmpty() ? form : form.with("bounds", bounds.get().form());
    }
}
