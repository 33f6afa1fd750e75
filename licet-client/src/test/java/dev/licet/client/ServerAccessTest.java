package dev.licet.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.BatchResult;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.PendingCall;
import dev.licet.gate.agent.PlannedCall;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.Skill;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.data.DataDirectory;
import dev.licet.server.LicetServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same sessions, over a server. */
class ServerAccessTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private LicetServer server;

    private final List<Ask> asked = new ArrayList<>();

    @BeforeEach
    void start() {
        server = LicetServer.start(DataDirectory.at(folder), "127.0.0.1", 0);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private ToolGate gate(Answerer person) {
        return ToolGate.over(LicetClient.of(DataDirectory.at(folder)).access()).answering(person);
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private static AgentSession session(ToolGate gate) {
        return gate.session("s", Path.of("/srv/project"));
    }

    @Test
    void whoIsHere_isAsked_andMayAnswer() throws Exception {
        try (ToolGate gate = gate(ask -> {
            asked.add(ask);
            return new Reply.Edited(command("make test"), "like this");
        })) {
            GatedTool shell = GatedTool.named("shell_exec").describing(arguments -> List.of("builds it"));
            Result<String> result = session(gate).run(shell, command("make"), arguments -> "ran " + arguments);
            assertTrue(result instanceof Result.Ran<String> ran
                    && ran.arguments().equals(command("make test"))
                    && ran.comment().equals("like this"));
            assertEquals("make", asked.getFirst().text());
            assertEquals(2, asked.getFirst().display().parts().size());
            assertEquals(
                    List.of("runs make: no rule covers this, and it runs code of the project"),
                    asked.getFirst().reasons());
        }
    }

    @Test
    void whoAnswersElsewhere_endsTheQuestionHere() throws Exception {
        var interrupted = new CountDownLatch(1);
        try (ToolGate gate = gate(ask -> {
            server.gate().pending().forEach(each -> elsewhere(each.id().text()));
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return Reply.once();
        })) {
            Result<String> result = session(gate).run("shell_exec", command("make"), arguments -> "ran");
            assertEquals("The user rejected `shell_exec`: no", ((Result.Refused<String>) result).message());
            interrupted.await();
        }
    }

    @Test
    void aRestartOfTheServer_andOfTheAgent_losesNoAnswer() throws Exception {
        GatedTool shell = GatedTool.named("shell_exec");
        ApprovalId id;
        try (ToolGate gate =
                ToolGate.over(LicetClient.of(DataDirectory.at(folder)).access())) {
            PendingCall<String> call =
                    session(gate).requestedBy("anna").submit(shell, command("make"), arguments -> "ran once");
            Ask ask = call.asked().toCompletableFuture().join().orElseThrow();
            assertEquals("anna", ask.call().requester());
            id = ask.id();
        }
        server.close();
        server = LicetServer.start(DataDirectory.at(folder), "127.0.0.1", 0);
        try (ToolGate gate =
                ToolGate.over(LicetClient.of(DataDirectory.at(folder)).access())) {
            assertEquals(List.of(id), gate.pending().stream().map(Ask::id).toList());
            gate.answer(id, new Reply.Remembering(GrantKind.EXACT, new Lifetime.Uses(2)));
            PendingCall<String> call = session(gate).resume(id, shell, arguments -> "ran " + arguments.text("command"));
            assertInstanceOf(
                    Result.Ran.class, call.result().toCompletableFuture().join());
            assertEquals(1, server.gate().sessions().grants().size());
            assertEquals(Optional.empty(), gate.find(new ApprovalId("aaaaaaaaaa")));
        }
    }

    private void elsewhere(String id) {
        Thread.ofVirtual().start(() -> {
            try (LicetClient other = LicetClient.of(DataDirectory.at(folder))) {
                other.deny(id, JsonObject.empty().with("mode", "soft").with("feedback", "no"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void aBatch_stops_andSubagentsAreNamed() throws Exception {
        try (ToolGate gate = gate(ask -> {
                    asked.add(ask);
                    return Reply.stop("enough");
                });
                AgentSession.Subagent subagent = session(gate).subagent("general")) {
            List<PlannedCall<String>> calls = List.of("make a", "make b").stream()
                    .map(each ->
                            new PlannedCall<String>(GatedTool.named("shell_exec"), command(each), arguments -> "ran"))
                    .toList();
            BatchResult<String> batch = subagent.session().batch(calls, Presentation.SEQUENTIAL);
            assertTrue(batch.stops());
            assertEquals(1, asked.size());
            assertTrue(asked.getFirst().agents().getFirst().endsWith("(general)"));
            assertTrue(asked.getFirst().behind().getFirst().contains("make b"));
        }
    }

    @Test
    void whatAToolSaysOfItself_reachesTheServer_andReading_isNotAsked() throws Exception {
        try (ToolGate gate = gate(ask -> Reply.skip(""))) {
            assertInstanceOf(
                    Result.Ran.class,
                    session(gate)
                            .run(GatedTool.named("list_issues").tier(Tier.READ), JsonObject.empty(), arguments -> ""));
            assertInstanceOf(
                    Result.Refused.class,
                    session(gate).run(GatedTool.named("close_issue"), JsonObject.empty(), arguments -> ""));
        }
    }

    @Test
    void skill_isAskedOnceForItsVersion_andCountsForTheTurn() throws Exception {
        var skill = new Skill("release", "Tag it.", List.of(new RuleText("shell_exec", "git push *")));
        try (ToolGate gate = gate(ask -> {
                    asked.add(ask);
                    return Reply.once();
                });
                AgentSession session = session(gate)) {
            for (int i = 0; i < 2; i++) {
                try (AgentSession.Turn turn = session.turn()) {
                    assertInstanceOf(Result.Ran.class, turn.session().use(skill, allowed -> skill.text()));
                    assertInstanceOf(
                            Result.Ran.class,
                            turn.session().run("shell_exec", command("git push a"), arguments -> "ran"));
                }
                assertEquals(1, asked.size());
            }
            assertEquals("skill", asked.getFirst().tool());
            assertTrue(asked.getFirst().text().contains("git push *"), asked.getFirst()::text);
            assertEquals(Action.ASK, session.peek(GatedTool.named("shell_exec"), command("git push a")));
            assertEquals(
                    Action.ALLOW,
                    session.peek(
                            GatedTool.named("read_file"), JsonObject.empty().with("path", "a")));
        }
    }
}
