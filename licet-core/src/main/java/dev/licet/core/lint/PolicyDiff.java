package dev.licet.core.lint;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds calls that two policies decide differently: calls that are given, and for each rule some that prove what it does. Pure. */
public final class PolicyDiff {
    /** So many pairs of rules are looked at for a call that both speak of: each costs an automaton. */
    private static final int MAX_PAIRS = 20_000;

    private static final ToolTable TOOLS = ToolTable.standard();

    private PolicyDiff() {}

    /** A call with what each policy says of it. */
    public record Change(ToolCall call, Decision before, Decision after) {}

    /** The calls among {@code calls} that {@code before} and {@code after} decide differently, in their order. */
    public static List<Change> of(Collection<ToolCall> calls, Policy before, Policy after, JudgeContext context) {
        var judge = Judge.standard();
        var changes = new ArrayList<Change>();
        for (ToolCall call : calls) {
            Decision old = judge.decide(call, before, context);
            Decision now = judge.decide(call, after, context);
            if (old.action() != now.action()) {
                changes.add(new Change(call, old, now));
            }
        }
        return changes;
    }

    /**
     * Calls in {@code directory} that the rules of the two policies speak of: one for each rule, and one for each pair of a
     * rule that only one of them has with a rule that may decide in its place.
     */
    public static List<ToolCall> witnesses(Policy before, Policy after, String directory) {
        Map<String, Rule> old = byText(before);
        Map<String, Rule> now = byText(after);
        var changed = new ArrayList<Rule>();
        // The order decides, too: where it is another one, every rule may decide otherwise.
        List<String> kept = old.keySet().stream().filter(now::containsKey).toList();
        boolean moved =
                !kept.equals(now.keySet().stream().filter(old::containsKey).toList());
        old.forEach((text, rule) -> addIf(changed, rule, moved || !now.containsKey(text)));
        now.forEach((text, rule) -> addIf(changed, rule, !old.containsKey(text)));
        Set<Rule> all = new LinkedHashSet<>(old.values());
        all.addAll(now.values());
        var calls = new LinkedHashMap<String, ToolCall>();
        all.forEach(rule -> add(calls, rule.tool(), rule.value().example(), directory));
        int pairs = 0;
        for (Rule rule : changed) {
            for (Rule other : all) {
                if (rule.equals(other) || !isAboutSameTool(rule, other) || ++pairs > MAX_PAIRS) {
                    continue;
                }
                rule.value().common(other.value()).ifPresent(value -> add(calls, rule.tool(), value, directory));
                rule.value().outside(other.value()).ifPresent(value -> add(calls, rule.tool(), value, directory));
            }
        }
        return List.copyOf(calls.values());
    }

    private static boolean isAboutSameTool(Rule rule, Rule other) {
        String tool = rule.tool().pattern();
        ToolKind kind = TOOLS.kind(tool);
        boolean sameKind = kind == TOOLS.kind(other.tool().pattern()) && kind.hasAliases();
        return sameKind
                || other.tool().matches(tool)
                || rule.tool().matches(other.tool().pattern());
    }

    private static Map<String, Rule> byText(Policy policy) {
        var rules = new LinkedHashMap<String, Rule>();
        policy.rules()
                .forEach(rule -> rules.put(
                        rule.tool().pattern() + "\0" + rule.value().pattern() + "\0" + rule.action() + "\0"
                                + terms(rule),
                        rule));
        return rules;
    }

    private static String terms(Rule rule) {
        return rule.options().until()
                + rule.options().conditions().stream()
                        .map(condition ->
                                condition.pointer() + "=" + condition.pattern().pattern())
                        .toList()
                        .toString();
    }

    private static void addIf(List<Rule> rules, Rule rule, boolean wanted) {
        if (wanted) {
            rules.add(rule);
        }
    }

    private static void add(Map<String, ToolCall> calls, Glob tools, String value, String directory) {
        String tool = tools.isLiteral() ? tools.pattern() : tools.example();
        String text = value.isBlank() ? "x" : value;
        JsonObject arguments = arguments(TOOLS.kind(tool), text);
        try {
            var call = new ToolCall(
                    new CallId("witness"),
                    tool,
                    arguments,
                    new SessionId("witness"),
                    WorkerId.STANDARD,
                    directory,
                    Map.of());
            calls.putIfAbsent(tool + "\0" + text, call);
        } catch (IllegalArgumentException e) {
            // A pattern whose example is no text of a call: no call can be shown for it.
            return;
        }
    }

    private static JsonObject arguments(ToolKind kind, String value) {
        JsonObject none = JsonObject.empty();
        return switch (kind) {
            case SHELL -> none.with("command", value);
            case READ, WRITE, EDIT, GREP -> none.with("path", value);
            case GLOB -> none.with("pattern", value);
            case SKILL -> none.with("name", value);
            case FETCH -> none.with("url", value);
            case TASK -> none.with("agent", value);
            case INPUT -> none.with("chars", value);
            case PLAN, MCP, OTHER -> none;
        };
    }
}
