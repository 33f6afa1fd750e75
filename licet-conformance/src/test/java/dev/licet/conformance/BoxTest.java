package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The selector box in a real terminal: `licet run` asks, somebody types. */
class BoxTest {
    private static final String HINT = "navigate, Enter";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path project = Path.of("");

    /** What has to be built is built before anybody waits for a box. */
    @BeforeAll
    static void build() throws Exception {
        assertEquals(0, Program.finish(Program.licet("--version"), "").status());
    }

    @BeforeEach
    void folders() throws Exception {
        project = Files.createDirectories(folder.resolve("proj"));
        AskedCommands.in(folder.resolve("data"), "touch", "sleep");
    }

    private void preset(String name) throws Exception {
        Files.writeString(folder.resolve("data/licet.yaml"), "preset: " + name + "\n");
    }

    /** The command line that puts {@code command} through the gate and tells how that ended. */
    private String run(String before, String options, String command) {
        return "cd " + project + " && " + before + " " + Program.ROOT.resolve("licet") + " run --data-dir "
                + folder.resolve("data") + " " + options + " -- " + command + "; echo ended with $?; cat";
    }

    private Tmux open(int columns, int rows, String command) throws Exception {
        return new Tmux(columns, rows, run("", "", command));
    }

    private Tmux seed(int columns, String command) throws Exception {
        preset("ollama");
        return open(columns, 24, command);
    }

    /** The same in this process, where it does not matter how the program starts, ends, and starts others. */
    private Tmux here(int columns, int rows, String... words) throws Exception {
        var args = new ArrayList<>(
                List.of("run", "--data-dir", folder.resolve("data").toString(), "--cwd", project.toString(), "--"));
        args.addAll(List.of(words));
        return Tmux.licet(columns, rows, args.toArray(String[]::new));
    }

    private Tmux seedHere(int columns, String... words) throws Exception {
        preset("ollama");
        return here(columns, 24, words);
    }

    @Test
    void theSeedsBox_looksAsItDid_at40Columns() throws Exception {
        try (Tmux tmux = seedHere(40, "make", "all")) {
            String screen = tmux.await("Ctrl+C cancel");
            assertEquals("""
                    ┌──────────────────────────────────┐
                    │ Tool: bash                       │
                    │ Command: make all                │
                    ├──────────────────────────────────┤
                    │ > 1. Execute once                │
                    │   2. Always allow                │
                    │   3. Deny:                       │
                    └──────────────────────────────────┘
                    ↑/↓ navigate, Enter confirm, 1-3
                    quick, Ctrl+C cancel""", screen);
            String colours = tmux.colours();
            assertTrue(colours.contains("\033[36m┌"), "the border is cyan");
            assertTrue(
                    colours.contains("\033[1m\033[32m> 1. Execute once") || colours.contains("\033[1;32m> 1."),
                    colours);
            assertTrue(colours.contains("\033[90m  3. Deny:"), "denying is grey until it is selected");
            assertEquals("0", tmux.ask("#{cursor_flag}"), "the cursor is hidden");
        }
    }

    @Test
    void arrows_moveWithoutWrapping_andEnterConfirms() throws Exception {
        Files.writeString(project.resolve("a.txt"), "what was asked for\n");
        try (Tmux tmux = seed(80, "cat a.txt")) {
            tmux.await(HINT);
            tmux.keyUntil("Down", "> 2. Always allow: cat in ./ directory");
            tmux.keyUntil("Down", "> 3. Deny");
            tmux.keys("Down");
            tmux.keyUntil("Up", "> 1. Execute once");
            tmux.keys("Up", "Enter");
            String screen = tmux.await("ended with 0");
            assertEquals(
                    "▶ bash: cat a.txt [Approved] ✓\nwhat was asked for\nended with 0",
                    screen,
                    "nothing is left of the box");
            assertEquals("1", tmux.ask("#{cursor_flag}"), "the cursor is back");
            tmux.type("typed");
            tmux.keys("Enter");
            tmux.await("typed\ntyped");
        }
    }

    @Test
    void aDigit_answersAtOnce_andAlwaysIsRememberedInTheSession() throws Exception {
        Files.writeString(project.resolve("a.txt"), "a\n");
        preset("ollama");
        String twice = run("", "", "cat a.txt").replaceFirst("; echo.*", "") + "; " + run("", "", "cat a.txt");
        try (Tmux tmux = new Tmux(80, 24, twice)) {
            tmux.await(HINT);
            tmux.keyUntil("2", "[Always allowed] ✓");
            String screen = tmux.await("ended with 0");
            assertEquals("▶ bash: cat a.txt [Always allowed] ✓\na\na\nended with 0", screen);
        }
    }

