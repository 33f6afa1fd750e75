package dev.licet.conformance.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Licet promises of the agents that it holds, seen with each of them: {@code docs/hooks.md} says it in words. */
@Tag("agents")
class RealAgentsTest {
    private static final Duration TOO_LATE = Duration.ofSeconds(10);
    private static final String SECOND = "touch second.txt";

    /** Some agents refuse to live in the folder for temporary files. */
    @TempDir(factory = HomesInCache.class)
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private AgentHome home(RealAgent agent, Wanted... wanted) throws Exception {
        return AgentHome.in(folder, agent, List.of(wanted));
    }

    private Path file(String name) {
        return AgentHome.workspace(folder).resolve(name);
    }

    private String path(String name) {
        return file(name).toString();
    }

    /** What was seen of one run. */
    private record Seen(String heard, String printed, List<JsonObject> asked, List<String> stillPending) {
        private boolean modelHeard(String text) {
            return heard.contains(text);
        }
    }

    /** A run of the agent, hooked up, that nobody answers. */
    private static Seen played(AgentHome home) throws Exception {
        home.install();
        return worked(home);
    }

    /** The same where {@code person} answers. */
    private static Seen played(AgentHome home, Person person) throws Exception {
        home.install();
        Person.Answered<Seen> seen = person.during(() -> worked(home));
        return new Seen(seen.result().heard(), seen.result().printed(), seen.asked(), List.of());
    }

    private static Seen worked(AgentHome home) throws Exception {
        String printed = home.work();
        assertTrue(
                home.model().calls() > 0,
                () -> "it did not offer the tool, but " + home.model().offered() + printed);
        return new Seen(home.model().heard(), printed, List.of(), home.server().pending());
    }

