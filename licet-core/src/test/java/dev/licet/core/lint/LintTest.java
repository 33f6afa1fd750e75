package dev.licet.core.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LintTest {
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/w/project", "/home/u", "/home/u/.licet", FileView.NONE);

    /** `tool pattern action`, one line each. */
    private static List<Rule> rules(String text) {
        var rules = new ArrayList<Rule>();
        for (String line : text.lines().toList()) {
            String[] parts = line.split(" \\| ", -1);
            rules.add(Rule.of(
                    parts[0],
                    parts[1],
                    Action.valueOf(parts[2].toUpperCase(Locale.ROOT)),
                    new Rule.Origin("f", rules.size() + 1)));
        }
        return rules;
    }

    private static void check(String text, String... expected) {
        assertEquals(
                List.of(expected),
                Lint.of(Policy.of(rules(text))).stream()
                        .map(finding -> finding.rule().origin().line() + " " + finding.kind() + " " + finding.witness())
                        .toList());
    }

    @Test
    void findings_comeWithAProof() {
        check("shell_exec | git push * | deny\nshell_exec | git * | allow", "1 CONTRADICTED git push x");
        check("shell_exec | git push * | deny\nshell_exec | * | allow", "1 SHADOWED git push x", "2 BROAD x");
        check("read_file | secret/* | deny\nread_file | * | allow", "1 CONTRADICTED secret/x");
        check("shell_exec | git log * | allow\nshell_exec | git * | allow", "1 REDUNDANT git log x");
        check("read_file | *.env | deny\nread_file | src/* | allow", "1 CONTRADICTED src/.env");
        check("bash | npm* | allow", "1 BROAD npmx");
        check("read_file | [!a] | deny", "1 BROAD !");
        check("Read | *.md | allow", "1 BROAD /elsewhere/a.md");
        check("raed_file | * | deny", "1 UNKNOWN_TOOL ");
        check("shell_exec | cd /srv/x && rm * | deny", "1 NEVER ");
        check("shell_exec | PATH=/tmp ls * | deny", "1 NEVER ");
        check("shell_exec | LD_PRELOAD=* * | deny", "1 NEVER ");
        check("shell_exec | A='x y' make * | allow", "1 NEVER ");
        check("shell_exec | A=$HOME/x make * | allow", "1 NEVER ");
        check("shell_exec | A=1 A=2 make * | allow", "1 NEVER ");
        check("shell_exec | A=1 * | allow", "1 BROAD A=1 x");
        check("Bash | a | deny\nshell_exec | * | ask", "1 SHADOWED a");
        check("read_file | a | deny\n* | * | ask", "1 SHADOWED a");
    }

    @Test
    void whatIsAsItSeems_isNotSaid() {
        check("shell_exec | cd /srv/x/* && make * | allow");
        check("shell_exec | PATH=/tmp ls * | allow");
        check("shell_exec | git * | allow\nshell_exec | git push * | deny");
        check("shell_exec | git push --force* | deny\nshell_exec | git push * | allow");
        check("read_file | a* | deny\nread_file | b* | allow");
        check("my_tool | * | allow\nmcp__a__b | * | deny");
        check("* | * | ask\nread_file | src/* | allow");
    }

    /** A rule that is said never to decide never does. */
    @Test
    void aShadowedRule_decidesNoGeneratedCall() {
        var random = new Random(9);
        List<String> names = List.of("a", "ab", "b", "abc", "x.c");
        for (int round = 0; round < 500; round++) {
            var rules = new ArrayList<Rule>();
            for (int i = random.nextInt(8) + 1; i > 0; i--) {
                String pattern = random.nextInt(6) == 0 ? "*" : starred(names.get(random.nextInt(5)), random);
                Action action = List.of(Action.values()).get(random.nextInt(3));
                rules.add(Rule.of("read_file", pattern, action, new Rule.Origin("f", rules.size() + 1)));
            }
            List<Rule> silent = Lint.of(Policy.of(rules)).stream()
                    .filter(finding ->
                            finding.kind() == LintFinding.Kind.SHADOWED || finding.kind() == LintFinding.Kind.REDUNDANT)
                    .map(LintFinding::rule)
                    .toList();
            for (String name : names) {
                var call = new ToolCall(
                        new CallId("c"),
                        "read_file",
                        JsonObject.empty().with("path", name),
                        new SessionId("s"),
                        new WorkerId("w"),
                        "/w/project",
                        Map.of());
                Decision decision = Judge.standard().decide(call, Policy.of(rules), SURROUNDINGS);
                for (Finding finding : decision.findings()) {
                    if (finding.cause() instanceof Cause.ByRule byRule) {
                        assertTrue(!silent.contains(byRule.rule()), () -> rules + " on " + name);
                    }
                }
            }
        }
    }

    private static String starred(String name, Random random) {
        int at = random.nextInt(name.length() + 1);
        return random.nextBoolean() ? name : name.substring(0, at) + "*";
    }

    @Test
    void everyDifference_isProvedByItsCall() {
        Policy before = Policy.of(rules("shell_exec | git push * | deny\nread_file | src/* | allow"));
        Policy after =
                Policy.of(rules("shell_exec | git * | allow\nread_file | src/* | allow\nread_file | *.c | deny"));
        List<PolicyDiff.Change> changes =
                PolicyDiff.of(PolicyDiff.witnesses(before, after, "/w/project"), before, after, SURROUNDINGS);
        assertEquals(
                List.of("git push x", "x.c", "git push ", "src/.c", ".c"),
                changes.stream()
                        .map(change -> change.call()
                                .arguments()
                                .text("command")
                                .or(() -> change.call().arguments().text("path"))
                                .orElse("?"))
                        .toList());
        Policy one = Policy.of(rules("read_file | a* | deny\nread_file | *b | allow"));
        Policy other = Policy.of(rules("read_file | *b | allow\nread_file | a* | deny"));
        assertEquals(
                1,
                PolicyDiff.of(PolicyDiff.witnesses(one, other, "/w/project"), one, other, SURROUNDINGS)
                        .size());
        changes.forEach(change ->
                assertNotEquals(change.before().action(), change.after().action()));
        assertEquals(
                List.of(), PolicyDiff.of(PolicyDiff.witnesses(before, before, "/w"), before, before, SURROUNDINGS));
    }
}
