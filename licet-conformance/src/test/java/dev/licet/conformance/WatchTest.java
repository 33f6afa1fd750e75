package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./licet watch --lines` in a real terminal, answering the calls of a hook. */
class WatchTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private RunningServer server;

    @SuppressWarnings("NullAway.Init")
    private Tmux tmux;

    @BeforeEach
    void open() throws Exception {
        AskedCommands.in(data, "ls");
        server = RunningServer.here(data);
        tmux = new Tmux(
                100,
                40,
                Program.ROOT.resolve("licet") + " watch --lines --data-dir " + data + "; echo left with $?; cat");
        awaitScreen("connected; q leaves");
    }

    @AfterEach
    void close() throws Exception {
        tmux.close();
        server.close();
    }

    private void keys(String... keys) throws Exception {
        tmux.keys(keys);
    }

    private String screen() throws Exception {
        return tmux.screen();
    }

    private void awaitScreen(String text) throws Exception {
        tmux.await(text);
    }

    private void keyUntil(String key, String text) throws Exception {
        tmux.keyUntil(key, text);
    }

    @Test
    void call_isShownWithItsReasons_andApprovedByAKey() throws Exception {
        Hooked call = Hooked.bash(data, "git push origin main");
        awaitScreen("[y]es, once");
        String screen = screen();
        assertTrue(screen.contains("Bash  local · abc123 · /home/u/proj"), screen);
        assertTrue(screen.contains("  git push origin main"), screen);
        assertTrue(screen.contains("ask    runs git push origin main  no rule covers this"), screen);
        assertTrue(screen.contains("always saves: allow shell_exec: git push *"), screen);
        keyUntil("y", "✓ approved by terminal");
        assertTrue(call.result().out().contains("\"permissionDecision\":\"allow\""));
        assertFalse(Files.readString(data.resolve("workers/local/permissions.jsonc"))
                .contains("git push"));
    }

    @Test
    void always_savesTheRuleThatWasShown() throws Exception {
        Hooked call = Hooked.bash(data, "git push origin main");
        awaitScreen("always saves: allow shell_exec: git push *");
        keyUntil("a", "✓ approved by terminal, saved shell_exec: git push *");
        assertEquals(0, call.result().status());
        String rules = Files.readString(data.resolve("workers/local/permissions.jsonc"));
        assertTrue(rules.contains("\"shell_exec\": { \"git push *\": \"allow\" }"), rules);
        assertTrue(Hooked.bash(data, "git push origin other").result().out().contains("\"allow\""));
    }

    @Test
    void denial_carriesTheTypedReason_andLettersInItAnswerNothing() throws Exception {
        Hooked call = Hooked.bash(data, "npm publish");
        awaitScreen("[y]es, once");
        keyUntil("n", "why not (Enter sends, Esc goes back):");
        keys("-l", "yay, not todax");
        keys("BSpace", "y", "Enter");
        awaitScreen("✗ rejected by terminal");
        assertTrue(call.result().out().contains("The user rejected `Bash`:"), "the reason reaches the model");
        assertTrue(screen().contains("not today"), screen());
    }

    @Test
    void keysTypedAhead_approveNothing() throws Exception {
        keys("y", "y", "a", "Enter");
        Hooked call = Hooked.bash(data, "npm publish");
        keys("y", "y");
        awaitScreen("[y]es, once");
        String id = server.awaitPending();
        assertEquals("pending", server.get("/v1/approvals/" + id).text("state").orElseThrow());
        server.post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"elsewhere\"}");
        awaitScreen("✗ rejected by api: elsewhere");
        assertTrue(call.result().out().contains("elsewhere"));
    }

    @Test
    void hiddenCharacters_areShown() throws Exception {
        Hooked call = Hooked.bash(data, "ls \\u202e\\u001b[2Jx");
        awaitScreen("ls ⟨U+202E⟩⟨U+001B⟩[2Jx");
        awaitScreen("contains characters that are hard to see");
        keyUntil("n", "why not");
        keys("Enter");
        assertTrue(call.result().out().contains("\"deny\""));
    }

    @Test
    void leaving_restoresTheTerminal() throws Exception {
        keyUntil("q", "left with 0");
        // The terminal itself drops what was typed too much.
        keys("C-u");
        keys("-l", "typed");
        keys("Enter");
        awaitScreen("typed\ntyped");
    }
}
