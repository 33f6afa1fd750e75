package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./licet agent` as a program, alone and in a terminal, with a scripted model behind a real endpoint. */
class AgentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What has to be built is built before anybody waits for it. */
    @BeforeAll
    static void build() throws Exception {
        assertEquals(0, Program.finish(Program.licet("--version"), "").status());
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    @Test
    void theDemonstration_showsAWholeConversation() throws Exception {
        Program.Result yes = Program.finish(Program.licet("agent", "--demo", "--yes"), "");
        assertEquals(0, yes.status(), yes.err());
        assertTrue(yes.out().contains("The greeting is mended."), yes.out());
        assertTrue(yes.out().contains("Licet denied `read_file`: it reads .env"), yes.out());
        assertFalse(yes.out().contains("\033"), "no colours where there is no terminal");
        Program.Result no = Program.finish(Program.licet("agent", "--demo", "--no"), "");
        assertTrue(no.out().contains("The user rejected `shell_exec`."), no.out());
    }

    @Test
    void withoutATerminal_whatIsAsked_isDenied_andSaysSo() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(
                List.of(Line.calls("shell_exec", command("touch made")), Line.says("It was not allowed.")))) {
            Program.Result result = Program.finish(
                    Program.licet(
                            "agent",
                            "--model",
                            "script",
                            "--base-url",
                            model.url(),
                            "--data-dir",
                            folder.resolve("data").toString(),
                            "--cwd",
                            folder.toString(),
                            "make",
                            "it"),
                    "");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().contains("It was not allowed."), result.out());
            assertFalse(Files.exists(folder.resolve("made")));
            assertTrue(model.toolResults().getFirst().contains("not executed"), model.toolResults()::toString);
        }
        Program.Result usage = Program.finish(Program.licet("agent"), "");
        assertEquals(2, usage.status());
        assertTrue(usage.err().contains("name a --model"), usage.err());
    }

    @Test
    void inATerminal_thePersonIsAskedInTheBox_andTalksOn() throws Exception {
        try (ScriptedModel model = ScriptedModel.start(List.of(
                        Line.calls("shell_exec", command("touch made")),
                        Line.says("Made it."),
                        Line.says("You are welcome.")));
                Tmux tmux = new Tmux(
                        100,
                        30,
                        Program.ROOT.resolve("licet") + " agent --model script --base-url " + model.url()
                                + " --data-dir " + folder.resolve("data") + " --cwd " + folder
                                + "; echo ended with $?; cat")) {
            tmux.await("\n>");
            tmux.type("make it");
            tmux.keys("Enter");
            tmux.await("Command: touch made");
            tmux.keyUntil("1", "Made it.");
            // A key that was pressed once too often is no part of the next line.
            tmux.keys("C-u");
            assertTrue(Files.exists(folder.resolve("made")));
            tmux.type("!echo mine");
            tmux.keys("Enter");
            tmux.await("\nmine");
            tmux.type("/tools");
            tmux.keys("Enter");
            tmux.await("read_file");
            tmux.type("thanks");
            tmux.keys("Enter");
            tmux.await("You are welcome.");
            tmux.type("/exit");
            tmux.keys("Enter");
            tmux.await("ended with 0");
            assertTrue(model.requests().getLast().toString().contains("I ran `echo mine` myself"));
        }
    }
}
