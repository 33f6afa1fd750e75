package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The same box where something comes between: other sizes, editors, signals, a server that dies. */
class BoxInTroubleTest extends WithBox {
    @Test
    void whoIsToldToEnd_leavesTheTerminalAndTheQueueAsTheyWere() throws Exception {
        try (RunningServer server = RunningServer.start(folder.resolve("data"), 0);
                Tmux tmux = open(80, 40, "touch made")) {
            tmux.await("w tells why");
            server.awaitPending();
            Program.run("pkill", "-TERM", "-f", "licet.jar run --data-dir " + folder.resolve("data"));
            String screen = tmux.await("ended with ");
            assertFalse(screen.contains("Exception") || screen.contains("should not happen"), screen);
            assertFalse(screen.contains("ended with 0"), screen);
            assertEquals("1", tmux.ask("#{cursor_flag}"));
            assertEquals(0, server.get("/v1/approvals").elements("approvals").size(), "nobody is to answer it later");
        }
    }

    @Test
    void ctrlC_isTheCommandsOwn_whileItRuns() throws Exception {
        preset("ollama");
        String command = "'trap \"echo caught\" INT; echo begun; sleep 3; echo done'";
        try (Tmux tmux = new Tmux(80, 24, run("", "", command))) {
            tmux.await(HINT);
            tmux.keyUntil("1", "\nbegun");
            tmux.keys("C-c");
            tmux.await("caught");
            assertTrue(tmux.await("ended with 0").contains("done"), tmux.screen());
        }
    }

    @Test
    void anEditorThatChangesNothing_approvesNothing() throws Exception {
        try (Tmux tmux = new Tmux(80, 40, run("EDITOR=true", "", "'touch made '"))) {
            tmux.await("w tells why");
            tmux.keyUntil("e", "Nothing was changed.");
            tmux.await("w tells why");
            assertFalse(Files.exists(project.resolve("made")));
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void wordsAreWords_whateverFilesThereAre() throws Exception {
        Files.writeString(project.resolve("at"), "injected; words");
        try (Tmux tmux = seedHere(80, "echo", "@at", "a b", "A=1")) {
            String screen = tmux.await(HINT);
            assertTrue(screen.contains("Command: echo @at 'a b' A=1"), screen);
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void anEditedCommand_isJudgedAgain_andRuns() throws Exception {
        Files.writeString(project.resolve("b.txt"), "the other file\n");
        String editor = "EDITOR=\"sed -i s/a.txt/b.txt/\"";
        try (Tmux tmux = new Tmux(80, 40, run(editor, "", "\"cat a.txt | sort --compress-program=x\""))) {
            tmux.await("w tells why");
            assertTrue(
                    tmux.keyUntil("e", "changed by you").contains("Command: cat b.txt | sort --compress-program=x"),
                    tmux.screen());
            tmux.keyUntil("1", "the other file");
            tmux.await("ended with 0");
        }
    }

    @Test
    void anAnswerFromElsewhere_closesTheBox() throws Exception {
        try (RunningServer server = RunningServer.here(folder.resolve("data"));
                Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            String id = server.awaitPending();
            server.post("/v1/approvals/" + id + "/deny", "{\"mode\":\"soft\",\"feedback\":\"elsewhere\"}");
            assertTrue(tmux.await("ended with 20").contains("elsewhere"), tmux.screen());
            assertFalse(Files.exists(project.resolve("made")));
        }
    }

    @Test
    void manyChangesOfTheSize_leaveOneBox() throws Exception {
        try (Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            // Where lines of the box have to be broken, the terminal itself scrolls as many of them away.
            for (int i = 0; i < 60; i++) {
                tmux.resize(72 + (i * 37) % 89, 40 + (i * 11) % 20);
            }
            assertEquals(1, boxes(tmux));
        }
    }

    @Test
    void sizesWithoutRoom_leaveABoxThatTakesAnswers() throws Exception {
        try (Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            for (int i = 0; i < 60; i++) {
                tmux.resize(1 + (i * 37) % 160, 1 + (i * 11) % 50);
            }
            // What the terminal itself has scrolled away meanwhile is not the box's to take back.
            assertTrue(boxes(tmux) >= 1);
        }
    }

    @Test
    void aLongPaste_isAReason_andTakesNoTime() throws Exception {
        Path paste = Files.writeString(folder.resolve("paste"), "1\ny\n".repeat(260_000));
        try (Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            tmux.keyUntil("Down", "> 1.");
            tmux.pasteFile(paste);
            tmux.await("Deny, and the agent goes on: 1 y 1 y");
            tmux.keys("Enter");
            tmux.await("ended with 20");
            assertFalse(Files.exists(project.resolve("made")));
        }
    }

    @Test
    void theBoxByItself_showsAndTakesAnAnswer() throws Exception {
        try (Tmux tmux = Tmux.licet(80, 24, "box", "-w", "--", "rm", "-rf", "build")) {
            tmux.await("!! OUTSIDE PROJECT !!");
            tmux.await("rm -rf build");
            tmux.keyUntil("1", "ended with 0");
            tmux.await("Execute once");
        }
        try (Tmux tmux = Tmux.licet(80, 24, "box", "--demo", "--ollama")) {
            tmux.await("> 1. Execute once");
            tmux.keyUntil("n", "Deny: n");
            tmux.keys("o", "Enter");
            tmux.await("Deny: no");
            tmux.await("ended with 0");
        }
    }

    @Test
    void aServerThatDies_whileTheBoxIsOpen_releasesNothing() throws Exception {
        try (RunningServer server = RunningServer.start(folder.resolve("data"), 0);
                Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            server.kill();
            tmux.keyUntil("1", "cannot be reached");
            tmux.await("ended with 1");
            assertFalse(Files.exists(project.resolve("made")));
            assertEquals("1", tmux.ask("#{cursor_flag}"));
        }
    }

    @Test
    void toldToEnd_itEndsTheCommand_andTellsWhatBecameOfIt() throws Exception {
        try (RunningServer server = RunningServer.start(folder.resolve("data"), 0);
                // What takes as long as this is not worth trying first.
                Tmux tmux = new Tmux(80, 40, run("", "--no-preview", "\"sleep 4321; touch made\""))) {
            tmux.await("w tells why");
            tmux.keyUntil("1", "[Approved] ✓");
            Await.until("the command", () -> running("sleep 4321"));
            Program.run("pkill", "-TERM", "-f", "licet.jar run --data-dir " + folder.resolve("data"));
            tmux.await("ended with 143");
            assertEquals(Optional.empty(), running("sleep 4321; touch made"));
            assertFalse(Files.exists(project.resolve("made")));
            String audit = server.get("/v1/audit?text=exit%20status").toString();
            assertTrue(audit.contains("exit status"), audit);
        }
    }
}
