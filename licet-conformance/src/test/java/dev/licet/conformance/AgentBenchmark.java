package dev.licet.conformance;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What the gate costs an agent in this process around a tool that does nothing and is allowed. Not part of the tests:
 * {@code ./mvnw -pl licet-conformance -am verify -Dtest=AgentBenchmark -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@State(Scope.Thread)
@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class AgentBenchmark {
    private static final String RULES = """
            {
              "lookup": "allow",
              "read_file": {"*": "allow", "*.env": "deny"}
            }
            """;

    private static final JsonObject ARGUMENTS =
            JsonObject.empty().with("city", "Vienna").with("days", 3);

    @Param({"memory", "file"})
    public String storage = "memory";

    private Path folder = Path.of("");
    private ToolGate gate = ToolGate.inMemory("{}");
    private AgentSession session = gate.session("unused", Path.of("/"));

    /** Opens the gate. */
    @Setup
    public void open() throws IOException {
        gate.close();
        folder = Files.createTempDirectory("licet-benchmark");
        Path workspace = Files.createDirectory(folder.resolve("workspace"));
        if (storage.equals("memory")) {
            gate = ToolGate.inMemory(RULES);
        } else {
            Path rules = folder.resolve("data/workers/local/permissions.jsonc");
            Files.createDirectories(rules.getParent());
            Files.writeString(rules, RULES);
            gate = ToolGate.open(folder.resolve("data"));
        }
        session = gate.session("benchmark", workspace);
    }

    /** Closes it. */
    @TearDown
    public void close() throws IOException {
        gate.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Judged, recorded, permitted, run, and its outcome recorded. */
    @Benchmark
    public int run() throws InterruptedException {
        Result<Integer> result = session.run(
                GatedTool.named("lookup"),
                ARGUMENTS,
                arguments -> arguments.members().size());
        if (result instanceof Result.Ran<Integer> ran) {
            return ran.value();
        }
        throw new IllegalStateException("not run: " + result);
    }

    @Test
    void run(org.junit.jupiter.api.TestInfo info) throws Exception {
        new Runner(new OptionsBuilder()
                        .include(AgentBenchmark.class.getName())
                        .jvmArgs("--enable-native-access=ALL-UNNAMED")
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}
