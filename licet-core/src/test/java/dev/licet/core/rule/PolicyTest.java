package dev.licet.core.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.display.Sentences;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PolicyTest {
    private static final Rule.Origin HERE = new Rule.Origin("here", 1);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Judge JUDGE = Judge.standard();
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/w/project", "/home/u", "/home/u/.licet", FileView.NONE);

    private static ToolCall call(String tool, JsonObject arguments) {
        return new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), "/w/project", Map.of());
    }

    private static ToolCall shell(String command) {
        return call("shell_exec", JsonObject.empty().with("command", command));
    }

    private static Rule allow(String tool, String value) {
        return Rule.of(tool, value, Action.ALLOW, HERE);
    }

    private static Rule deny(String tool, String value) {
        return Rule.of(tool, value, Action.DENY, HERE);
    }

    private static Rule when(Rule rule, String pointer, String pattern) {
        return rule.under(new RuleOptions("", List.of(new Condition(pointer, Glob.of(pattern))), Optional.empty()));
    }

    private static Action decide(ToolCall call, Policy policy) {
        return JUDGE.decide(call, policy, SURROUNDINGS).action();
    }

    private static Action decide(ToolCall call, Rule... rules) {
        return decide(call, Policy.of(List.of(rules)));
    }

    @Test
    void layers_speakInTheOrderOfTheirOwners() {
        Policy policy = Policy.of(List.of(deny("shell_exec", "ls a")));
        assertEquals(
                Action.DENY,
                decide(shell("ls a"), policy.with(Layer.of(Owner.PROJECT, List.of(allow("shell_exec", "ls a"))))));
        assertEquals(
                Action.ALLOW,
                decide(shell("ls a"), policy.with(Layer.of(Owner.SKILL, List.of(allow("shell_exec", "ls a"))))));
        assertEquals(
                Action.DENY,
                decide(
                        shell("ls a"),
                        policy.with(Layer.of(Owner.SESSION, List.of(deny("shell_exec", "ls *"))))
                                .with(Layer.of(Owner.SKILL, List.of(allow("shell_exec", "ls a"))))));
    }

    @Test
    void aVeto_isHeardInEveryMode_andWhatItMayDenyAsks() {
        Policy yolo = Policy.of(List.of())
                .withSettings(Settings.PLAIN.withMode(Mode.YOLO))
                .withVeto(Layer.vetoing(Owner.ORGANISATION, List.of(deny("shell_exec", "rm *"))));
        assertEquals(Action.DENY, decide(shell("ls && rm x"), yolo));
        assertEquals(Action.ASK, decide(shell("$x y"), yolo));
        assertEquals(Action.ASK, decide(shell("eval \"$x\""), yolo));
        assertEquals(Action.ALLOW, decide(shell("ls"), yolo));
        Policy nothing =
                yolo.withVeto(Layer.vetoing(Owner.AGENT, List.of(deny("*", "*"), allow("read_file", "src/*"))));
        assertEquals(Action.DENY, decide(shell("ls"), nothing));
        assertEquals(Action.ALLOW, decide(call("read_file", JsonObject.empty().with("path", "src/a")), nothing));
        assertEquals(Action.DENY, decide(call("read_file", JsonObject.empty().with("path", "lib/a")), nothing));
    }

    @Test
    void whatWouldTakeTooLong_isStillDenied_whereTheWholeToolIs() {
        var many = IntStream.range(0, 50_000)
                .mapToObj(i -> allow("shell_exec", "tool" + i + " *"))
                .toList();
        Policy policy = Policy.of(many);
        assertEquals(Action.ASK, decide(shell("$x y"), policy));
        assertEquals(
                Action.DENY,
                decide(shell("$x y"), policy.withVeto(Layer.vetoing(Owner.AGENT, List.of(deny("*", "*"))))));
    }

    @Test
    void ofTheNamesOfOneTool_theStrictestDeclarationCounts() {
        for (String strict : List.of("Bash", "shell_exec", "run")) {
            Settings settings = Settings.PLAIN;
            for (String name : List.of("Bash", "shell_exec", "run")) {
                Declaration plain = Declaration.of(Tier.READ);
                settings = settings.declaring(name, name.equals(strict) ? plain.overriding("mine") : plain);
            }
            Policy policy = Policy.of(List.of(allow("*", "*"))).withSettings(settings);
            assertEquals(Action.ASK, decide(shell("ls"), policy), strict);
        }
    }

    @Test
    void aCeiling_isLoosenedByNothing() {
        Policy plan = Policy.of(List.of(allow("*", "*")))
                .withSettings(Settings.PLAIN.withMode(Mode.YOLO).withCeiling(Tier.READ));
        assertEquals(Action.ALLOW, decide(call("read_file", JsonObject.empty().with("path", "a")), plan));
        assertEquals(Action.DENY, decide(call("write_file", JsonObject.empty().with("path", "a")), plan));
        assertEquals(Action.DENY, decide(shell("ls"), plan));
        assertEquals(Tier.READ, plan.settings().withCeiling(Tier.EXEC).ceiling());
    }

    @Test
    void conditions_areAboutAnyArgument() {
        JsonObject arguments = JsonObject.empty()
                .with("target", "staging-1")
                .with("n", 3)
                .with("list", JsonArray.of(List.of(new JsonString("a"), new JsonString("b"))))
                .with("a/b", JsonObject.empty().with("~c", true));
        ToolCall deploy = call("deploy", arguments);
        assertEquals(Action.ALLOW, decide(deploy, when(allow("deploy", "*"), "/target", "staging*")));
        assertEquals(Action.ASK, decide(deploy, when(allow("deploy", "*"), "/target", "production*")));
        assertEquals(Action.DENY, decide(deploy, allow("deploy", "*"), when(deny("deploy", "*"), "/n", "3")));
        assertEquals(Action.ALLOW, decide(deploy, when(allow("deploy", "*"), "/list/1", "b")));
        assertEquals(Action.ASK, decide(deploy, when(allow("deploy", "*"), "/list/01", "b")));
        assertEquals(Action.ALLOW, decide(deploy, when(allow("deploy", "*"), "/list", "[\"a\",*")));
        assertEquals(Action.ALLOW, decide(deploy, when(allow("deploy", "*"), "/a~1b/~0c", "true")));
        assertEquals(Action.ALLOW, decide(deploy, when(allow("deploy", "*"), "/none", "")));
        assertEquals(Action.ASK, decide(deploy, when(allow("deploy", "*"), "/none", "x*")));
        ToolCall climbing = call("deploy", JsonObject.empty().with("file", "src/../../etc"));
        assertEquals(Action.ASK, decide(climbing, when(allow("deploy", "*"), "/file", "src/*")));
        assertEquals(Action.DENY, decide(climbing, when(deny("deploy", "*"), "/file", "src/*")));
        assertThrows(IllegalArgumentException.class, () -> new Condition("a", Glob.of("*")));
    }

    @Test
    void aCondition_speaksOfItsOwnToolsCallsOnly() {
        Rule rule = when(allow("write_file", "*"), "/command", "*");
        assertEquals(Action.ASK, decide(shell("echo x > a"), allow("shell_exec", "echo *"), rule));
    }

    @Test
    void aRuleThatHasEnded_doesNotHold() {
        var terms = new RuleOptions("", List.of(), Optional.of(NOON));
        Policy policy = Policy.of(List.of(
                deny("shell_exec", "ls *"),
                allow("shell_exec", "ls *").under(terms),
                deny("shell_exec", "wc *").under(terms)));
        Policy before = policy.at(NOON.minusSeconds(1));
        Policy after = policy.at(NOON);
        assertEquals(Action.ALLOW, decide(shell("ls a"), before));
        assertEquals(Action.DENY, decide(shell("wc a"), before));
        assertEquals(Action.DENY, decide(shell("ls a"), after));
        assertEquals(Action.ASK, decide(shell("wc a"), after));
        assertEquals(Action.ALLOW, decide(shell("ls a"), policy.at(NOON.minusSeconds(1))));
    }

    @Test
    void theFolderForm_coversReadingThereAndNothingElse() {
        Rule rule = allow("shell_exec", "cat:src/");
        assertEquals(Action.ALLOW, decide(shell("cat src/a src/sub/b"), rule));
        assertEquals(Action.ALLOW, decide(shell("cat ./src/a"), rule));
        assertEquals(Action.ALLOW, decide(shell("cat /w/project/src/a"), rule));
        for (String command : List.of(
                "cat lib/a",
                "cat src/a lib/b",
                "cat src/../lib/a",
                "cat src",
                "cat",
                "cat < lib/a",
                "cat src/a > b",
                "cat src/a | sh",
                "cat $x",
                "cat src/$x/../../y",
                "head src/a",
                "./cat src/a",
                "cat $(rm x) src/a",
                "X=1 LD_PRELOAD=y cat src/a",
                "cat srcx/a")) {
            assertEquals(
                    command.equals("cat src") ? Action.ALLOW : Action.ASK, decide(shell(command), rule), () -> command);
        }
        Rule root = allow("shell_exec", "cat:./");
        assertEquals(Action.ALLOW, decide(shell("cat a.txt"), root));
        assertEquals(Action.ASK, decide(shell("cat src/a"), root));
        assertEquals(Action.ASK, decide(shell("cat ../a"), root));
        for (String command : List.of("grep -rf src/a", "grep -r --file=src/a", "grep -r -f src/a")) {
            assertEquals(Action.ASK, decide(shell(command), allow("shell_exec", "grep:src/")), command);
        }
        assertEquals(Action.ALLOW, decide(shell("grep -rn x src/"), allow("shell_exec", "grep:src/")));
        assertEquals(Action.ASK, decide(shell("wc --files0-from=src/a"), allow("shell_exec", "wc:src/")));
        assertEquals(Action.ASK, decide(shell("du -X src/a /etc"), allow("shell_exec", "du:src/")));
        assertEquals(Action.ASK, decide(shell("tree --fromfile src/a"), allow("shell_exec", "tree:src/")));
        assertEquals(Action.ASK, decide(shell("sed -i s/a/b/ src/a"), allow("shell_exec", "sed:src/")));
        assertEquals(Action.ASK, decide(shell("find src -delete"), allow("shell_exec", "find:src/")));
    }

    @Test
    void aRulesReason_isToldWithIt() {
        Rule rule = deny("shell_exec", "terraform *")
                .under(new RuleOptions("releases go through CI", List.of(), Optional.empty()));
        Decision decision = JUDGE.decide(shell("terraform apply"), Policy.of(List.of(rule)), SURROUNDINGS);
        assertEquals(
                "rule `shell_exec: terraform *` (here:1) says deny: releases go through CI",
                Sentences.because(decision.findings().getFirst()));
    }
}
