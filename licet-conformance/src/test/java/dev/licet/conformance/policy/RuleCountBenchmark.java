package dev.licet.conformance.policy;

import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.model.entity.Entity;
import com.cedarpolicy.model.policy.PolicySet;
import com.cedarpolicy.value.EntityUID;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.gate.permissions.RuleFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.casbin.jcasbin.main.Enforcer;
import org.casbin.jcasbin.model.Model;
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
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What a decision on a file costs under few and under many rules, beside what it costs jCasbin and Cedar under the same
 * rules, and what reading a file of rules costs. Not part of the tests:
 * {@code ./mvnw -pl licet-conformance -am verify -Dtest=RuleCountBenchmark -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RuleCountBenchmark {
    private static final String PATH = "packages/module-3/src/main/Widget.java";
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/home/dev/project", "/home/dev", "/home/dev/.licet", FileView.NONE);

    @Param({"10", "1000", "100000"})
    public int rules = 10;

    private final Judge judge = Judge.standard();
    private final ToolCall call = new ToolCall(
            new CallId("c"),
            "read_file",
            JsonObject.empty().with("path", PATH),
            new SessionId("s"),
            new WorkerId("w"),
            "/home/dev/project",
            Map.of());

    private Policy policy = Policy.of(List.of());
    private String text = "";

    /** The patterns, each with whether it allows: folders, endings and names in turn, and one that allows the file. */
    private static List<Map.Entry<String, Boolean>> patterns(int count) {
        var patterns = new ArrayList<Map.Entry<String, Boolean>>();
        patterns.add(Map.entry("packages/module-3/*", true));
        for (int i = 1; i < count; i++) {
            patterns.add(
                    switch (i % 4) {
                        case 0 -> Map.entry("packages/other-" + i + "/*", true);
                        case 1 -> Map.entry("*.ending" + i, false);
                        case 2 -> Map.entry("*secret" + i + "*", false);
                        default -> Map.entry("services/area" + i + "/src/*", i % 8 == 3);
                    });
        }
        return patterns;
    }

    /** Writes the rules as a file, and reads it. */
    @Setup
    public void read() throws Exception {
        text = patterns(rules).stream()
                .map(pattern -> "    \"" + pattern.getKey() + "\": \"" + (pattern.getValue() ? "allow" : "deny") + "\"")
                .collect(Collectors.joining(",\n", "{\n  \"read_file\": {\n", "\n  }\n}\n"));
        policy = load();
        if (decide().action() != Action.ALLOW) {
            throw new IllegalStateException("not allowed");
        }
    }

    @Benchmark
    public Decision decide() {
        return judge.decide(call, policy, SURROUNDINGS);
    }

    /** Reading the file of rules. */
    @Benchmark
    public Policy load() throws Exception {
        return RuleFile.parse(text, "permissions.jsonc", "/home/dev", "/home/dev/project");
    }

    /** jCasbin with the same patterns; made only for the benchmark that uses it, as it takes long. */
    @State(Scope.Thread)
    public static class Casbin {
        private Enforcer enforcer = new Enforcer();

        /** Loads the rules of {@code benchmark}. */
        @Setup
        public void load(RuleCountBenchmark benchmark) {
            var model = new Model();
            model.addDef("r", "r", "obj, act");
            model.addDef("p", "p", "obj, act, eft");
            model.addDef("e", "e", "some(where (p.eft == allow)) && !some(where (p.eft == deny))");
            model.addDef("m", "m", "r.act == p.act && globMatch(r.obj, p.obj)");
            enforcer = new Enforcer(model);
            enforcer.enableLog(false);
            List<List<String>> policies = patterns(benchmark.rules).stream()
                    .map(pattern ->
                            List.of(pattern.getKey().replace("*", "**"), "read", pattern.getValue() ? "allow" : "deny"))
                    .toList();
            enforcer.addPolicies(policies);
            if (!enforcer.enforce(PATH, "read")) {
                throw new IllegalStateException("jCasbin does not allow it");
            }
        }
    }

    @Benchmark
    public boolean casbin(Casbin casbin) {
        return casbin.enforcer.enforce(PATH, "read");
    }

    /** Cedar with the same patterns, parsed once and cached on its side. */
    @State(Scope.Thread)
    public static class Cedar {
        private final BasicAuthorizationEngine engine = new BasicAuthorizationEngine();
        private final Entity file = new Entity(
                EntityUID.parse("File::\"f\"").orElseThrow(), Map.of("path", (Value) new PrimString(PATH)), Set.of());
        private final AuthorizationRequest request = new AuthorizationRequest(
                EntityUID.parse("User::\"u\"").orElseThrow(),
                EntityUID.parse("Action::\"read\"").orElseThrow(),
                file.getEUID(),
                Map.of());
        private PolicySet policies = new PolicySet();

        /** Loads the rules of {@code benchmark}. */
        @Setup
        public void load(RuleCountBenchmark benchmark) throws Exception {
            policies = PolicySet.parsePolicies(patterns(benchmark.rules).stream()
                    .map(pattern -> (pattern.getValue() ? "permit" : "forbid")
                            + "(principal, action == Action::\"read\", resource) when { resource.path like \""
                            + pattern.getKey() + "\" };")
                    .collect(Collectors.joining("\n")));
            policies.cache();
            if (!isAllowed()) {
                throw new IllegalStateException("Cedar does not allow it");
            }
        }

        boolean isAllowed() throws Exception {
            return engine.isAuthorized(request, policies, Set.of(file))
                    .success
                    .orElseThrow()
                    .isAllowed();
        }
    }

    @Benchmark
    public boolean cedar(Cedar cedar) throws Exception {
        return cedar.isAllowed();
    }

    @Test
    void run() throws Exception {
        new Runner(new OptionsBuilder()
                        .include(RuleCountBenchmark.class.getName())
                        .jvmArgs("--enable-native-access=ALL-UNNAMED")
                        .build())
                .run();
    }
}
