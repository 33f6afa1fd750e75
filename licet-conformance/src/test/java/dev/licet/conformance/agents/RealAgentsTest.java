package dev.licet.conformance.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Licet promises of the agents that it holds, seen with each of them: {@code docs/hooks.md} says it in a table. */
@Tag("agents")
class RealAgentsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What was seen of one call. */
    private record Seen(String heard, String printed, List<String> stillPending) {
        private boolean modelHeard(String text) {
            return heard.contains(text);
        }
    }

    /** How a person answers: the path below the approval, and the body. */
    private record Reply(String path, JsonObject body) {
        private static final Reply YES = new Reply("approve", JsonObject.empty());
    }

    private static Seen played(AgentHome home, Wanted wanted) throws Exception {
        try (LoopbackModel model = LoopbackModel.start(wanted)) {
            home.install(model);
            String printed = home.work(model);
            assertTrue(model.hasSpoken(), () -> "it did not offer the tool: " + printed + model.heard());
            return new Seen(model.heard(), printed, home.server().pending());
        }
    }

    /** The same where a person answers. */
    private static Seen answered(AgentHome home, Wanted wanted, Reply reply) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<JsonObject> answer = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            String id = home.server().awaitPending();
                            return home.server()
                                    .post("/v1/approvals/" + id + "/" + reply.path(), JsonText.write(reply.body()));
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    threads);
            Seen seen = played(home, wanted);
            assertTrue(answer.isDone(), () -> "nobody was asked: " + seen);
            answer.join();
            return seen;
        }
    }

    /** The same where a person rejects whatever is asked. */
    private static Seen rejected(AgentHome home, Wanted wanted) throws Exception {
        Thread person = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    for (String id : home.server().pending()) {
                        home.server().post("/v1/approvals/" + id + "/deny", "{\"mode\": \"soft\"}");
                    }
                    Thread.sleep(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            return played(home, wanted);
        } finally {
            person.interrupt();
            person.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAllowed_runsSilently(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = played(home, agent.shell("cat keep.txt"));
            assertTrue(seen.modelHeard("a kept word"), seen::toString);
            assertEquals(List.of(), seen.stillPending());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDenied_doesNotRun_andTheModelIsToldWhy(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = played(home, agent.shell("rm -f keep.txt"));
            assertTrue(Files.exists(home.file("keep.txt")), seen::toString);
            assertEquals(agent.tellsOfRefusals(), seen.modelHeard("rm *"), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAPersonApproves_runs(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = answered(home, agent.shell("touch made.txt"), Reply.YES);
            assertTrue(Files.exists(home.file("made.txt")), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAPersonRejects_doesNotRun_andTheModelHearsWhatTheySaid(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            JsonObject no = JsonObject.empty().with("mode", "soft").with("feedback", "take the other one");
            Seen seen = answered(home, agent.shell("touch never.txt"), new Reply("deny", no));
            assertFalse(Files.exists(home.file("never.txt")), seen::toString);
            assertEquals(agent.tellsOfRefusals(), seen.modelHeard("take the other one"), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherArguments_areTaken_orTold(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Wanted other = agent.shell("touch other.txt");
            JsonObject edited = JsonObject.empty().with("arguments", other.arguments());
            Seen seen = answered(home, agent.shell("touch first.txt"), new Reply("approve", edited));
            assertFalse(Files.exists(home.file("first.txt")), seen::toString);
            assertEquals(agent.takesOtherArguments(), Files.exists(home.file("other.txt")), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFile_isWrittenOnceAPersonApprovesIt(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = answered(home, agent.write(home.file("new.txt"), "new words\n"), Reply.YES);
            assertTrue(Files.exists(home.file("new.txt")), seen::toString);
            assertTrue(Files.readString(home.file("new.txt")).contains("new words"), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSecret_isNotRead(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = rejected(home, agent.read(home.file(".env")));
            assertFalse(seen.modelHeard(AgentHome.SECRET), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSearchOfEverything_showsNoSecret(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder)) {
            Seen seen = rejected(home, agent.search("TOKEN"));
            assertFalse(seen.modelHeard(AgentHome.SECRET), seen::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutTheServer_nothingRuns(RealAgent agent) throws Exception {
        try (AgentHome home = AgentHome.of(agent, folder);
                LoopbackModel model = LoopbackModel.start(agent.shell("touch down.txt"))) {
            home.install(model);
            home.server().close();
            String printed = home.work(model);
            assertTrue(model.hasSpoken(), printed);
            assertFalse(Files.exists(home.file("down.txt")), printed);
        }
    }
}
