package dev.licet.core.preset;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a call works on, and all rules that speak of it, as a model is told of them. */
final class RelevantRules {
    private static final ToolTable TOOLS = ToolTable.standard();

    private final ToolCall call;
    private final Decision decision;
    private final Policy policy;
    private final List<String> values;

    RelevantRules(ToolCall call, Decision decision, Policy policy) {
        this.call = call;
        this.decision = decision;
        this.policy = policy;
        this.values = values(call, decision);
    }

    /** The commands of a line in their order, the path or pattern of a tool that works on files; empty for any other tool. */
    List<String> values() {
        return values;
    }

    private static List<String> values(ToolCall call, Decision decision) {
        return switch (TOOLS.kind(call.tool())) {
            case SHELL ->
                call.arguments().text("command").stream()
                        .flatMap(line -> commands(line, decision))
                        .toList();
            case GLOB -> call.arguments().text("pattern").stream().toList();
            case READ, WRITE, EDIT, GREP, SKILL ->
                call.arguments().members().keySet().stream()
                        .filter(name -> TOOLS.isSubject(call.tool(), name))
                        .flatMap(name -> call.arguments().text(name).stream())
                        .toList();
            case MCP -> call.tool().startsWith("mcp:") ? List.of(call.tool()) : List.of();
            case FETCH, TASK, PLAN, INPUT, OTHER -> List.of();
        };
    }

    private static Stream<String> commands(String line, Decision decision) {
        List<String> commands = decision.findings().stream()
                .map(Finding::fact)
                .filter(fact -> fact instanceof Fact.Runs runs && !isTest(runs))
                .map(Fact::span)
                .filter(span -> span.end() <= line.length())
                .sorted(Comparator.comparingInt(Span::start))
                .map(span -> line.substring(span.start(), span.end()))
                .distinct()
                .toList();
        return commands.isEmpty() ? Stream.of(line) : commands.stream();
    }

    /** {@code [ -d x ]} and {@code [[ … ]]} are part of the line, as grammars have it, and no commands. */
    private static boolean isTest(Fact.Runs runs) {
        return runs.argv().getFirst().start().startsWith("[");
    }

    /** The rules in their order, those of the agent's type first; they alone where they deny the call. */
    List<Rule> rules() {
        List<Rule> agents = matching(true);
        boolean byAgent = !agents.isEmpty() && agents.getLast().action() == Action.DENY;
        List<Rule> others = byAgent ? List.of() : matching(false);
        var byText = new LinkedHashMap<String, Rule>();
        Stream.concat(agents.stream(), others.stream()).forEach(rule -> byText.putIfAbsent(text(rule), rule));
        if (byText.values().stream().noneMatch(rule -> rule.action() == Action.DENY)) {
            decision.findings().stream()
                    .filter(finding -> finding.action() == Action.DENY)
                    .flatMap(finding -> finding.cause().decidedBy().stream())
                    .forEach(rule -> byText.putIfAbsent(text(rule), rule));
        }
        return new ArrayList<>(byText.values());
    }

    private List<Rule> matching(boolean ofAgents) {
        return policy.layers().stream()
                .filter(layer -> isOfAgents(layer) == ofAgents)
                .flatMap(layer -> layer.rules().stream())
                .filter(this::speaks)
                .toList();
    }

    private static boolean isOfAgents(Layer layer) {
        return layer.owner() == Owner.AGENT;
    }

    private boolean speaks(Rule rule) {
        boolean ofTool = rule.tool().matches(call.tool()) || rule.tool().matches(TOOLS.ruleName(call.tool()));
        return ofTool
                && (values.isEmpty() ? rule.isToolLevel() : values.stream().anyMatch(rule.value()::matches));
    }

    /** The rules as a list in JSON. */
    static String text(List<Rule> rules) {
        return rules.stream().map(RelevantRules::text).collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(Rule rule) {
        return "{\"permission\":" + quoted(rule.tool().pattern()) + ",\"pattern\":"
                + quoted(rule.value().pattern()) + ",\"action\":"
                + quoted(rule.action().text()) + "}";
    }

    private static String quoted(String text) {
        return CanonicalJson.of(new JsonString(text));
    }
}
