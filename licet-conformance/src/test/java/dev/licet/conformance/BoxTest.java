package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The selector box in a real terminal: `licet run` asks, somebody types. */
class BoxTest extends WithBox {
    @Test
    void theSeedsBox_looksAsItDid_at40Columns() throws Exception {
        try (Tmux tmux = seedHere(40, "make", "all")) {
            tmux.awaitWhole("""
                    ┌──────────────────────────────────┐
                    │ Tool: bash                       │
                    │ Command: make all                │
                    ├──────────────────────────────────┤
                    │ > 1. Execute once                │
                    │   2. Always allow                │
                    │   3. Deny:                       │
                    └──────────────────────────────────┘
                    ↑/↓ navigate, Enter confirm, 1-3
                    quick, Ctrl+C cancel""", UnaryOperator.identity());
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
            tmux.awaitWhole("▶ bash: cat a.txt [Always allowed] ✓\na\na\nended with 0", UnaryOperator.identity());
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
            tmux.await(
                    "ended with 20",
                    "▶ bash: npm publish [Denied] ✗",
                    "User denied execution of bash. Reason: use 2 spaces, 1 tab\n");
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
            tmux.await(HINT, "│                  !! OUTSIDE PROJECT !!                   │\n├");
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

    @Test
    void whereThereIsNoTerminal_nothingIsAsked_andItIsSaidHowToAnswer() throws Exception {
        preset("ollama");
        for (String how : new String[] {"TERM=dumb", "true |"}) {
            try (Tmux tmux = new Tmux(100, 24, run(how, "", "make"))) {
                tmux.await("ended with 10", "licet approve ");
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

    @Test
    void whatDoesNotFit_isShownAboveTheBox() throws Exception {
        try (Tmux tmux = seedHere(80, "printf '%s' " + "x".repeat(3_000) + "; rm -r secret")) {
            tmux.await(HINT, "more lines, above the box");
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
            tmux.await(HINT, "ls ⟨U+001B⟩[2J⟨U+202E⟩x⟨U+000D⟩#");
            tmux.keys("C-c");
            tmux.await("ended with 20");
        }
    }

    @Test
    void licetsOwnBox_selectsNothing_namesTheRules_andExplains() throws Exception {
        try (Tmux tmux = here(80, 40, "git", "push", "origin", "main")) {
            String screen = tmux.await(
                    "w tells why",
                    "   1. Allow once",
                    "   2. Allow for this session: git push origin main",
                    "Always allow: git push *");
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
}
