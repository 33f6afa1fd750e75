package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * `licet watch`: the whole screen of a real terminal, over the API of a real server; in this process where it does not matter how
 * the program starts, ends, and starts others.
 */
class InboxScreenTest extends WithInboxScreen {
    @ParameterizedTest
    @ValueSource(ints = {40, 80, 200})
    void wholeScreen_isAsItShouldBe(int columns) throws Exception {
        fourCalls();
        try (Tmux tmux = watch(columns, 20)) {
            tmux.await("rm -rf 中文字 wide");
            tmux.awaitWhole(golden(columns + ".txt"), WithInboxScreen::steady);
            tmux.keyUntil("Enter", "1. Allow once");
            tmux.awaitWhole(golden(columns + "-answers.txt"), WithInboxScreen::steady);
            assertFalse(
                    tmux.colours().matches("(?s).*\033\\[[0-9;]*\\b(4[0-8]|10[0-7])[;m].*"),
                    "the background is the terminal's own, be it light or dark");
        }
    }

    @Test
    void withoutColours_thereAreNone() throws Exception {
        fourCalls();
        try (Tmux tmux = process(80, 20, "NO_COLOR=1 ")) {
            tmux.await("npm publish");
            assertFalse(tmux.colours().matches("(?s).*\033\\[[0-9;]*\\b(3[0-7]|9[0-7])[;m].*"), tmux.colours());
        }
    }

    @Test
    void oneIsAllowed_anotherDenied_andBothAreHistory() throws Exception {
        String first = ask("one", "npm publish");
        String second = ask("one", "npm unpublish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("npm unpublish");
            tmux.keyUntil("y", "Inbox 1");
            awaitState(first, "approved");
            tmux.await(">   ◆ Bash  npm unpublish");
            tmux.keyUntil("n", "> 2. Deny, and the agent goes on: (optional reason)");
            tmux.type("not 1 of ours, y");
            tmux.await("not 1 of ours, y");
            tmux.keyUntil("Enter", "Nothing waits for an answer.");
            awaitState(second, "rejected");
            assertEquals(
                    Optional.of("not 1 of ours, y"),
                    approval(second).object("answer").flatMap(answer -> answer.text("comment")));
            tmux.keyUntil("2", "rejected by terminal: not 1 of ours, y");
            tmux.await("✗ Bash  npm unpublish", "✓ Bash  npm publish");
            tmux.keys("/");
            tmux.type("unpub");
            tmux.awaitGone("✓ Bash");
        }
    }

    @Test
    void severalAtOnce_areShownBeforeTheyAreAnswered() throws Exception {
        String first = ask("one", "npm publish");
        String second = ask("two", "rm -r x");
        String third = ask("two", "rm -r y");
        try (Tmux tmux = watch(120, 40)) {
            tmux.await("rm -r y");
            tmux.keys("Space", "Space");
            tmux.keyUntil("y", "1. Allow all 2, once");
            tmux.await("Command: npm publish", "Command: rm -r x");
            tmux.keyUntil("1", "Inbox 1");
            awaitState(first, "approved");
            awaitState(second, "approved");
            assertPending(third);
        }
    }

