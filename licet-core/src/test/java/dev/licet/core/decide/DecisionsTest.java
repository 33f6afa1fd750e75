package dev.licet.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.Paths;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DecisionsTest {
    private static final Rule.Origin HERE = new Rule.Origin("test", 1);
    private static final Judge JUDGE = Judge.standard();
    private static final FileView LINKS = new FileView() {
        @Override
        public String canonical(String absolute) {
            return Paths.normalize(absolute)
                    .replaceFirst("^/home/dev/project/link(/|$)", "/etc$1")
                    .replaceFirst("^/home/dev/project/own(/|$)", "/home/dev/.ssh$1")
                    .replaceFirst("^/srv/other/away(/|$)", "/srv/far$1")
                    .replaceFirst("^/srv/linked(/|$)", "/srv/far$1");
        }

        @Override
        public Optional<List<String>> names(String absolute) {
            return absolute.equals("/srv/file") ? Optional.of(List.of()) : Optional.empty();
        }

        @Override
        public boolean ignoresCase() {
            return false;
        }
    };
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/home/dev/project", "/home/dev", "/home/dev/.licet", LINKS);

    private record Row(List<Rule> rules, String tool, String argument, String expected) {}

    @TestFactory
    Stream<DynamicTest> everyRow_isDecidedAsItSays() throws IOException {
        return rows().stream().map(row -> DynamicTest.dynamicTest(row.tool() + " " + row.argument(), () -> check(row)));
    }

    private static List<Row> rows() throws IOException {
        var rows = new ArrayList<Row>();
        var rules = new ArrayList<Rule>();
        boolean inCalls = false;
        try (InputStream in = Objects.requireNonNull(DecisionsTest.class.getResourceAsStream("decisions.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("> ")) {
                    inCalls = true;
                    int equals = line.lastIndexOf(" = ");
                    String[] call = line.substring(2, equals).split(" ", 2);
                    rows.add(new Row(List.copyOf(rules), call[0], call[1], line.substring(equals + 3)));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    if (inCalls) {
                        rules.clear();
                        inCalls = false;
                    }
                    String[] rule = line.split(" \\| ", 3);
                    rules.add(Rule.of(rule[0], rule[1], Action.valueOf(rule[2].toUpperCase(Locale.ROOT)), HERE));
                }
            }
        }
        return rows;
    }

    private static void check(Row row) {
        ToolCall call = call(row.tool(), row.argument());
        Decision decision = decide(call, row.rules());
        String always = decision instanceof Decision.Ask
                ? proposed(call, row.rules()).stream().map(RuleText::toString).collect(Collectors.joining(" · "))
                : "";
        String found = decision.action().text() + (always.isEmpty() ? "" : " : " + always);
        assertEquals(row.expected(), found, () -> decision.findings().toString());
    }

    private static Decision decide(ToolCall call, List<Rule> rules) {
        return JUDGE.decide(call, Policy.of(rules), SURROUNDINGS);
    }

    private static List<RuleText> proposed(ToolCall call, List<Rule> rules) {
        return Proposal.of(
                new Proposal.Asked(call, decide(call, rules), Policy.of(rules), SURROUNDINGS),
                wider -> JUDGE.decide(call, wider, SURROUNDINGS));
    }

    private static ToolCall call(String tool, String argument) {
        ToolKind kind = ToolTable.standard().kind(tool);
        String name = switch (kind) {
            case SHELL -> "command";
            case GLOB -> "pattern";
            case SKILL -> "name";
            case INPUT -> "chars";
            case FETCH -> "url";
            case READ, WRITE, EDIT, GREP, TASK, PLAN, MCP, OTHER -> "path";
        };
        return new ToolCall(
                new CallId("c"),
                tool,
                JsonObject.empty().with(name, argument),
                new SessionId("s"),
                new WorkerId("w"),
                "/home/dev/project",
                Map.of());
    }

    /** Agents begin below the workspace, too: what is remembered there names that folder where it works on files from there. */
    @Test
    void whatIsRememberedBelowTheWorkspace_holdsThere() {
        assertEquals("shell_exec: cd /home/dev/project/src && python3 ../sub/x.py", below("python3 ../sub/x.py"));
        assertEquals("shell_exec: cd /home/dev/project/src && bash x.sh", below("bash x.sh"));
        assertEquals("shell_exec: cd /home/dev/project/src && make -C ../sub test", below("make -C ../sub test"));
        assertEquals("shell_exec: cd /home/dev/project/src && . ./env.sh", below(". ./env.sh"));
        assertEquals("shell_exec: cd /home/dev/project/src && source env.sh", below("source env.sh"));
        assertEquals("shell_exec: cd /home/dev/project/src && go run ./cmd/x", below("go run ./cmd/x"));
        assertEquals(
                "shell_exec: cd /home/dev/project/src && kubectl apply -f ../k.yml",
                below("kubectl apply -f ../k.yml"));
        assertEquals("shell_exec: npm test", below("npm test"));
        assertEquals("shell_exec: go {build,test,vet} *", below("go test ./..."));
    }

    private static String below(String line) {
        var call = new ToolCall(
                new CallId("c"),
                "shell_exec",
                JsonObject.empty().with("command", line),
                new SessionId("s"),
                new WorkerId("w"),
                "/home/dev/project/src",
                Map.of());
        return proposed(call, List.of()).stream().map(RuleText::toString).collect(Collectors.joining(" · "));
    }

    /** Every proposal, once saved, must allow the call it was made for: a choice without effect is a bug. */
    @TestFactory
    Stream<DynamicTest> everyProposal_allowsItsCall() throws IOException {
        return rows().stream()
                .filter(row -> row.expected().contains(" : "))
                .map(row -> DynamicTest.dynamicTest(row.argument(), () -> {
                    ToolCall call = call(row.tool(), row.argument());
                    var rules = new ArrayList<>(row.rules());
                    for (RuleText rule : proposed(call, row.rules())) {
                        rules.add(Rule.of(rule.tool(), rule.pattern(), Action.ALLOW, HERE));
                    }
                    assertEquals(
                            Action.ALLOW,
                            decide(call, rules).action(),
                            () -> rules.getLast().toString());
                }));
    }

    @Test
    void addingADeny_neverGrants() throws IOException {
        var random = new Random(4);
        List<Row> rows = rows();
        for (int i = 0; i < 2_000; i++) {
            Row row = rows.get(random.nextInt(rows.size()));
            Row other = rows.get(random.nextInt(rows.size()));
            Rule donor = other.rules().get(random.nextInt(other.rules().size()));
            var more = new ArrayList<>(row.rules());
            more.add(
                    random.nextInt(more.size() + 1),
                    Rule.of(donor.tool().pattern(), donor.value().pattern(), Action.DENY, HERE));
            ToolCall call = call(row.tool(), row.argument());
            Action before = decide(call, row.rules()).action();
            Action after = decide(call, more).action();
            assertEquals(
                    after,
                    before.strictest(after),
                    () -> row.tool() + " " + row.argument() + " under " + text(row.rules()) + " with "
                            + text(List.of(donor)));
        }
    }

    private static String text(List<Rule> rules) {
        return rules.stream()
                .map(rule -> rule.tool().pattern() + ": " + rule.value().pattern() + " " + rule.action())
                .collect(Collectors.joining(", "));
    }

    @Test
    void removingAnAllow_neverGrants() throws IOException {
        for (Row row : rows()) {
            ToolCall call = call(row.tool(), row.argument());
            Action before = decide(call, row.rules()).action();
            for (Rule rule : row.rules()) {
                if (rule.action() == Action.ALLOW) {
                    var fewer = new ArrayList<>(row.rules());
                    fewer.remove(rule);
                    Action after = decide(call, fewer).action();
                    boolean grants = after == Action.ALLOW && before != Action.ALLOW;
                    assertEquals(
                            false,
                            grants,
                            () -> row + " without " + rule.value().pattern());
                }
            }
        }
    }

    /** Each of these took seconds or more before there was a limit to how much of a call is compared. */
    @Test
    void hostileLines_areAsked() {
        var rules = new ArrayList<Rule>();
        for (int i = 0; i < 500; i++) {
            rules.add(Rule.of("shell_exec", "tool" + i + " run *", Action.ALLOW, HERE));
            rules.add(Rule.of("shell_exec", "tool" + i + " push *", Action.DENY, HERE));
        }
        rules.add(Rule.of("shell_exec", "* push *", Action.DENY, HERE));
        rules.add(Rule.of("shell_exec", "ls *", Action.ALLOW, HERE));
        List<String> lines = List.of(
                "unheard $x $y $z " + "$a ".repeat(500),
                "ls " + "<*a*b*c ".repeat(6_000),
                "cat <*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z",
                "unheard; ".repeat(6_000),
                "rm " + "*a*b*c*d*e*f*g*h ".repeat(3_000),
                "find . " + "-exec ls {} \\; ".repeat(3_000),
                "eval ".repeat(12_000) + "ls",
                "ls" + " >a".repeat(20_000),
                "cd a; ".repeat(10_000) + "ls");
        for (String line : lines) {
            assertEquals(Action.ASK, decide(call("shell_exec", line), rules).action(), () -> line.substring(0, 40));
        }
    }

    @Test
    void sameInputs_sameDecision() throws IOException {
        for (Row row : rows()) {
            ToolCall call = call(row.tool(), row.argument());
            assertEquals(decide(call, row.rules()), decide(call, row.rules()), row::toString);
        }
    }

    @Test
    void opaqueFact_isCoveredByAToolLevelRuleOnly() {
        ToolCall call = call("shell_exec", "eval \"$x\"");
        for (String pattern : List.of("echo *", "e*", "**/*", "?*", "*(*)", "!x")) {
            assertEquals(
                    Action.ASK,
                    decide(call, List.of(Rule.of("shell_exec", pattern, Action.ALLOW, HERE)))
                            .action(),
                    pattern);
        }
        assertEquals(
                Action.ALLOW,
                decide(call, List.of(Rule.of("shell_exec", "*", Action.ALLOW, HERE)))
                        .action());
    }

    @Test
    void brokenFile_keepsReading_butAsksForEverythingElse() {
        Policy policy = Policy.of(List.of(Rule.of("*", "*", Action.ALLOW, HERE)))
                .faulty(new Diagnostic("permissions.jsonc", 3, 7, "unexpected `}`", ""));
        assertEquals(
                Action.ALLOW,
                JUDGE.decide(call("read_file", "a"), policy, SURROUNDINGS).action());
        assertEquals(
                Action.ASK,
                JUDGE.decide(call("write_file", "a"), policy, SURROUNDINGS).action());
        assertEquals(
                Action.ASK,
                JUDGE.decide(call("shell_exec", "ls"), policy, SURROUNDINGS).action());
    }

    @Test
    void homeOrRoot_isNoWorkspace() {
        for (String workspace : List.of("/", "/home", "/home/dev")) {
            var context = new JudgeContext(workspace, "/home/dev", "/home/dev/.licet", FileView.NONE);
            Policy policy = Policy.of(List.of(Rule.of("*", "*", Action.ALLOW, HERE)));
            ToolCall call = call("write_file", "/home/dev/notes.txt");
            assertEquals(Action.ASK, JUDGE.decide(call, policy, context).action(), workspace);
        }
    }

    @Test
    void argumentsThatCannotBeRead_ask() {
        List<Rule> rules =
                List.of(Rule.of("*", "*", Action.ALLOW, HERE), Rule.of("read_file", "*.env", Action.DENY, HERE));
        for (JsonObject arguments : List.of(
                JsonObject.empty(),
                JsonObject.empty().with("path", 1),
                JsonObject.empty().with("path", ""),
                JsonObject.empty().with("path", "a").with("other", "b"),
                JsonObject.empty().with("Path", "a"))) {
            var call = new ToolCall(
                    new CallId("c"), "read_file", arguments, new SessionId("s"), new WorkerId("w"), "/w", Map.of());
            assertEquals(Action.ASK, decide(call, rules).action(), arguments::toString);
        }
    }

    @Test
    void environmentOfACall_isJudgedLikeAssignments() {
        List<Rule> rules = List.of(Rule.of("shell_exec", "ls *", Action.ALLOW, HERE));
        for (var expected :
                Map.of("NODE_ENV", Action.ALLOW, "LD_PRELOAD", Action.ASK).entrySet()) {
            var call = new ToolCall(
                    new CallId("c"),
                    "shell_exec",
                    JsonObject.empty().with("command", "ls x"),
                    new SessionId("s"),
                    new WorkerId("w"),
                    "/home/dev/project",
                    Map.of(expected.getKey(), "x"));
            assertEquals(expected.getValue(), decide(call, rules).action(), expected.getKey());
        }
    }
}
