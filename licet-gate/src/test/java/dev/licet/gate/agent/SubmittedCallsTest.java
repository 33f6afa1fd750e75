package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.data.GateException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are answered when somebody comes to it, in a program with an inbox of its own. */
class SubmittedCallsTest {
    private static final GatedTool SHELL = GatedTool.named("shell_exec");

    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private String execute(JsonObject arguments) {
        String command = arguments.text("command").orElseThrow();
        ran.add(command);
        return "ran " + command;
    }

    private static AgentSession session(ToolGate gate) {
        return gate.session("s", Path.of("/srv/project"));
    }

    private static <T> Ask asked(PendingCall<T> call) {
        return call.asked().toCompletableFuture().join().orElseThrow();
    }

    private static <T> Result<T> result(PendingCall<T> call) {
        return call.result().toCompletableFuture().join();
    }

    @Test
    void whatIsAsked_waitsForWhoeverAnswersIt() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": {\"*\": \"ask\", \"git status\": \"allow\"}}")) {
            AgentSession session = session(gate).requestedBy("anna");
            PendingCall<String> allowed = session.submit(SHELL, command("git status"), this::execute);
            assertInstanceOf(Result.Ran.class, result(allowed));
            assertTrue(allowed.id().isEmpty());

            PendingCall<String> call = session.submit(SHELL, command("make"), this::execute);
            Ask ask = asked(call);
            assertEquals(List.of(ask.id()), gate.pending().stream().map(Ask::id).toList());
            assertEquals("anna", ask.call().requester());
            assertEquals("s", ask.call().session().text());
            assertEquals("local", ask.call().worker().text());
            assertEquals(command("make"), ask.call().arguments());
            assertEquals("", gate.answer(ask.id(), Reply.once().by("ben")));
            assertEquals(new Result.Ran<>("ran make", command("make"), ""), result(call));
            assertEquals(List.of("git status", "make"), ran);
            assertThrows(GateException.class, () -> gate.answer(new ApprovalId("none"), Reply.once()));
        }
    }

    @Test
    void afterARestart_itGoesOn_withAnAnswerFromBeforeOrAfter() throws Exception {
        List<ApprovalId> ids;
        try (ToolGate gate = ToolGate.open(folder)) {
            ids = Stream.of("make a", "make b")
                    .map(each -> session(gate).submit(SHELL, command(each), this::execute))
                    .map(call -> asked(call).id())
                    .toList();
        }
        try (ToolGate gate = ToolGate.open(folder)) {
            gate.answer(ids.getFirst(), Reply.once());
            AgentSession session = gate.session("s", Path.of("/elsewhere"));
            PendingCall<String> before = session.resume(ids.getFirst(), SHELL, this::execute);
            assertEquals(new Result.Ran<>("ran make a", command("make a"), ""), result(before));
            PendingCall<String> after = session.resume(ids.getLast(), SHELL, this::execute);
            assertEquals(ids.getLast(), asked(after).id());
            gate.answer(ids.getLast(), Reply.skip("not now"));
            assertEquals(new Result.Refused<>("The user rejected `shell_exec`: not now", false), result(after));
            assertEquals(List.of("make a"), ran);
            Result<String> used = result(session.resume(ids.getFirst(), SHELL, this::execute));
            assertTrue(
                    used instanceof Result.Refused<String> no && no.message().contains("has been used"),
                    used::toString);
            assertEquals(List.of(), gate.pending());
            assertEquals(List.of("make a"), ran);
            assertInstanceOf(
                    Result.Refused.class,
                    result(gate.session("other", Path.of("/srv")).resume(ids.getLast(), SHELL, this::execute)));
        }
    }

    @Test
    void aProgramThatEnds_letsEverybodyGo_andKeepsWhatTheyAsked() throws Exception {
        var asked = new LinkedBlockingQueue<Ask>();
        ApprovalId id;
        try (ToolGate gate = ToolGate.open(folder).answering(ask -> {
            asked.add(ask);
            new CountDownLatch(1).await();
            return Reply.once();
        })) {
            var waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    Result<String> result = session(gate).run(SHELL, command("make"), this::execute);
                    assertFalse(Thread.currentThread().isInterrupted());
                    return result;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            id = asked.take().id();
            gate.leave();
            Result<String> gone = waiting.join();
            assertTrue(
                    gone instanceof Result.Refused<String> no && no.message().contains("the question stays"),
                    gone::toString);
            assertEquals(List.of(id), gate.pending().stream().map(Ask::id).toList());
        }
        try (ToolGate gate = ToolGate.open(folder)) {
            assertEquals("", gate.answer(id, Reply.once()));
            assertEquals(
                    new Result.Ran<>("ran make", command("make"), ""),
                    session(gate).run(SHELL, command("make"), this::execute));
            assertEquals(List.of("make"), ran);
        }
    }

    @Test
    void whatIsCancelled_isWithdrawn() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{}")) {
            PendingCall<String> call = session(gate).submit(SHELL, command("make"), this::execute);
            asked(call);
            call.cancel();
            Throwable ended =
                    assertThrows(CompletionException.class, () -> result(call)).getCause();
            assertInstanceOf(CancellationException.class, ended);
            assertEquals(List.of(), gate.pending());
        }
    }

    @Test
    void onlyWhoMayApprove_does_alsoInThisProcess() throws Exception {
        Path rules = folder.resolve("workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"approvers\": [\"anna\"]}}}");
        try (ToolGate gate = ToolGate.open(folder)) {
            PendingCall<String> call = session(gate).submit(SHELL, command("make"), this::execute);
            ApprovalId id = asked(call).id();
            assertTrue(gate.answer(id, Reply.once().by("ben")).contains("anna"));
            assertEquals("", gate.answer(id, Reply.once().by("anna")));
            assertInstanceOf(Result.Ran.class, result(call));
        }
    }

    @Test
    void aReply_mayRememberAsMuchAsItSays() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{}")
                .answering(ask -> new Reply.Remembering(GrantKind.EXACT, new Lifetime.Uses(2)).by("anna"))) {
            var asked = new ArrayList<Ask>();
            AutoCloseable following = gate.onEvent(event -> asked.add(event.ask()));
            for (int i = 0; i < 3; i++) {
                assertInstanceOf(Result.Ran.class, session(gate).run(SHELL, command("make"), this::execute));
            }
            following.close();
            assertEquals(1, asked.stream().map(Ask::id).distinct().count());
        }
    }

    @Test
    void whatHasEnded_refuses() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"allow\"}")) {
            AgentSession session = session(gate);
            AgentSession.Turn turn = session.turn();
            AgentSession.Subagent agent = turn.session().subagent("general");
            assertInstanceOf(Result.Ran.class, agent.session().run(SHELL, command("a"), this::execute));
            turn.close();
            assertInstanceOf(Result.Refused.class, turn.session().run(SHELL, command("b"), this::execute));
            assertInstanceOf(Result.Refused.class, agent.session().run(SHELL, command("b"), this::execute));
            assertInstanceOf(Result.Ran.class, session.run(SHELL, command("c"), this::execute));
            session.close();
            Result<String> late = session.run(SHELL, command("d"), this::execute);
            assertTrue(late instanceof Result.Refused<String> refused
                    && refused.message().contains("has ended"));
            assertEquals(List.of("a", "c"), ran);
            assertInstanceOf(Result.Ran.class, session(gate).run(SHELL, command("e"), this::execute));
        }
    }

    @Test
    void ofAllAskedAtOnce_eachIsToldWhatWasSaidOfIt() throws Exception {
        Answerer person = ask -> switch (ask.text()) {
            case "make a" -> Reply.stop("enough");
            case "make b" -> Reply.skip("not on Fridays");
            default -> Reply.once();
        };
        try (ToolGate gate = ToolGate.inMemory("{}").answering(person)) {
            List<Result<String>> results = session(gate)
                    .batch(planned("make a", "make b", "make c"), Presentation.TOGETHER)
                    .results();
            assertEquals(List.of(), ran);
            assertTrue(Told.by(results.get(0)).contains("enough"), Told.by(results.get(0)));
            assertTrue(Told.by(results.get(1)).contains("not on Fridays")
                    || Told.by(results.get(1)).contains("stopped"));
            assertTrue(
                    Told.by(results.get(2)).startsWith("Not executed: the user stopped you"), Told.by(results.get(2)));
        }
    }

    @Test
    void severalThatMayRun_runAtTheSameTime() throws Exception {
        var together = new CyclicBarrier(2);
        var calls = Stream.of("a", "b", "c", "d")
                .map(each -> new PlannedCall<String>(SHELL, command(each), arguments -> {
                    together.await();
                    return execute(arguments);
                }))
                .toList();
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"allow\"}")) {
            BatchResult<String> batch = session(gate).batch(calls, 2);
            assertEquals(
                    List.of("ran a", "ran b", "ran c", "ran d"),
                    batch.results().stream().map(Told::by).toList());
            assertThrows(IllegalArgumentException.class, () -> session(gate).batch(calls, 0));
        }
    }

    @Test
    void aCallWaitsLongerThanOneSubmission() throws Exception {
        var asking = new CountDownLatch(1);
        try (ToolGate gate = ToolGate.inMemory("{}").answering(ask -> {
            asking.countDown();
            return Reply.once();
        })) {
            Result<String> result =
                    session(gate).waiting(VerdictRace.FOREVER.plusDays(1)).run(SHELL, command("make"), this::execute);
            asking.await();
            assertInstanceOf(Result.Ran.class, result);
        }
    }

    private List<PlannedCall<String>> planned(String... commands) {
        return Stream.of(commands)
                .map(each -> new PlannedCall<String>(SHELL, command(each), this::execute))
                .toList();
    }
}
