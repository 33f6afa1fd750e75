package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.RejectMode;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Tier;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A gate in memory, as a loop of one's own uses it. */
class AgentSessionTest {
    private static final String RULES = """
            {"shell_exec": {"*": "ask", "git status": "allow", "rm *": "deny"}, "deploy": "ask"}
            """;

    private final List<String> ran = new ArrayList<>();
    private final List<Ask> asked = new ArrayList<>();

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private String execute(JsonObject arguments) {
        String command = arguments.text("command").orElse(arguments.toString());
        ran.add(command);
        return "ran " + command;
    }

    private Answerer saying(Reply... replies) {
        Deque<Reply> left = new ArrayDeque<>(List.of(replies));
        return ask -> {
            synchronized (asked) {
                asked.add(ask);
                return left.removeFirst();
            }
        };
    }

    private static AgentSession session(ToolGate gate) {
        return gate.session("s", Path.of("/srv/project"));
    }

    @Test
    void whatIsAllowed_runs_andWhatIsDenied_doesNot() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES)) {
            Result<String> allowed = session(gate).run("shell_exec", command("git status"), this::execute);
            assertEquals(new Result.Ran<>("ran git status", command("git status"), ""), allowed);
            Result<String> denied = session(gate).run("shell_exec", command("rm x"), this::execute);
            assertTrue(denied instanceof Result.Refused<String> refused
                    && !refused.stops()
                    && refused.message().contains("`shell_exec: rm *`"));
            assertEquals(List.of("git status"), ran);
        }
    }

    @Test
    void whereNobodyCanBeAsked_theModelIsToldSo_andNothingIsLeftOpen() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES)) {
            for (int i = 0; i < 2; i++) {
                Result<String> result = session(gate).run("shell_exec", command("make"), this::execute);
                assertTrue(result instanceof Result.Refused<String> refused
                        && refused.message().contains("nobody can be asked"));
            }
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void aPersonIsAsked_andMayChangeTheArguments() throws Exception {
        Answerer person = saying(
                new Reply.Once("go on"),
                new Reply.Edited(command("rm x"), ""),
                new Reply.Edited(command("make test"), "like this"));
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(person)) {
            assertEquals(
                    new Result.Ran<>("ran make", command("make"), "go on"),
                    session(gate).run("shell_exec", command("make"), this::execute));
            assertEquals(
                    new Result.Ran<>("ran make test", command("make test"), "like this"),
                    session(gate).run("shell_exec", command("make install"), this::execute));
            assertEquals(List.of("make", "make test"), ran);
            assertEquals(3, asked.size(), "what a rule denies is no answer, and is asked again");
            assertEquals(
                    List.of("runs make: rule `shell_exec` (permissions.jsonc:1) says ask"),
                    asked.getFirst().reasons());
        }
    }

    @Test
    void always_isNotAskedAgain() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(saying(Reply.always()))) {
            for (int i = 0; i < 3; i++) {
                Result<String> result = session(gate).run("shell_exec", command("make all"), this::execute);
                assertInstanceOf(Result.Ran.class, result, result::toString);
            }
            assertEquals(1, asked.size());
        }
    }

    @Test
    void oneAfterTheOther_aSoftRejectionSkips_andAHardOneStopsTheRest() throws Exception {
        Answerer person = saying(Reply.skip("not this"), Reply.once(), Reply.stop("enough"));
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(person)) {
            BatchResult<String> batch = session(gate)
                    .batch(
                            planned("make a", "make b", "git status", "make c", "git status", "make d"),
                            Presentation.SEQUENTIAL);
            assertTrue(batch.stops());
            assertEquals(List.of("make b", "git status"), ran);
            List<String> told = batch.results().stream().map(Told::by).toList();
            assertEquals("The user rejected `shell_exec`: not this", told.get(0));
            assertEquals("ran make b", told.get(1));
            assertTrue(
                    told.get(3).startsWith("The user rejected `shell_exec` and stopped you here: enough"), told.get(3));
            assertTrue(told.get(4).startsWith("Not executed: the user stopped you"), told.get(4));
            assertEquals(told.get(4), told.get(5));
            assertEquals(3, asked.size());
            assertEquals(5, asked.getFirst().behind().size());
            assertEquals("shell_exec make b", asked.getFirst().behind().getFirst());
        }
    }

    private List<PlannedCall<String>> planned(String... commands) {
        return List.of(commands).stream()
                .map(each -> new PlannedCall<String>(GatedTool.named("shell_exec"), command(each), this::execute))
                .toList();
    }

    @Test
    void allAtOnce_allAreAskedBeforeAnyIsAnswered() throws Exception {
        var waiting = new CountDownLatch(3);
        Answerer person = ask -> {
            waiting.countDown();
            waiting.await();
            return ask.text().equals("make b") ? Reply.skip("") : Reply.once();
        };
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(person)) {
            BatchResult<String> batch =
                    session(gate).batch(planned("make a", "make b", "git status", "make c"), Presentation.TOGETHER);
            assertEquals(List.of("make a", "git status", "make c"), ran);
            assertEquals(4, batch.results().size());
        }
    }

    @Test
    void aToolThatThrows_hasFailed_andTheGateGoesOn() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES)) {
            Result<String> result = session(gate).run("shell_exec", command("git status"), arguments -> {
                throw new IllegalStateException("broken");
            });
            assertTrue(result instanceof Result.Failed<String> failed
                    && "broken".equals(failed.cause().getMessage()));
            assertInstanceOf(Result.Ran.class, session(gate).run("shell_exec", command("git status"), this::execute));
        }
    }

    @Test
    void malformedCalls_areRefused_withAReason() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES)) {
            for (String tool : List.of("", "x".repeat(300), "a\nb")) {
                Result<String> result = session(gate).run(tool, JsonObject.empty(), this::execute);
                assertTrue(result instanceof Result.Refused<String> refused
                        && refused.message().startsWith("Licet denied this call: "));
            }
            Result<String> nul = session(gate).run("shell_exec", command("a\0b"), this::execute);
            assertInstanceOf(Result.Refused.class, nul);
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void whatToolsSayOfThemselves_counts() throws Exception {
        var asks = new AtomicInteger();
        Answerer person = ask -> {
            asks.incrementAndGet();
            asked.add(ask);
            return Reply.once();
        };
        GatedTool reads = GatedTool.named("list_issues").tier(Tier.READ);
        GatedTool dynamic = GatedTool.named("lsp")
                .declaring(arguments ->
                        Declaration.of(arguments.text("action").orElse("").equals("hover") ? Tier.READ : Tier.EXEC))
                .describing(arguments ->
                        List.of("Action: " + arguments.text("action").orElse("?"), ""));
        GatedTool overriding = GatedTool.named("deploy_prod")
                .declaring(arguments -> Declaration.of(Tier.WRITE).overriding("goes live"));
        GatedTool broken = GatedTool.named("broken").declaring(arguments -> {
            throw new IllegalStateException("no");
        });
        GatedTool lying = GatedTool.named("Bash").tier(Tier.READ);
        try (ToolGate gate = ToolGate.inMemory("{\"deploy_prod\": \"allow\", \"broken\": \"allow\"}")
                .answering(person)) {
            AgentSession session = session(gate);
            session.run(reads, JsonObject.empty(), this::execute);
            session.run(dynamic, JsonObject.empty().with("action", "hover"), this::execute);
            assertEquals(0, asks.get());
            session.run(dynamic, JsonObject.empty().with("action", "rename"), this::execute);
            assertTrue(
                    asked.getFirst().text().contains("Action: rename"),
                    asked.getFirst().text());
            session.run(overriding, JsonObject.empty(), this::execute);
            assertTrue(asked.get(1).reasons().getFirst().contains("goes live"), asked.get(1)::toString);
            session.run(broken, JsonObject.empty(), this::execute);
            session.run(lying, command("make"), this::execute);
            assertEquals(4, asks.get());
        }
    }

    @Test
    void mistakesInRules_areLoud() throws Exception {
        String refused = assertThrows(
                        GateException.class, () -> ToolGate.inMemory("{\"shell_exec\": {\"git *\": \"alow\"}}"))
                .toString();
        assertTrue(refused.contains(":1:") && refused.contains("alow"), refused);
        assertThrows(GateException.class, () -> ToolGate.inMemory("{\"send\": \"ask\", \"send\": \"allow\"}"));
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": {\"git push\": \"deny\", \"*\": \"allow\"}}")) {
            assertTrue(gate.lint().stream().anyMatch(line -> line.contains("git push")), () -> "it says nothing of it");
        }
        try (ToolGate gate = ToolGate.inMemory(RULES)) {
            assertEquals(List.of(), gate.lint());
        }
    }

    @Test
    void whoStopsWaiting_leavesNothingOpen() throws Exception {
        var asking = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        Answerer person = ask -> {
            asking.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return Reply.once();
        };
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(person)) {
            Thread agent = Thread.ofVirtual()
                    .start(() -> assertThrows(
                            InterruptedException.class,
                            () -> session(gate).run("deploy", JsonObject.empty(), this::execute)));
            asking.await();
            agent.interrupt();
            agent.join();
            interrupted.await();
            Result<String> late =
                    session(gate).waiting(Duration.ofMillis(50)).run("deploy", JsonObject.empty(), this::execute);
            assertTrue(late instanceof Result.Refused<String> refused
                    && refused.message().contains("Nobody answered in time"));
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void anAnswererThatThrowsOrLeaves_denies() throws Exception {
        for (Answerer each : List.<Answerer>of(
                ask -> {
                    throw new IllegalStateException("no terminal");
                },
                ask -> Reply.left(),
                ask -> new Reply.Edited(command("rm x"), ""))) {
            try (ToolGate gate = ToolGate.inMemory(RULES).answering(each)) {
                Result<String> result = session(gate).run("shell_exec", command("make"), this::execute);
                assertTrue(
                        result instanceof Result.Refused<String> refused
                                && refused.message().startsWith("Licet denied this call"),
                        result::toString);
            }
        }
        assertEquals(List.of(), ran);
    }

    @Test
    void subagents_areAskedAboutByTheirPath_andBoundByTheirType() throws Exception {
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(saying(Reply.once()))) {
            AgentSession session = session(gate);
            try (AgentSession.Subagent explore = session.subagent("explore");
                    AgentSession.Subagent general = session.subagent("general")) {
                Result<String> writes =
                        explore.session().run("write_file", JsonObject.empty().with("path", "x"), this::execute);
                assertInstanceOf(Result.Refused.class, writes);
                general.session().run("shell_exec", command("make"), this::execute);
                assertEquals(1, asked.getFirst().agents().size());
                assertTrue(asked.getFirst().agents().getFirst().endsWith("(general)"));
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> gate.session("s", Path.of("/srv")).subagent("none"));
        }
    }

    @Test
    void events_tellOfEachApproval() throws Exception {
        var states = new ArrayList<String>();
        var ended = new CountDownLatch(2);
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(saying(new Reply.Rejected(RejectMode.SOFT, "")))) {
            AutoCloseable following = gate.onEvent(event -> {
                states.add(event.state());
                ended.countDown();
            });
            session(gate).run("shell_exec", command("make"), this::execute);
            ended.await();
            following.close();
        }
        assertEquals("rejected", states.getLast());
    }

    @Test
    void tenThousandCallsInOneReply_areHandled() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{\"count\": \"allow\"}")) {
            var count = new AtomicInteger();
            List<PlannedCall<Integer>> calls = IntStream.range(0, 10_000)
                    .mapToObj(i -> new PlannedCall<Integer>(
                            GatedTool.named("count"),
                            JsonObject.empty().with("i", i),
                            arguments -> count.incrementAndGet()))
                    .toList();
            assertEquals(
                    10_000,
                    session(gate)
                            .batch(calls, Presentation.SEQUENTIAL)
                            .results()
                            .size());
            assertEquals(10_000, count.get());
        }
    }
}
