package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.agent.tool.AgentTool;
import dev.licet.agent.tool.Toolbox;
import dev.licet.agent.tool.Workspace;
import dev.licet.contain.Container;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.PlannedCall;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's shell under rules that want its commands within bounds. */
class ContainedAgentTest {
    @TempDir
    private Path folder;

    @Test
    void commandsRunWithinBounds_andAreAskedOnceTheseWereTooNarrow() throws Exception {
        Program.require("bubblewrap", "bwrap");
        Path project = Files.createDirectory(folder.resolve("project")).toRealPath();
        Files.writeString(project.resolve(".env"), "TOKEN=geheim");
        Files.writeString(project.resolve("look.sh"), "cat .env; touch ../outside\n");
        Files.writeString(project.resolve("reach.sh"), "touch /usr/licet-new\n");
        Container container = Container.in(folder.resolve("contained")).found().orElseThrow();
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"contain\"}")) {
            AgentSession session = gate.session("s", project);
            AgentTool shell = Toolbox.standard(new Workspace(project, folder.resolve("outputs")), session)
                    .within(container)
                    .named("shell_exec")
                    .orElseThrow();
            assertEquals("(no output)", ran(session, shell, "echo x > made"));
            assertEquals("x\n", Files.readString(project.resolve("made")));
            assertTrue(ran(session, shell, "bash look.sh").contains("Permission denied"));
            String line = "bash reach.sh";
            String failed = ran(session, shell, line);
            assertTrue(failed.contains("a person is asked to run it without them"), failed);
            assertEquals(Optional.empty(), result(session, shell, line), "nobody is there to be asked");
        }
    }

    /** Sees what is asked, and what is in the workspace then; answers with {@code reply}. */
    private static final class Person implements Answerer {
        private final Path project;
        private Reply reply = Reply.once();
        private String seen = "";
        private boolean there;

        Person(Path project) {
            this.project = project;
        }

        @Override
        public Reply answer(Ask ask) {
            seen = ask.display().parts().stream()
                    .map(part -> part.label() + ": " + part.text().text())
                    .collect(Collectors.joining("\n"));
            there = Files.exists(project.resolve("out.txt"));
            return reply;
        }
    }

    @Test
    void whatIsAsked_isTriedFirst_andPutInPlaceOnceItIsApproved() throws Exception {
        Program.require("bubblewrap", "bwrap");
        Path project = Files.createDirectory(folder.resolve("project")).toRealPath();
        Files.writeString(project.resolve("build.sh"), "echo made >> out.txt; echo printed; exit ${1:-0}\n");
        Container container = Container.in(folder.resolve("contained")).found().orElseThrow();
        var person = new Person(project);
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(person)) {
            AgentSession session = gate.session("s", project);
            AgentTool shell = Toolbox.standard(new Workspace(project, folder.resolve("outputs")), session)
                    .within(container)
                    .named("shell_exec")
                    .orElseThrow();
            assertEquals("printed\n", ran(session, shell, "bash build.sh"));
            assertTrue(person.seen.contains("tried within bounds: changes 1 file"), person.seen);
            assertTrue(person.seen.contains("+ made"), person.seen);
            assertFalse(person.there, "nothing was in place when it was asked");
            assertEquals("made\n", Files.readString(project.resolve("out.txt")), "it ran once");
            assertTrue(ran(session, shell, "bash build.sh 3").endsWith("(exit status 3)"));
            assertTrue(person.seen.contains("failed with exit status 3"), person.seen);
            assertEquals("made\nmade\n", Files.readString(project.resolve("out.txt")), "it ran as it is then");
            person.reply = new Reply.Edited(JsonObject.empty().with("command", "echo other > out.txt"), "");
            assertEquals("(no output)", ran(session, shell, "bash build.sh"));
            assertEquals("other\n", Files.readString(project.resolve("out.txt")));
            person.reply = Reply.skip("no");
            assertEquals(Optional.empty(), result(session, shell, "bash build.sh"));
            assertEquals("other\n", Files.readString(project.resolve("out.txt")));
        }
    }

    private static String ran(AgentSession session, AgentTool shell, String line) throws InterruptedException {
        return result(session, shell, line).orElseThrow();
    }

    private static Optional<String> result(AgentSession session, AgentTool shell, String line)
            throws InterruptedException {
        PlannedCall<String> planned = shell.planned(JsonObject.empty().with("command", line));
        return session.run(planned.tool(), planned.arguments(), planned.executor()) instanceof Result.Ran<String> ran
                ? Optional.of(ran.value())
                : Optional.empty();
    }
}
