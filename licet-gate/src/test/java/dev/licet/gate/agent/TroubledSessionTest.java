package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.gate.Gate;
import dev.licet.gate.GateOptions;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.store.AuditSearch;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around a session: interrupts, errors, tools and people that behave badly. */
class TroubledSessionTest {
    private static final WorkerId WORKER = WorkerId.STANDARD;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<String> ran = new ArrayList<>();

    @BeforeEach
    void write() throws Exception {
        Path file = folder.resolve("workers/local/permissions.jsonc");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"ok\": \"allow\", \"deploy\": \"ask\", \"bad\": \"allow\"}");
    }

    private Gate gate(GateOptions.Storage storage) {
        return Gate.open(DataDirectory.at(folder), InstantSource.system(), GateOptions.STANDARD.withStorage(storage));
    }

    private static AgentSession session(ToolGate gate) {
        return gate.session("s", Path.of("/srv/project"));
    }

    private String execute(JsonObject arguments) {
        ran.add(arguments.toString());
        return "ran";
    }

    private static List<String> steps(Gate gate) {
        return gate.audit().search(AuditSearch.newest(100)).reversed().stream()
                .map(entry -> entry.heading().orElseThrow().step())
                .toList();
    }

    private static List<GateOptions.Storage> storages() {
        return List.of(new GateOptions.Storage.Memory(), new GateOptions.Storage.File());
    }

    @Test
    void aToolThatLeavesItsThreadInterrupted_isOnRecord_andItsTurnEnds() throws Exception {
        for (GateOptions.Storage storage : storages()) {
            Gate gate = gate(storage);
            try (ToolGate tools = ToolGate.of(gate)) {
                AgentSession session = session(tools);
                try (AgentSession.Turn turn = session.turn()) {
                    assertInstanceOf(Result.Ran.class, turn.session().run("ok", JsonObject.empty(), arguments -> {
                        Thread.currentThread().interrupt();
                        return "done";
                    }));
                    assertThrows(
                            InterruptedException.class,
                            () -> turn.session().run("ok", JsonObject.empty(), this::execute),
                            "an interrupt ends the turn before the next call");
                    Thread.currentThread().interrupt();
                }
                assertTrue(Thread.interrupted(), "who was interrupted stays so");
                assertEquals(
                        "outcome",
                        steps(gate).stream()
                                .filter("outcome"::equals)
                                .findFirst()
                                .orElse("none"));
                assertTrue(gate.sessions()
                        .session(WORKER, new SessionId("s"))
                        .turn()
                        .isEmpty());
                assertEquals(List.of(), ran);
            }
        }
    }

    @Test
    void whateverAnAnswererThrows_deniesTheCall() throws Exception {
        List<Answerer> bad = List.of(
                ask -> {
                    throw new AssertionError("no answer prepared");
                },
                ask -> {
                    throw new InterruptedException("the window was closed");
                });
        for (Answerer answerer : bad) {
            Gate gate = gate(new GateOptions.Storage.Memory());
            try (ToolGate tools = ToolGate.of(gate).answering(answerer)) {
                var refused = assertInstanceOf(
                        Result.Refused.class, session(tools).run("deploy", JsonObject.empty(), this::execute));
                assertTrue(refused.message().contains("nobody could be asked"), refused::message);
                assertEquals(0, gate.pendingCount());
            }
        }
    }

    @Test
    void afterAStop_nothingElseOfTheReplyRuns_alsoWhereAllAreAskedAtOnce() throws Exception {
        try (ToolGate tools =
                ToolGate.of(gate(new GateOptions.Storage.Memory())).answering(ask -> Reply.stop("no"))) {
            BatchResult<String> results = session(tools)
                    .batch(
                            List.of(
                                    new PlannedCall<>(GatedTool.named("deploy"), JsonObject.empty(), this::execute),
                                    new PlannedCall<>(GatedTool.named("ok"), JsonObject.empty(), this::execute)),
                            Presentation.TOGETHER);
            assertTrue(results.results().stream()
                    .allMatch(each -> each instanceof Result.Refused<String> refused && refused.stops()));
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void changedArguments_areJudgedByWhatTheToolSaysOfThem() throws Exception {
        GatedTool tool = GatedTool.named("deploy")
                .declaring(arguments -> Declaration.of(
                        arguments.text("what").equals(java.util.Optional.of("look")) ? Tier.READ : Tier.EXEC));
        Gate gate = gate(new GateOptions.Storage.Memory());
        JsonObject all = JsonObject.empty().with("what", "all");
        try (ToolGate tools = ToolGate.of(gate).answering(ask -> new Reply.Edited(all, ""))) {
            AgentSession session = session(tools);
            assertInstanceOf(
                    Result.Ran.class, session.run(tool, JsonObject.empty().with("what", "look"), this::execute));
            gate.sessions().startPlan(new Sessions.Target(WORKER, new SessionId("s"), Answer.OWNER));
            ran.clear();
            assertInstanceOf(
                    Result.Refused.class, session.run(tool, JsonObject.empty().with("what", "look"), this::execute));
            assertEquals(List.of(), ran);
            assertEquals(Action.DENY, session.peek(tool, all));
        }
    }

    @Test
    void whatIsInterruptedWhileManyAreAsked_isWithdrawnByTheTimeItEnds() throws Exception {
        Gate gate = gate(new GateOptions.Storage.File());
        var asked = new CountDownLatch(20);
        try (ToolGate tools = ToolGate.of(gate).answering(ask -> {
            asked.countDown();
            new CountDownLatch(1).await();
            return Reply.once();
        })) {
            List<PlannedCall<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(new PlannedCall<>(
                        GatedTool.named("deploy"), JsonObject.empty().with("i", i), this::execute));
            }
            Thread waiting = Thread.startVirtualThread(() -> assertThrows(
                    InterruptedException.class, () -> session(tools).batch(calls, Presentation.TOGETHER)));
            asked.await();
            waiting.interrupt();
            waiting.join();
            assertEquals(0, gate.pendingCount());
        }
    }

    @Test
    void theSameCallAgainAndAgain_whereNobodyCanBeAsked_leavesNothingOpen() throws Exception {
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 20; round++) {
                var all = new ArrayList<Future<Result<String>>>();
                for (int i = 0; i < 4; i++) {
                    all.add(threads.submit(() -> session(tools).run("deploy", JsonObject.empty(), this::execute)));
                }
                for (Future<Result<String>> each : all) {
                    assertInstanceOf(Result.Refused.class, each.get());
                }
                assertEquals(0, gate.pendingCount());
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway") // What a program in another language, or without a checker, may do.
    void toolsThatCannotSayWhatTheyDo_areAskedAbout_andTheirErrorsAreOnRecord() throws Exception {
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate).answering(ask -> Reply.skip("no"))) {
            AgentSession session = session(tools);
            GatedTool silent = new GatedTool("ok", arguments -> null, arguments -> List.of(), JsonObject.empty(), "");
            GatedTool failing = GatedTool.named("ok").declaring(arguments -> {
                throw new StackOverflowError();
            });
            for (GatedTool each : List.of(silent, failing)) {
                assertInstanceOf(Result.Refused.class, session.run(each, JsonObject.empty(), this::execute));
            }
            assertInstanceOf(Result.Failed.class, session.run("bad", JsonObject.empty(), arguments -> {
                throw new StackOverflowError();
            }));
            assertInstanceOf(Result.Failed.class, session.run("bad", JsonObject.empty(), arguments -> {
                throw new IllegalStateException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("no message either");
                    }
                };
            }));
            assertThrows(
                    AssertionError.class,
                    () -> session.run("bad", JsonObject.empty(), arguments -> {
                        throw new AssertionError("of a test");
                    }));
            assertEquals(3, steps(gate).stream().filter("outcome"::equals).count());
        }
    }

    @Test
    void argumentsThatAreNestedTooDeep_areRefused_andTheGateGoesOn() throws Exception {
        JsonValue deep = JsonObject.empty();
        for (int i = 0; i < 3_000; i++) {
            deep = JsonArray.of(List.of(deep));
        }
        JsonObject arguments = JsonObject.empty().with("deep", deep);
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate)) {
            var refused = assertInstanceOf(Result.Refused.class, session(tools).run("ok", arguments, this::execute));
            assertTrue(refused.message().contains("nested at most"), refused::message);
            assertInstanceOf(Result.Ran.class, session(tools).run("ok", JsonObject.empty(), this::execute));
        }
    }

    @Test
    void whatASubagentSays_doesNotEndTheTurnItWasStartedIn() throws Exception {
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate)) {
            AgentSession session = session(tools);
            try (AgentSession.Turn turn = session.turn();
                    AgentSession.Subagent subagent = turn.session().subagent("general")) {
                try (AgentSession.Turn inner = subagent.session().turn()) {
                    assertInstanceOf(Result.Ran.class, inner.session().run("ok", JsonObject.empty(), this::execute));
                }
                assertTrue(gate.sessions()
                        .session(WORKER, new SessionId("s"))
                        .turn()
                        .isPresent());
            }
        }
    }

    @Test
    void afterAStop_aSkillThatIsKnown_bringsNothingEither() throws Exception {
        var skill = new Skill("release", "Do it.", List.of(new RuleText("deploy", "*")));
        var replies = new ArrayDeque<>(List.of(Reply.once(), Reply.stop("no"), Reply.skip("asked")));
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate).answering(ask -> replies.removeFirst())) {
            AgentSession session = session(tools);
            try (AgentSession.Turn turn = session.turn()) {
                assertInstanceOf(Result.Ran.class, turn.session().use(skill, allowed -> ""));
            }
            long before = steps(gate).stream().filter("judged"::equals).count();
            try (AgentSession.Turn turn = session.turn()) {
                assertInstanceOf(Result.Ran.class, turn.session().use(skill, allowed -> ""));
            }
            assertEquals(
                    before + 1, steps(gate).stream().filter("judged"::equals).count(), "each use is on record");
            try (AgentSession.Turn turn = session.turn()) {
                BatchResult<String> results = turn.session()
                        .batch(
                                List.of(
                                        new PlannedCall<>(GatedTool.named("other"), JsonObject.empty(), this::execute),
                                        PlannedCall.using(skill, this::execute)),
                                Presentation.SEQUENTIAL);
                assertInstanceOf(Result.Refused.class, results.results().getLast());
                assertInstanceOf(Result.Refused.class, turn.session().run("deploy", JsonObject.empty(), this::execute));
            }
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void skillOutsideOfATurn_isRefused() throws Exception {
        try (ToolGate tools =
                ToolGate.of(gate(new GateOptions.Storage.Memory())).answering(ask -> Reply.once())) {
            AgentSession session = session(tools);
            session.turn().close();
            assertInstanceOf(Result.Refused.class, session.use(new Skill("x", "x", List.of()), this::execute));
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void aStopGivenElsewhere_countsThoughTheQuestionHereFails() throws Exception {
        Gate gate = gate(new GateOptions.Storage.Memory());
        try (ToolGate tools = ToolGate.of(gate).answering(ask -> {
            gate.reject(ask.id(), RejectMode.HARD, Answer.byOwner("elsewhere", gate.now(), "enough"));
            throw new IllegalStateException("the window was closed");
        })) {
            var refused = assertInstanceOf(
                    Result.Refused.class, session(tools).run("deploy", JsonObject.empty(), this::execute));
            assertTrue(refused.stops());
            assertTrue(refused.message().contains("enough"), refused::message);
        }
    }

    @Test
    void anAnswerThatIsBeingStored_isStoredWhole_beforeTheNextCall() throws Exception {
        var stored = new AtomicBoolean();
        var local = new LocalAccess(gate(new GateOptions.Storage.Memory()));
        var slow = (GateAccess) Proxy.newProxyInstance(
                GateAccess.class.getClassLoader(), new Class<?>[] {GateAccess.class}, (proxy, method, arguments) -> {
                    Object result = method.invoke(local, arguments);
                    if (method.getName().equals("answer")) {
                        Thread.sleep(100);
                        stored.set(true);
                    }
                    return result;
                });
        try (ToolGate tools = ToolGate.over(slow).answering(ask -> Reply.always())) {
            assertInstanceOf(Result.Ran.class, session(tools).run("deploy", JsonObject.empty(), this::execute));
            assertTrue(stored.get());
        }
    }
}
