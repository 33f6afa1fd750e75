package dev.licet.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import dev.licet.core.rule.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Laws that hold for all policies, on generated ones; see also the laws over hand-written rows in DecisionsTest. */
class PolicyLawsTest {
    private static final int ROUNDS = 20_000;
    private static final Rule.Origin HERE = new Rule.Origin("here", 1);
    private static final Judge JUDGE = Judge.standard();
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/w/project", "/home/u", "/home/u/.licet", FileView.NONE);

    private static final List<String> TOOLS = List.of("read_file", "write_file", "shell_exec", "mcp__a__b");
    private static final List<String> NAMES = List.of("a", "ab", "src", "x.c", "a b", "lib");
    private static final List<String> WORDS = List.of("get", "pods", "a", "ab", "nodes");

    private final Random random = new Random(20_261_122);

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private ToolCall call() {
        String tool = one(TOOLS);
        JsonObject arguments = switch (tool) {
            case "read_file", "write_file" -> JsonObject.empty().with("path", path());
            case "shell_exec" -> JsonObject.empty().with("command", "kubectl " + words());
            default -> JsonObject.empty().with("x", 1);
        };
        return call(tool, arguments);
    }

    private static ToolCall call(String tool, JsonObject arguments) {
        return new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), "/w/project", Map.of());
    }

    private String path() {
        var path = new StringBuilder(one(NAMES));
        while (random.nextInt(3) > 0) {
            path.append('/').append(one(NAMES));
        }
        return path.toString();
    }

    private String words() {
        var words = new StringBuilder("get");
        while (random.nextInt(3) > 0) {
            words.append(' ').append(one(WORDS));
        }
        return words.toString();
    }

    private Rule rule(Action action) {
        String tool = random.nextInt(8) == 0 ? "*" : one(TOOLS);
        if (random.nextInt(5) == 0 || tool.startsWith("mcp") || tool.equals("*")) {
            return Rule.of(tool, "*", action, HERE);
        }
        String value = tool.equals("shell_exec") ? "kubectl " + words() : path();
        return Rule.of(tool, starred(value, tool.equals("shell_exec") ? 8 : 0), action, HERE);
    }

    /** {@code text} with some stretches behind {@code from} replaced by stars. */
    private String starred(String text, int from) {
        String starred = text;
        for (int i = random.nextInt(3); i > 0 && starred.length() > from + 1; i--) {
            int start = from + random.nextInt(starred.length() - from);
            int end = start + random.nextInt(starred.length() - start + 1);
            starred = starred.substring(0, start) + "*" + starred.substring(end);
        }
        return starred.replaceAll("\\*+", "*");
    }

    private List<Rule> rules(int most) {
        var rules = new ArrayList<Rule>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            rules.add(rule(one(List.of(Action.values()))));
        }
        return rules;
    }

    private Policy policy() {
        Policy policy = Policy.of(rules(24)).withSettings(Settings.PLAIN.withMode(one(List.of(Mode.values()))));
        if (random.nextInt(3) == 0) {
            policy = policy.with(Layer.of(Owner.SESSION, rules(3)));
        }
        if (random.nextInt(3) == 0) {
            policy = policy.with(Layer.of(Owner.PROJECT, rules(3)));
        }
        if (random.nextInt(4) == 0) {
            policy = policy.withVeto(Layer.vetoing(Owner.ORGANISATION, rules(4)));
        }
        return random.nextInt(8) == 0
                ? policy.withSettings(policy.settings().withCeiling(one(List.of(Tier.values()))))
                : policy;
    }

    private static Action decide(ToolCall call, Policy policy) {
        return JUDGE.decide(call, policy, SURROUNDINGS).action();
    }

    private static Policy withRules(Policy policy, List<Rule> rules) {
        var layers = new ArrayList<>(policy.layers());
        int worker = layers.indexOf(layers.stream()
                .filter(layer -> layer.owner() == Owner.WORKER)
                .findFirst()
                .orElseThrow());
        layers.set(worker, Layer.of(Owner.WORKER, rules));
        return new Policy(policy.vetoes(), layers, policy.settings(), List.of(), policy.fault());
    }

    private static List<Rule> workerRules(Policy policy) {
        return policy.layers().stream()
                .filter(layer -> layer.owner() == Owner.WORKER)
                .findFirst()
                .orElseThrow()
                .rules();
    }

    private static String told(ToolCall call, Policy policy) {
        var told = new StringBuilder(call.tool() + call.arguments() + " " + policy.settings());
        policy.vetoes().forEach(layer -> told.append("\nveto ").append(texts(layer)));
        policy.layers().forEach(layer -> told.append('\n').append(layer.owner()).append(texts(layer)));
        return told.toString();
    }

    private static List<String> texts(Layer layer) {
        return layer.rules().stream()
                .map(rule -> rule.tool().pattern() + ":" + rule.value().pattern() + "=" + rule.action())
                .toList();
    }

    @Test
    void everyDecision_isThatOfThePlainReference() {
        for (int round = 0; round < ROUNDS; round++) {
            ToolCall call = call();
            Policy policy = policy();
            assertEquals(new ReferencePolicy(policy, call).decide(), decide(call, policy), () -> told(call, policy));
        }
    }

    @Test
    void addingADeny_neverGrants() {
        for (int round = 0; round < ROUNDS; round++) {
            ToolCall call = call();
            Policy policy = policy();
            var more = new ArrayList<>(workerRules(policy));
            more.add(random.nextInt(more.size() + 1), rule(Action.DENY));
            if (decide(call, policy) != Action.ALLOW) {
                assertNotEquals(Action.ALLOW, decide(call, withRules(policy, more)), () -> told(call, policy));
            }
        }
    }

    @Test
    void removingAnAllow_neverGrants() {
        for (int round = 0; round < ROUNDS; round++) {
            ToolCall call = call();
            Policy policy = policy();
            var fewer = new ArrayList<>(workerRules(policy));
            fewer.removeIf(rule -> rule.action() == Action.ALLOW && random.nextBoolean());
            if (decide(call, policy) != Action.ALLOW) {
                assertNotEquals(Action.ALLOW, decide(call, withRules(policy, fewer)), () -> told(call, policy));
            }
        }
    }

    @Test
    void aVeto_isLoosenedByNothing() {
        for (int round = 0; round < ROUNDS; round++) {
            ToolCall call = call();
            Layer veto = Layer.vetoing(Owner.AGENT, rules(6));
            Policy alone = Policy.of(List.of()).withVeto(veto);
            if (decide(call, alone) == Action.DENY) {
                Policy loose = policy().withVeto(veto).with(Layer.of(Owner.SESSION, List.of(rule(Action.ALLOW))));
                assertEquals(Action.DENY, decide(call, loose), () -> told(call, loose));
            }
        }
    }

    @Test
    void aLineOfCommands_isAllowedOnlyIfEachIs() {
        for (int round = 0; round < ROUNDS / 4; round++) {
            Policy policy = policy();
            String one = "kubectl " + words();
            String other = "kubectl " + words();
            Action each = decide(shell(one), policy).strictest(decide(shell(other), policy));
            assertEquals(
                    each, decide(shell(one + " && " + other), policy), () -> told(shell(one + " && " + other), policy));
        }
    }

    @Test
    void whatCannotBeRead_isCoveredByNoPattern() {
        for (int round = 0; round < ROUNDS / 4; round++) {
            var rules = new ArrayList<>(rules(12));
            rules.removeIf(Rule::isToolLevel);
            rules.add(Rule.of("shell_exec", "eval *", Action.ALLOW, HERE));
            ToolCall call = shell("eval \"$x\"");
            assertNotEquals(Action.ALLOW, decide(call, Policy.of(rules)), () -> told(call, Policy.of(rules)));
        }
        assertEquals(
                Action.ALLOW,
                decide(shell("eval \"$x\""), Policy.of(List.of(Rule.of("shell_exec", "*", Action.ALLOW, HERE)))));
    }

    @Test
    void sameInputs_sameDecision() {
        for (int round = 0; round < 2_000; round++) {
            ToolCall call = call();
            Policy policy = policy();
            assertEquals(
                    JUDGE.decide(call, policy, SURROUNDINGS),
                    Judge.standard().decide(call, policy, SURROUNDINGS),
                    () -> told(call, policy));
        }
    }

    @Test
    void everyAllow_hasAFindingForEveryFact() {
        for (int round = 0; round < 2_000; round++) {
            ToolCall call = call();
            Decision decision = JUDGE.decide(call, policy(), SURROUNDINGS);
            var judged = decision.findings().stream().map(Finding::fact).toList();
            assertTrue(judged.containsAll(JUDGE.facts(call)), () -> call.toString());
        }
    }

    private static ToolCall shell(String command) {
        return call("shell_exec", JsonObject.empty().with("command", command));
    }
}