    @EachAgent
    void whatIsAllowed_runsSilently(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("cat keep.txt"))) {
            Seen seen = played(home);
            assertTrue(seen.modelHeard(AgentHome.KEPT), seen::toString);
            assertEquals(List.of(), seen.stillPending());
        }
    }

    /** What is not in the table asks, whatever it does: an agent of a new version that has more tools is seen here. */
    @EachAgent
    void everyToolWithItsArguments_isInTheTable_orKnownToAsk(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("cat keep.txt"))) {
            played(home);
            ToolTable tools = ToolTable.standard();
            String served = agent.served("")
                    .map(Wanted::tool)
                    .filter(name -> !name.isEmpty())
                    .orElse("files__");
            var unknown = new TreeSet<String>();
            home.model().forms().forEach((tool, arguments) -> {
                if (tools.kind(tool) == ToolKind.MCP || tool.startsWith(served)) {
                    return;
                }
                if (tools.kind(tool) == ToolKind.OTHER) {
                    unknown.add(tool);
                } else {
                    arguments.stream()
                            .filter(argument -> !tools.knows(tool, argument))
                            .forEach(argument -> unknown.add(tool + "." + argument));
                }
            });
            assertEquals(agent.asks(), String.join(" ", unknown));
        }
    }

    @EachAgent
    void whatIsDenied_doesNotRun_andTheModelIsToldWhy(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("rm -f keep.txt"))) {
            Seen seen = played(home);
            assertTrue(Files.exists(file("keep.txt")), seen::toString);
            assertEquals(agent.tellsOfRefusals(), seen.modelHeard("rm *"), seen::toString);
        }
    }

    @EachAgent
    void whatAPersonApproves_runs(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch made.txt"))) {
            Seen seen = played(home, Person.approves(home.server()));
            assertTrue(Files.exists(file("made.txt")), seen::toString);
            assertEquals(1, seen.asked().size(), seen::toString);
        }
    }

    @EachAgent
    void whatAPersonRejects_doesNotRun_andTheModelHearsWhatTheySaid(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch never.txt"))) {
            Seen seen = played(home, Person.rejects(home.server(), "soft", "take the other one"));
            assertFalse(Files.exists(file("never.txt")), seen::toString);
            assertEquals(1, seen.asked().size(), seen::toString);
            assertEquals(agent.tellsOfRefusals(), seen.modelHeard("take the other one"), seen::toString);
        }
    }

    @EachAgent
    void aHardRejection_endsTheTurn_whereTheAgentCan(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch never.txt"), agent.shell(SECOND))) {
            Seen seen = played(home, Person.rejects(home.server(), "hard", "stop here"));
            assertFalse(Files.exists(file("never.txt")), seen::toString);
            assertFalse(Files.exists(file("second.txt")), seen::toString);
            assertEquals(agent.stops() ? 1 : 2, home.model().calls(), seen::toString);
        }
    }

    @EachAgent
    void otherArguments_areTaken_orTold(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch first.txt"))) {
            Seen seen = played(home, Person.changes(home.server(), "first.txt", "other.txt"));
            assertFalse(Files.exists(file("first.txt")), seen::toString);
            assertEquals(agent.takesOtherArguments(), Files.exists(file("other.txt")), seen::toString);
            boolean told = !agent.takesOtherArguments() && agent.tellsOfRefusals();
            assertTrue(!told || seen.modelHeard("touch other.txt"), seen::toString);
        }
    }

    @EachAgent
    void whatIsContained_runsInItsBounds_orIsAsked(RealAgent agent) throws Exception {
        Wanted touch = agent.shell("touch inside.txt ../outside.txt");
        String rules = "{\"shell_exec\": {\"touch *\": \"contain\"}, \"write_file\": {\"/**\": \"allow\"}}";
        try (AgentHome home = AgentHome.in(folder, agent, List.of(touch), rules)) {
            Seen seen = played(home, Person.rejects(home.server(), "soft", "no"));
            assertFalse(Files.exists(folder.resolve("home/outside.txt")), seen::toString);
            assertEquals(agent.takesOtherArguments(), Files.exists(file("inside.txt")), seen::toString);
            assertEquals(agent.takesOtherArguments() ? 0 : 1, seen.asked().size(), seen::toString);
        }
    }

    @EachAgent
    void whatAPersonSawTried_isPutInPlace_whereTheAgentCan(RealAgent agent) throws Exception {
        Wanted made = agent.shell("bash -c 'echo x$RANDOM$RANDOM | tee made.txt'");
        try (AgentHome home = AgentHome.in(folder, agent, List.of(made), "{\"shell_exec\": {\"*\": \"ask\"}}")) {
            boolean can = agent.takesOtherArguments();
            Seen seen = played(home, can ? Person.approvesWhatWasTried(home.server()) : Person.approves(home.server()));
            assertTrue(Files.exists(file("made.txt")), seen::toString);
            assertTrue(seen.modelHeard(Files.readString(file("made.txt")).strip()), seen::toString);
            assertEquals(1, seen.asked().size(), seen::toString);
            assertEquals(can, home.server().get("/v1/audit").toString().contains("previewed"), seen::toString);
        }
    }

    @EachAgent
    void aFile_isWritten_andChanged_onceAPersonApprovesIt(RealAgent agent) throws Exception {
        Wanted write = agent.write(path("new.txt"), "new words\n");
        Wanted read = agent.read(path("new.txt"));
        try (AgentHome home = home(agent, write, read, agent.edit(path("new.txt"), "new words", "newer words"))) {
            Seen seen = played(home, Person.approves(home.server()));
            assertTrue(Files.exists(file("new.txt")), seen::toString);
            assertTrue(Files.readString(file("new.txt")).contains("newer words"), seen::toString);
            assertEquals(2, seen.asked().size(), seen::toString);
        }
    }

    @EachAgent
    void aDeniedFile_isNeitherWritten_norChanged(RealAgent agent) throws Exception {
        Wanted write = agent.write(path("other.env"), "TOKEN=x\n");
        Wanted edit = agent.edit(path(".env"), "OPEN=1", "OPEN=2");
        for (Wanted wanted : List.of(write, edit)) {
            try (AgentHome home = home(agent, wanted)) {
                Seen seen = played(home, Person.approves(home.server()));
                assertFalse(Files.exists(file("other.env")), seen::toString);
                assertEquals(AgentHome.ENV, Files.readString(file(".env")), seen::toString);
                assertEquals(List.of(), seen.asked());
            }
        }
    }

    @EachAgent
    void aSecret_isNotRead_whereAnotherFileIs(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.read(path("keep.txt")), agent.read(path(".env")))) {
            Seen seen = played(home);
            assertEquals(2, home.model().calls(), seen::toString);
            assertTrue(seen.modelHeard(AgentHome.KEPT), seen::toString);
            assertFalse(seen.modelHeard(AgentHome.SECRET), seen::toString);
        }
    }

    @EachAgent
    void aSearchOfEverything_showsNoSecret_unlessAPersonSaysSo(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.search("TOKEN"))) {
            Seen seen = played(home, Person.rejects(home.server(), "soft", "no"));
            assertFalse(seen.modelHeard(AgentHome.SECRET), seen::toString);
        }
    }

    @EachAgent
    void whatAnAgentOfAnAgentWants_isJudgedToo(RealAgent agent) throws Exception {
        Optional<Wanted> delegate = agent.delegate("go on there");
        Wanted[] wanted = {delegate.orElse(agent.shell("cat keep.txt")), agent.shell("rm -f keep.txt")};
        try (AgentHome home = home(agent, wanted)) {
            Seen seen = played(home, Person.approves(home.server()));
            assertEquals(2, home.model().calls(), () -> home.model().offered() + " " + seen);
            assertTrue(Files.exists(file("keep.txt")), seen::toString);
            assertTrue(delegate.isEmpty() || seen.modelHeard("go on there"), seen::toString);
        }
    }

    @Test
    void whatRunsNoHooks_isNotBegunUnasked() throws Exception {
        try (AgentHome home = home(new Goose(), Goose.delegates("go on there"), new Goose().shell("rm -f keep.txt"))) {
            Seen seen = played(home, Person.rejects(home.server(), "soft", "not this one"));
            assertEquals(1, seen.asked().size(), seen::toString);
            assertTrue(Files.exists(file("keep.txt")), seen::toString);
        }
    }

    @EachAgent
    void toolsOfServers_areAsked(RealAgent agent) throws Exception {
        Wanted wanted = agent.served("write_file")
                .map(tool -> tool.with("path", path("served.txt")).with("content", "words"))
                .orElse(agent.shell("touch served.txt"));
        for (boolean yes : List.of(false, true)) {
            try (AgentHome home = home(agent, wanted)) {
                Person person =
                        yes ? Person.approves(home.server()) : Person.rejects(home.server(), "soft", "not this one");
                Seen seen = played(home, person);
                assertEquals(1, seen.asked().size(), () -> home.model().offered() + " " + seen);
                assertEquals(yes, Files.exists(file("served.txt")), seen::toString);
            }
        }
    }

    @EachAgent
    void withoutTheServer_nothingRuns(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch down.txt"))) {
            home.install();
            home.server().close();
            String printed = home.work();
            assertEquals(1, home.model().calls(), printed);
            assertFalse(Files.exists(file("down.txt")), printed);
        }
    }

    @EachAgent
    void withoutTheProgram_nothingRuns(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch gone.txt"))) {
            home.installWhatIsGone("--no-http");
            String seen = home.work();
            assertEquals(1, home.model().calls(), seen);
            assertFalse(Files.exists(file("gone.txt")), seen);
        }
    }

    private static List<RealAgent> agentsWhosePatienceIsSet() {
        return RealAgent.all().stream()
                .filter(agent -> agent.traits().patience() != RealAgent.Patience.FIXED)
                .toList();
    }

    /** What Licet cannot change, so that it refuses in time. */
    @ParameterizedTest
    @MethodSource("agentsWhosePatienceIsSet")
    void aHookThatTakesTooLong_blocks_whereTheAgentCan(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent, agent.shell("touch slow.txt"))) {
            home.install();
            home.shortenPatience();
            Person late = Person.rejects(home.server(), "soft", "too late").after(TOO_LATE);
            Person.Answered<Seen> answered = late.during(() -> worked(home));
            Seen seen = answered.result();
            assertFalse(answered.asked().isEmpty(), seen::toString);
            assertEquals(
                    agent.traits().patience() == RealAgent.Patience.RUNS,
                    Files.exists(file("slow.txt")),
                    seen::toString);
        }
    }

    @Test
    void whatNobodyAnswers_isRefusedBeforeClineGivesUp() throws Exception {
        RealAgent cline = new Cline();
        try (AgentHome home = home(cline, cline.shell("touch late.txt"))) {
            Seen seen = played(home);
            assertEquals(1, seen.stillPending().size(), seen::toString);
            assertFalse(Files.exists(file("late.txt")), seen::toString);
        }
    }

    @EachAgent
    void doctor_saysThatItIsProtected(RealAgent agent) throws Exception {
        try (AgentHome home = home(agent)) {
            home.install();
            String said = home.licet("doctor");
            assertTrue(said.contains("protected") && !said.contains("NOT PROTECTED"), said);
        }
    }

    /** What Licet cannot change: Codex runs no hook that nobody told it to trust. */
    @Test
    void hooksThatAreNotTrusted_areNotRun_andDoctorSaysSo() throws Exception {
        RealAgent codex = new Codex();
        try (AgentHome home = home(codex, codex.shell("rm keep.txt"))) {
            home.install("--no-trust");
            String seen = home.work();
            assertFalse(Files.exists(file("keep.txt")), seen);
            String said = home.licet("doctor");
            assertTrue(said.contains("NOT PROTECTED") && said.contains("open /hooks in Codex"), said);
            home.install();
            String then = home.licet("doctor");
            assertTrue(then.contains("protected") && !then.contains("NOT PROTECTED"), then);
        }
    }
}
