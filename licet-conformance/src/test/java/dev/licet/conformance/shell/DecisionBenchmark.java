package dev.licet.conformance.shell;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.json.CallJson;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a decision costs, beside what it costs Jackson to parse the call's JSON. Not part of the tests:
 * {@code ./mvnw -pl licet-conformance -am verify -Dtest=DecisionBenchmark -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class DecisionBenchmark {
    private static final int RULES = 1_000;

    private static final Map<String, String> COMMANDS = Map.of(
            "short",
            "git status && npm run build | tee out.log",
            "long",
            "git log --oneline --since=2024-01-01 --author=someone | grep -v -i 'merge branch' | sed -n '1,200p' | sort -k2"
                    + " | uniq -c | sort -rn | head -n 20 && cat docs/guide/introduction.md docs/guide/reference.md"
                    + " | grep -n 'configuration' | head -5; ls -la src/main/java src/test/java | wc -l && git diff --stat HEAD~3");

    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/home/dev/project", "/home/dev", "/home/dev/.licet", FileView.NONE);

    @Param({"short", "long"})
    public String line = "short";

    private final Judge judge = Judge.standard();
    private final JsonFactory jackson = new JsonFactory();
    private final Policy policy = policy();
    private ToolCall call = call("short");
    private String json = "";

    private static Policy policy() {
        var origin = new Rule.Origin("permissions.jsonc", 1);
        var rules = new ArrayList<Rule>();
        rules.add(Rule.of("shell_exec", "*", Action.ASK, origin));
        rules.add(Rule.of("write_file", "*", Action.ALLOW, origin));
        rules.add(Rule.of("read_file", "*.env", Action.DENY, origin));
        List<String> granted = List.of(
                "git status",
                "git log *",
                "git diff *",
                "npm run *",
                "tee *",
                "grep *",
                "sed -n *",
                "sort *",
                "uniq *",
                "head *",
                "cat *",
                "ls *",
                "wc *");
        for (int i = rules.size() + granted.size(); i < RULES; i++) {
            rules.add(Rule.of("shell_exec", "tool" + i + " run *", i % 3 == 0 ? Action.DENY : Action.ALLOW, origin));
        }
        granted.forEach(pattern -> rules.add(Rule.of("shell_exec", pattern, Action.ALLOW, origin)));
        return Policy.of(rules);
    }

    private static ToolCall call(String line) {
        return new ToolCall(
                new CallId("toolu_01"),
                "shell_exec",
                JsonObject.empty().with("command", COMMANDS.getOrDefault(line, line)),
                new SessionId("session"),
                WorkerId.STANDARD,
                "/home/dev/project",
                Map.of());
    }

    /** Chooses the call. */
    @Setup
    public void choose() {
        call = call(line);
        json = JsonText.write(CallJson.write(call));
        if (!(decide() instanceof Decision.Allow)) {
            throw new IllegalStateException("not allowed: " + decide());
        }
    }

    /** What the gate does with the call's JSON: Jackson reads it into a tree. */
    @Benchmark
    public JsonValue tree() throws InvalidJson {
        return JsonText.parse(json);
    }

    /** The yardstick: Jackson reads every token and value of the call, and keeps none. */
    @Benchmark
    public int jackson() {
        int length = 0;
        try (JsonParser parser = jackson.createParser(ObjectReadContext.empty(), json)) {
            while (parser.nextToken() != null) {
                length += parser.getString().length();
            }
        }
        return length;
    }

    /** Parse, facts and decision. */
    @Benchmark
    public Decision decide() {
        return judge.decide(call, policy, SURROUNDINGS);
    }

    /** Parse and facts alone. */
    @Benchmark
    public int facts() {
        return judge.facts(call).size();
    }

    @Test
    void run() throws Exception {
        new Runner(new OptionsBuilder()
                        .include(DecisionBenchmark.class.getName())
                        .jvmArgs("--enable-native-access=ALL-UNNAMED")
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}