    @Test
    void aGrant_isChosenByItsRules_shownAndTakenBack() throws Exception {
        ask("one", "git push origin main");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("git push origin main");
            tmux.keyUntil("Enter", "2. Allow for this session: git push origin main");
            tmux.keyUntil("3", "Nothing waits for an answer.");
            tmux.keyUntil("3", "Allows shell_exec: git push *");
            tmux.await("session  shell_exec: git push *");
            tmux.keyUntil("r", "Take this grant back?");
            tmux.keyUntil("y", "No grants in any session.");
            assertEquals(List.of(), server.get("/v1/grants").elements("grants"));
        }
    }

    @Test
    void fullAccess_isShownWithWhatIsLeft_andEnded() throws Exception {
        server.post("/v1/sessions", "{\"sessionId\":\"one\",\"event\":\"full-access\",\"calls\":7,\"turns\":2}");
        server.post("/v1/sessions", "{\"sessionId\":\"two\",\"event\":\"mode\",\"mode\":\"always-ask\"}");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("● connected");
            tmux.keyUntil("4", "mode always-ask");
            tmux.keys("/");
            tmux.type("full access");
            tmux.await("│ full access, left: 2 turns, 7 calls");
            tmux.awaitGone("always-ask");
            tmux.keys("Enter");
            tmux.keyUntil("r", "End full access of this session?");
            tmux.keyUntil("y", "Nothing here has what you search for.");
        }
    }

    @Test
    void keysTypedAhead_andKeysForAnother_answerNothing() throws Exception {
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("Nothing waits for an answer.");
            String first = ask("one", "npm publish");
            // All at once: what comes after it was quiet for a moment would be an answer.
            tmux.keys(Stream.generate(() -> Stream.of("y", "Enter", "1"))
                    .limit(100)
                    .flatMap(keys -> keys)
                    .toArray(String[]::new));
            tmux.await("npm publish");
            tmux.keys("Escape");
            assertPending(first);
            String second = ask("two", "npm unpublish");
            tmux.await("npm unpublish");
            // The one that the cursor is at goes away just before the key comes.
            server.post("/v1/approvals/" + first + "/deny", "{\"mode\":\"soft\"}");
            tmux.keys("y");
            tmux.await("Inbox 1");
            assertPending(second);
        }
    }

    @Test
    void anAnswerFromElsewhere_endsTheQuestion() throws Exception {
        String id = ask("one", "npm publish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("npm publish");
            tmux.keyUntil("n", "(optional reason)");
            tmux.type("because");
            // What is told stands there until the next key.
            tmux.await("because");
            server.post("/v1/approvals/" + id + "/approve", "{\"comment\":\"fine\"}");
            tmux.await("approved by api: fine", "Nothing waits for an answer.");
        }
    }

    @Test
    void whatDoesNotFit_hasToBeSeenBeforeItIsAllowed() throws Exception {
        String id = ask("one", "echo line\n".repeat(60) + "rm -rf x");
        try (Tmux tmux = watch(80, 24)) {
            tmux.await("more lines below");
            tmux.keyUntil("y", "there is more of it");
            assertPending(id);
            tmux.keyUntil("d", "rm -rf x");
            tmux.keyUntil("y", "Nothing waits for an answer.");
            awaitState(id, "approved");
        }
    }

    @Test
    void aChangedCommand_isJudgedAndAskedAgain() throws Exception {
        String id = ask("one", "npm publish");
        try (Tmux tmux = process(120, 30, "EDITOR=\"sed -i s/publish/pack/\" ")) {
            tmux.await("npm publish");
            tmux.keyUntil("e", "1. Allow this instead, once");
            tmux.await("Command: npm pack");
            tmux.keyUntil("1", "Nothing waits for an answer.");
            assertEquals(
                    Optional.of("npm pack"), approval(id).object("edited").flatMap(edited -> edited.text("command")));
        }
    }

    @Test
    void argumentsOfOtherTools_areChangedAsJson() throws Exception {
        String id = submit("one", "mcp__files__remove", JsonObject.empty().with("path", "a.txt"), "");
        try (Tmux tmux = process(120, 30, "EDITOR=\"sed -i s/a.txt/b.txt/\" ")) {
            tmux.await("mcp__files__remove");
            tmux.keyUntil("e", "path: b.txt");
            tmux.keyUntil("1", "Nothing waits for an answer.");
            assertEquals(Optional.of("b.txt"), approval(id).object("edited").flatMap(edited -> edited.text("path")));
        }
    }

    @Test
    void anEditorThatSpoilsTheJson_changesNothing() throws Exception {
        String id = submit("one", "mcp__files__remove", JsonObject.empty().with("path", "a.txt"), "");
        try (Tmux tmux = process(120, 30, "EDITOR=\"sed -i s/}//\" ")) {
            tmux.await("mcp__files__remove");
            tmux.keyUntil("e", "not changed:");
            assertPending(id);
        }
    }

    @Test
    void theTree_saysWhy() throws Exception {
        ask("one", "mk && git push origin main");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("git push");
            tmux.keyUntil("w", "7–26 `git push origin main`: no rule covers this");
            tmux.await("would be enough: allow shell_exec: mk · shell_exec: git push *");
            tmux.keyUntil("q", ">   ◆ Bash");
        }
    }

    @Test
    void theMouse_choosesAndScrolls_butAnswersNothing() throws Exception {
        String first = ask("one", "npm publish");
        ask("two", "npm unpublish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await(">   ◆ Bash  npm publish");
            // The row of the second, whose line is the sixth of the screen.
            tmux.type("\033[<0;10;6M\033[<0;10;6m");
            tmux.await(">   ◆ Bash  npm unpublish");
            tmux.type("\033[<64;10;6M");
            tmux.await(">   ◆ Bash  npm publish");
            String screen = tmux.keyUntil("Enter", "1. Allow once");
            int option = screen.substring(0, screen.indexOf("1. Allow once")).split("\n", -1).length;
            tmux.type("\033[<0;60;" + option + "M");
            tmux.await("> 1. Allow once");
            assertPending(first);
            tmux.type("\033[<0;18;1M");
            tmux.await("Nothing was answered yet.");
        }
    }
}