    @Test
    void letters_areAReason_andDigitsInItAnswerNothing() throws Exception {
        try (Tmux tmux = seedHere(80, "npm", "publish")) {
            tmux.await(HINT);
            tmux.keyUntil("u", "> 3. Deny: u");
            tmux.keys("Escape");
            tmux.awaitGone("Deny: u");
            tmux.type("use 2 spaces, 1 tabx");
            tmux.await("> 3. Deny: use 2 spaces, 1 tabx");
            tmux.keys("BSpace");
            tmux.keys("Enter");
            String screen = tmux.await("ended with 20");
            assertTrue(screen.contains("▶ bash: npm publish [Denied] ✗"), screen);
            assertTrue(screen.contains("User denied execution of bash. Reason: use 2 spaces, 1 tab\n"), screen);
        }
    }

    @Test
    void ctrlC_denies() throws Exception {
        try (Tmux tmux = seedHere(80, "npm", "publish")) {
            tmux.await(HINT);
            tmux.keys("C-c");
            assertTrue(tmux.await("ended with 20").contains("Reason: cancelled"));
        }
    }

    @Test
    void whatLiesOutside_isWarnedOf_inRed() throws Exception {
        try (Tmux tmux = seedHere(80, "cat /etc/hosts")) {
            String screen = tmux.await(HINT);
            assertTrue(screen.contains("│                  !! OUTSIDE PROJECT !!                   │\n├"), screen);
            assertTrue(tmux.colours().contains("\033[91m┌"));
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void keysTypedAhead_approveNothing() throws Exception {
        try (Tmux tmux = seed(80, "touch made")) {
            for (int i = 0; i < 40 && !tmux.screen().contains(HINT); i++) {
                tmux.keys("Enter", "1");
            }
            tmux.keys("Enter", "1", "2");
            tmux.await(HINT);
            tmux.keyUntil("Down", "> 2.");
            assertFalse(Files.exists(project.resolve("made")));
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void anotherSize_isFollowed_whileTheBoxIsOpen() throws Exception {
        try (Tmux tmux = seed(100, "make " + "abcdefgh ".repeat(12).strip())) {
            tmux.await(HINT);
            for (int columns : new int[] {44, 30, 120, 60, 24, 80}) {
                tmux.resize(columns, 24);
                int width = Math.min(columns - 1, Math.clamp(columns * 9L / 10, 24, 60));
                String top = "┌" + "─".repeat(width - 2) + "┐";
                tmux.await(top + "\n");
            }
            tmux.keys("Escape");
            tmux.keyUntil("Down", "> 2.");
            String screen = tmux.screen();
            assertEquals(1, screen.split("Tool: bash", -1).length - 1, screen);
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void withoutColours_thereAreNone() throws Exception {
        preset("ollama");
        try (Tmux tmux = new Tmux(80, 24, run("NO_COLOR=1", "", "make"))) {
            assertNoColours(tmux);
        }
        try (Tmux tmux = new Tmux(80, 24, run("", "--no-color", "make"))) {
            assertNoColours(tmux);
        }
    }

    private static void assertNoColours(Tmux tmux) throws Exception {
        tmux.await(HINT);
        assertFalse(tmux.colours().replace("\033[39m", "").contains("\033["), tmux.colours());
        tmux.keys("C-c");
        tmux.await("ended with 20");
    }

    @Test
    void whereThereIsNoTerminal_nothingIsAsked_andItIsSaidHowToAnswer() throws Exception {
        preset("ollama");
        for (String how : new String[] {"TERM=dumb", "true |"}) {
            try (Tmux tmux = new Tmux(100, 24, run(how, "", "make"))) {
                assertTrue(tmux.await("ended with 10").contains("licet approve "), tmux.screen());
            }
        }
        try (Tmux tmux = new Tmux(15, 24, run("", "", "make"))) {
            tmux.await("ended with 10");
        }
    }

    @Test
    void ctrlZ_suspends_andTheBoxComesBack() throws Exception {
        preset("ollama");
        String shell = "cd " + project + " && PS1='$ ' bash --norc --noprofile -i";
        try (Tmux tmux = new Tmux(80, 24, shell)) {
            tmux.await("$");
            tmux.type("stty -a > before; "
                    + run("", "", "make").replaceFirst("^cd .*? && ", "").replace("; cat", ""));
            tmux.keys("Enter");
            tmux.await(HINT);
            tmux.keyUntil("Down", "> 2.");
            tmux.keys("C-z");
            tmux.await("Stopped");
            tmux.type("stty -a > stopped");
            tmux.keys("Enter");
            awaitFile("stopped");
            tmux.type("fg");
            tmux.keys("Enter");
            tmux.await("> 2. Always allow");
            tmux.keys("C-c");
            tmux.await("[Denied] ✗");
            tmux.type("stty -a > after");
            tmux.keys("Enter");
            awaitFile("after");
            String before = Files.readString(project.resolve("before"));
            assertEquals(before, Files.readString(project.resolve("stopped")));
            assertEquals(before, Files.readString(project.resolve("after")));
        }
    }

    private void awaitFile(String name) throws Exception {
        Path file = project.resolve(name);
        Await.until(name, () -> Files.exists(file) && Files.size(file) > 0 ? Optional.of(file) : Optional.empty());
    }

    @Test
    void whatDoesNotFit_isShownAboveTheBox() throws Exception {
        try (Tmux tmux = seedHere(80, "printf '%s' " + "x".repeat(3_000) + "; rm -r secret")) {
            String screen = tmux.await(HINT);
            assertTrue(screen.contains("more lines, above the box"), screen);
            String all = tmux.history();
            assertTrue(all.replace("\n", "").contains("rm -r secret"), all);
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void aPaste_isAReason_whateverIsInIt() throws Exception {
        try (Tmux tmux = seedHere(80, "npm", "publish")) {
            tmux.await(HINT);
            tmux.keyUntil("Down", "> 2.");
            tmux.paste("1\n2\ny\n");
            tmux.await("> 3. Deny: 1 2 y");
            tmux.keys("Enter");
            assertTrue(tmux.await("ended with 20").contains("Reason: 1 2 y"));
        }
    }

    @Test
    void hiddenCharacters_areShown() throws Exception {
        try (Tmux tmux = seedHere(80, "ls \033[2J\u202ex\r#")) {
            assertTrue(tmux.await(HINT).contains("ls ⟨U+001B⟩[2J⟨U+202E⟩x⟨U+000D⟩#"), tmux.screen());
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void licetsOwnBox_selectsNothing_namesTheRules_andExplains() throws Exception {
        try (Tmux tmux = here(80, 40, "git", "push", "origin", "main")) {
            String screen = tmux.await("w tells why");
            assertTrue(screen.contains("   1. Allow once"), screen);
            assertTrue(screen.contains("   2. Allow for this session: git push origin main"), screen);
            assertTrue(screen.contains("Always allow: git push *"), screen);
            assertFalse(screen.contains("> "), screen);
            tmux.keys("Enter");
            assertTrue(
                    tmux.keyUntil("w", "└─ ask  runs git push origin main").contains("1–20: no rule covers this"),
                    tmux.screen());
            tmux.keyUntil("Up", "Deny, and the agent goes on: (optional reason)");
            tmux.keyUntil("Tab", "Deny and stop the agent");
            tmux.type("we 3 say no");
            tmux.await("Deny and stop the agent: we 3 say no");
            tmux.keys("Enter");
            assertTrue(tmux.await("ended with 20").contains("we 3 say no"));
        }
    }

    @Test
    void keysThatTypeNothing_answerNothing() throws Exception {
        try (Tmux tmux = here(80, 40, "touch", "made")) {
            tmux.await("w tells why");
            tmux.keyUntil("Down", "> 1.");
            tmux.keyUntil("Up", "> 1.");
            for (String key : new String[] {
                "F1", "F5", "F12", "C-Right", "S-Up", "M-1", "M-Up", "IC", "DC", "Home", "End", "PPage", "NPage", "BTab"
            }) {
                tmux.keys(key);
            }
            for (String report :
                    new String[] {"\033[24;1R", "\033[>0;276;0c", "\033]11;rgb:1/1/1\033\\", "\033[a", "\033[[A"}) {
                tmux.type(report);
            }
            tmux.keyUntil("w", "└─ ask  runs touch made");
            assertFalse(Files.exists(project.resolve("made")));
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void whoTypesWhileTheBoxChanges_answersNothing() throws Exception {
        try (Tmux tmux = seedHere(80, "touch", "made")) {
            tmux.await(HINT);
            tmux.resize(91, 24);
            tmux.keys("Enter");
            tmux.resize(80, 24);
            tmux.keys("Enter", "1");
            tmux.resize(6, 24);
            tmux.keys("Enter", "1", "2");
            tmux.await("too s");
            tmux.resize(2, 24);
            tmux.keys("Enter", "1", "2");
            tmux.resize(80, 24);
            tmux.keyUntil("Down", "> 2.");
            assertFalse(Files.exists(project.resolve("made")));
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

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
            // Nowhere do the lines of the box, broken by a narrower terminal, scroll out of it.
            for (int i = 0; i < 60; i++) {
                tmux.resize(36 + (i * 37) % 125, 40 + (i * 11) % 20);
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

    /** How many questions stand on the screen once its size stays, of which the last is denied. */
    private int boxes(Tmux tmux) throws Exception {
        tmux.resize(90, 40);
        tmux.await("w tells why");
        tmux.keyUntil("Down", "> 1.");
        String screen = tmux.screen();
        assertFalse(Files.exists(project.resolve("made")));
        tmux.keys("C-c");
        tmux.await("ended with 20");
        return screen.split("Deny: ", -1).length - 1;
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
                Tmux tmux = open(80, 40, "\"sleep 4321; touch made\"")) {
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

    private static Optional<String> running(String command) throws Exception {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(command) && !line.contains("licet") && !line.contains("tmux"))
                .findFirst();
    }
}
