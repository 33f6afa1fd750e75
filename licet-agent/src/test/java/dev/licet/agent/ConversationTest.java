package dev.licet.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.agent.tool.Toolbox;
import dev.licet.agent.tool.Workspace;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.json.JsonText;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole conversations with a scripted model over a real endpoint, real tools and a real gate. */
class ConversationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<Ask> asked = new ArrayList<>();
    private final Shown shown = new Shown();

    /** What was shown. */
    private static final class Shown implements Display {
        private final StringBuilder text = new StringBuilder();

        @Override
        public synchronized void text(String piece) {
            text.append(piece);
        }

        @Override
        public synchronized void said() {
            text.append('\n');
        }

        @Override
        public void calls(String name, JsonObject arguments) {}

        @Override
        public void told(String name, String result, boolean ran) {}
    }

    private Answerer saying(Reply... replies) {
        Deque<Reply> left = new ArrayDeque<>(List.of(replies));
        return ask -> {
            asked.add(ask);
            return left.removeFirst();
        };
    }

    private static Model model(ScriptedModel script) {
        return Model.of(Model.Provider.OPENAI, Optional.of(script.url()), Optional.empty(), "script");
    }

    private Toolbox tools(AgentSession session) {
        return Toolbox.standard(new Workspace(folder, folder.resolve(".outputs")), session);
    }

    private Conversation conversation(ScriptedModel script, ToolGate gate) {
        AgentSession session = gate.session("chat", folder);
        Toolbox tools = tools(session);
        return new Conversation(
                model(script),
                tools.with(new Subagents(model(script), this::tools, session, shown, "You help.", folder))
                        .with(SkillTool.in(folder, folder)),
                session,
                shown,
                "You help.");
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    private static JsonObject write(String path, String content) {
        return JsonObject.empty().with("path", path).with("content", content);
    }

    @Test
    void toolsReallyWork_andTheModelHearsOfThem() throws Exception {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("write_file", write("a.txt", "one\ntwo\n")).saying("I write it."),
                        Line.calls(
                                Line.Call.of("read_file", JsonObject.empty().with("path", "a.txt")),
                                Line.Call.of("shell_exec", command("wc -l < a.txt"))),
                        Line.says("There are two lines.")));
                ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(saying(Reply.once()))) {
            assertEquals("There are two lines.", conversation(script, gate).say("count"));
            assertEquals("one\ntwo\n", Files.readString(folder.resolve("a.txt")));
            assertEquals(List.of("created a.txt, 2 lines", "1\tone\n2\ttwo\n", "2\n"), script.toolResults());
            assertEquals("I write it.\nThere are two lines.\n", shown.text.toString());
            assertEquals(1, asked.size());
        }
    }

    @Test
    void aHardRejection_endsTheTurn_withoutAnotherTurnOfTheModel() throws Exception {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(
                                Line.Call.of("shell_exec", command("touch a")),
                                Line.Call.of("shell_exec", command("touch b"))),
                        Line.says("What else?")));
                ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(saying(Reply.stop("no")))) {
            Conversation conversation = conversation(script, gate);
            assertEquals("Stopped. What should I do instead?", conversation.say("go"));
            assertEquals(1, script.requests().size());
            assertFalse(Files.exists(folder.resolve("a")));
            assertEquals("What else?", conversation.say("something else"));
            assertEquals(2, script.toolResults().size(), "every call has a result");
            assertTrue(script.toolResults().get(1).startsWith("Not executed: the user stopped you"));
        }
    }

    @Test
    void whatIsNoCall_isToldSo_andWhatIsDoubled_isAskedTwice() throws Exception {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(
                                new Line.Call("none", "{}"),
                                new Line.Call("shell_exec", "{\"command\""),
                                new Line.Call("shell_exec", "[]"),
                                Line.Call.of("shell_exec", command("echo x >> log")),
                                Line.Call.of("shell_exec", command("echo x >> log"))),
                        Line.says("Well.")));
                ToolGate gate =
                        ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(saying(Reply.once(), Reply.once()))) {
            assertEquals("Well.", conversation(script, gate).say("go"));
            List<String> results = script.toolResults();
            assertTrue(results.get(0).contains("there is no tool `none`"), results.get(0));
            assertTrue(results.get(1).contains("no JSON object"), results.get(1));
            assertTrue(results.get(2).contains("no JSON object"), results.get(2));
            assertEquals("x\nx\n", Files.readString(folder.resolve("log")));
            assertEquals(2, asked.size());
        }
    }

    @Test
    void aSubagent_isBoundByItsType_andItsPathIsShown() throws Exception {
        JsonObject task = JsonObject.empty()
                .with("description", "look around")
                .with("prompt", "What is here?")
                .with("agent", "explore");
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("task", task),
                        Line.calls("write_file", write("a.txt", "x")),
                        Line.says("I may not write."),
                        Line.says("It found nothing.")));
                ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(saying(Reply.once()))) {
            assertEquals("It found nothing.", conversation(script, gate).say("go"));
            assertEquals("task", asked.getFirst().tool());
            assertEquals(1, asked.size());
            assertFalse(Files.exists(folder.resolve("a.txt")));
            assertEquals(List.of("I may not write."), script.toolResults());
        }
    }

    @Test
    void anInterrupt_endsTheTurn_andLeavesNothingRunning() throws Exception {
        try (ScriptedModel script = ScriptedModel.start(
                        List.of(Line.calls("shell_exec", command("echo on > started; sleep 60")), Line.says("Fine.")));
                ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"allow\", \"write_file\": \"allow\"}")) {
            Conversation conversation = conversation(script, gate);
            var ended = new CountDownLatch(1);
            Thread turn = Thread.ofPlatform().start(() -> {
                assertThrows(InterruptedException.class, () -> conversation.say("go"));
                ended.countDown();
            });
            while (!Files.exists(folder.resolve("started"))) {
                Thread.onSpinWait();
            }
            turn.interrupt();
            ended.await();
            try (Stream<ProcessHandle> children = ProcessHandle.current().descendants()) {
                assertEquals(
                        List.of(),
                        children.filter(each ->
                                        each.info().commandLine().orElse("").contains("sleep 60"))
                                .filter(ProcessHandle::isAlive)
                                .toList());
            }
            assertEquals("Fine.", conversation.say("and now?"));
            assertEquals(List.of("The user interrupted this; it may not have run."), script.toolResults());
        }
    }

    @Test
    void aModelThatIsNotThere_isAProblem_andNotTheEnd() throws Exception {
        ScriptedModel script = ScriptedModel.start(List.of());
        script.close();
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}")) {
            Conversation conversation = conversation(script, gate);
            var problem = assertThrows(ModelProblem.class, () -> conversation.say("go"));
            assertTrue(String.valueOf(problem.getMessage()).startsWith("the model cannot be asked"));
        }
    }

    @Test
    void twoHundredCalls_inOneConversation() throws Exception {
        List<Line> lines = Stream.concat(
                        IntStream.range(0, 200)
                                .mapToObj(i -> Line.calls("write_file", write("f" + i % 7, "text " + i))),
                        Stream.of(Line.says("Done.")))
                .toList();
        try (ScriptedModel script = ScriptedModel.start(lines);
                ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}")) {
            assertEquals("Done.", conversation(script, gate).say("go"));
            assertEquals(201, script.requests().size());
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(7, files.count(), "nothing temporary is left");
            }
        }
    }

    private void skill(String text) throws IOException {
        Path file = folder.resolve(".agents/skills/release/SKILL.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static final String RELEASE = """
            ---
            name: release
            description: how releases are made
            tools: Bash(touch released, once), Bash(touch *)
            ---
            Touch the file `released`.
            """;

    private ScriptedModel release() {
        return ScriptedModel.start(List.of(
                Line.calls("skill", JsonObject.empty().with("name", "release")),
                Line.calls("shell_exec", JsonObject.empty().with("command", "touch released")),
                Line.says("Done.")));
    }

    @Test
    void skill_isAskedOnceForEachVersion_andWhatItBringsEndsWithTheTurn() throws Exception {
        skill(RELEASE);
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}")
                .answering(saying(Reply.once(), Reply.skip("no"), Reply.once()))) {
            try (ScriptedModel script = release()) {
                assertEquals("Done.", conversation(script, gate).say("release it"));
                assertEquals("Touch the file `released`.", script.toolResults().getFirst());
                assertEquals(1, asked.size());
                assertEquals("skill", asked.getFirst().tool());
                assertTrue(asked.getFirst().text().contains("touch released, once"), asked.getFirst()::text);
                assertTrue(Files.exists(folder.resolve("released")));
            }
            try (ScriptedModel script = ScriptedModel.start(List.of(
                    Line.calls("shell_exec", JsonObject.empty().with("command", "touch more")), Line.says("Done.")))) {
                conversation(script, gate).say("touch more");
                assertEquals(2, asked.size(), "what it brought has ended with its turn");
            }
            try (ScriptedModel script = release()) {
                conversation(script, gate).say("release it again");
                assertEquals(2, asked.size(), "that version is known");
            }
            skill(RELEASE.replace("Touch the file", "Remove the file"));
            try (ScriptedModel script = release()) {
                conversation(script, gate).say("release it again");
                assertEquals(3, asked.size(), "this version is another");
            }
        }
    }

    @Test
    void skill_thatIsUnknownOrCannotBeRead_isToldToTheModel() throws Exception {
        skill(RELEASE.replace("Bash(touch *)", "Bash(touch"));
        try (ToolGate gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(saying());
                ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("skill", JsonObject.empty().with("name", "deploy")),
                        Line.calls("skill", JsonObject.empty().with("name", "release")),
                        Line.says("Done.")))) {
            conversation(script, gate).say("go");
            List<String> told = script.toolResults();
            assertEquals("failed: there is no skill `deploy`; there are [release]", told.getFirst());
            assertTrue(
                    told.getLast().startsWith("failed: the skill wants to be allowed what cannot be read"),
                    told::toString);
            assertEquals(List.of(), asked);
        }
    }

    @Test
    void agentFile_bringsInstructions_andItsTypeIsBoundByWhatItDenies() throws Exception {
        Path file = folder.resolve(".agents/agents/looker.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                ---
                description: looks, and touches nothing
                permission:
                  shell_exec: deny
                ---
                You only look.
                """);
        JsonObject task = JsonObject.empty()
                .with("description", "look")
                .with("prompt", "look around")
                .with("agent", "looker");
        try (ToolGate gate = ToolGate.inMemory("{\"*\": \"allow\"}").answering(saying());
                ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("task", task),
                        Line.calls("shell_exec", JsonObject.empty().with("command", "touch it")),
                        Line.says("I could not."),
                        Line.says("Done.")))) {
            assertEquals("Done.", conversation(script, gate).say("go"));
            String first = JsonText.write(script.requests().getFirst());
            assertTrue(first.contains("looker (looks, and touches nothing)"), first);
            String second = JsonText.write(script.requests().get(1));
            assertTrue(second.contains("You only look."), second);
            assertFalse(Files.exists(folder.resolve("it")));
        }
    }

    @Test
    void aSearch_showsNothingOfFilesThatMayNotBeRead() throws Exception {
        Files.createDirectories(folder.resolve("private"));
        Files.writeString(folder.resolve("private/notes.txt"), "top hidden");
        Files.writeString(folder.resolve("payroll.csv"), "hidden salary");
        Files.writeString(folder.resolve("open.txt"), "not hidden");
        for (String said : List.of("allow", "ask")) {
            try (ToolGate gate = ToolGate.inMemory("{\"grep\": \"" + said
                                    + "\", \"read_file\": {\"*\": \"allow\", \"${workspace}/private/*\": \"deny\","
                                    + " \"*payroll.csv\": \"ask\"}}")
                            .answering(saying(Reply.once()));
                    ScriptedModel script = ScriptedModel.start(List.of(
                            Line.calls("grep", JsonObject.empty().with("pattern", "hidden")), Line.says("Done.")))) {
                conversation(script, gate).say("go");
                String told = script.toolResults().getFirst();
                assertTrue(told.contains("open.txt:1: not hidden"), told);
                assertFalse(told.contains("top hidden"), told);
                assertFalse(told.contains("salary"), told);
                assertFalse(told.contains("payroll") || told.contains("private"), told);
            }
        }
    }

    @Test
    void aSearchThatWasApproved_shows_whereReadingIsAskedAboutInGeneral() throws Exception {
        Files.writeString(folder.resolve("open.txt"), "not hidden");
        try (ToolGate gate = ToolGate.inMemory("{\"*\": \"ask\"}").answering(saying(Reply.once()));
                ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("grep", JsonObject.empty().with("pattern", "hidden")), Line.says("Done.")))) {
            conversation(script, gate).say("go");
            assertEquals("open.txt:1: not hidden", script.toolResults().getFirst());
        }
    }

    @Test
    void aFileThatASearchNames_isJudgedWithIt() throws Exception {
        Files.writeString(folder.resolve("payroll.csv"), "hidden salary");
        Files.writeString(folder.resolve("private.txt"), "hidden");
        String rules = "{\"grep\": {\"*\": \"allow\", \"*payroll.csv\": \"ask\", \"*private.txt\": \"deny\"},"
                + " \"read_file\": {\"*\": \"allow\", \"*payroll.csv\": \"ask\", \"*private.txt\": \"deny\"}}";
        JsonObject hidden = JsonObject.empty().with("pattern", "hidden");
        try (ToolGate gate = ToolGate.inMemory(rules).answering(saying(Reply.once()));
                ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("grep", hidden.with("path", "payroll.csv")),
                        Line.calls("grep", hidden.with("path", "private.txt")),
                        Line.says("Done.")))) {
            conversation(script, gate).say("go");
            assertEquals("payroll.csv:1: hidden salary", script.toolResults().getFirst());
            assertTrue(script.toolResults().getLast().startsWith("Licet denied"), script.toolResults()::toString);
        }
    }

    @Test
    void skillsAndAgentFiles_thatAreLinks_areNone() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "KEY MATERIAL");
        Path skills = Files.createDirectories(folder.resolve(".claude/skills/x"));
        Files.createSymbolicLink(skills.resolve("SKILL.md"), secret);
        Path agents = Files.createDirectories(folder.resolve(".claude/agents"));
        Files.createSymbolicLink(agents.resolve("looker.md"), secret);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/y"));
        Files.writeString(elsewhere.resolve("SKILL.md"), "KEY MATERIAL");
        Files.createDirectories(folder.resolve(".agents"));
        Files.createSymbolicLink(folder.resolve(".agents/skills"), folder.resolve("elsewhere"));
        assertTrue(SkillTool.in(folder, folder).isEmpty());
        assertEquals(List.of(), Definition.files(List.of(agents)));
    }

    @Test
    void headings_areReadAsFarAsTheyAreSane() {
        assertEquals(
                List.of("Bash(a, b)", "read_file"),
                Definition.parse("x", "---\ntools: Bash(a, b), read_file\n---\nbody")
                        .allows());
        Definition many = Definition.parse("x", "---\ntools: \"" + ",(".repeat(9_000) + "\"\n---\nbody");
        assertEquals("body", many.body());
        Definition endless = Definition.parse("x", "---\ntools: \"" + "a,".repeat(90_000) + "\"\n---\nbody");
        assertEquals(List.of(), endless.allows(), "a heading without an end is none");
    }
}
