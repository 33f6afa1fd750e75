package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import dev.licet.terminal.tty.Columns;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * `licet watch`: the whole screen of a real terminal, over the API of a real server; in this process where it does not matter how
 * the program starts, ends, and starts others.
 */
class InboxScreenTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private RunningServer server;

    @BeforeEach
    void open() throws Exception {
        AskedCommands.in(data, "rm", "echo");
        server = RunningServer.here(data);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private Tmux watch(int columns, int rows) throws Exception {
        return Tmux.licet(columns, rows, "watch", "--data-dir", data.toString());
    }

    /** The same as a process of its own, behind what is {@code before} it on the shell's line. */
    private Tmux process(int columns, int rows, String before) throws Exception {
        return new Tmux(
                columns,
                rows,
                before + Program.ROOT.resolve("licet") + " watch --data-dir " + data + "; echo left with $?; cat");
    }

    /** Submits a command of the session {@code session}; what else the call says is {@code more}. Gives the approval's id. */
    private String ask(String session, String command, String... more) throws Exception {
        return submit(
                session, "Bash", JsonObject.empty().with("command", new JsonString(command)), String.join("", more));
    }

    private String submit(String session, String tool, JsonObject arguments, String more) throws Exception {
        JsonObject reply = server.post(
                "/v1/calls?wait=0",
                "{\"callId\":\"c\",\"tool\":\"" + tool + "\",\"arguments\":" + JsonText.write(arguments)
                        + ",\"sessionId\":\"" + session + "\",\"workerId\":\"local\",\"cwd\":\"/home/u/proj\"" + more
                        + "}");
        return reply.object("approval").flatMap(each -> each.text("id")).orElseThrow();
    }

    private JsonObject approval(String id) throws Exception {
        return server.get("/v1/approvals/" + id);
    }

    private void awaitState(String id, String state) throws Exception {
        Await.until(state, () -> approval(id).text("state").filter(state::equals));
    }

    private void assertPending(String id) throws Exception {
        assertEquals(Optional.of("pending"), approval(id).text("state"));
    }

    /** A screen without what differs from run to run. */
    private static String steady(String screen) {
        return screen.replaceAll("[0-9]+ s\\b", "0 s").replaceAll("· [0-9a-z]{10}\\b", "· ID");
    }

    private static String golden(String name) throws Exception {
        try (InputStream in = Objects.requireNonNull(InboxScreenTest.class.getResourceAsStream("inbox/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        }
    }

    private void fourCalls() throws Exception {
        ask("one", "mk && git push origin main");
        ask("one", "npm publish", ",\"batchId\":\"b1\"");
        ask("one", "rm -rf 中文字 wide", ",\"batchId\":\"b1\"");
        ask("two", "curl https://example.com/日本語");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 200})
    void wholeScreen_isAsItShouldBe(int columns) throws Exception {
        fourCalls();
        try (Tmux tmux = watch(columns, 20)) {
            tmux.await("rm -rf 中文字 wide");
            assertEquals(golden(columns + ".txt"), steady(tmux.screen()));
            tmux.keyUntil("Enter", "1. Allow once");
            assertEquals(golden(columns + "-answers.txt"), steady(tmux.screen()));
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
            tmux.await(">   Bash  npm unpublish");
            tmux.keyUntil("n", "> 2. Deny, and the agent goes on: (optional reason)");
            tmux.type("not 1 of ours, y");
            tmux.await("not 1 of ours, y");
            tmux.keyUntil("Enter", "Nothing waits for an answer.");
            awaitState(second, "rejected");
            assertEquals(
                    Optional.of("not 1 of ours, y"),
                    approval(second).object("answer").flatMap(answer -> answer.text("comment")));
            String screen = tmux.keyUntil("2", "rejected by terminal: not 1 of ours, y");
            assertTrue(screen.contains("✗ Bash  npm unpublish"), screen);
            assertTrue(screen.contains("✓ Bash  npm publish"), screen);
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
            String screen = tmux.keyUntil("y", "1. Allow all 2, once");
            assertTrue(screen.contains("Command: npm publish"), screen);
            assertTrue(screen.contains("Command: rm -r x"), screen);
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
            String screen = tmux.await("approved by api: fine");
            assertTrue(screen.contains("Nothing waits for an answer."), screen);
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
            String screen = tmux.keyUntil("e", "1. Allow this instead, once");
            assertTrue(screen.contains("Command: npm pack"), screen);
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
            String screen = tmux.keyUntil("w", "7–26 `git push origin main`: no rule covers this");
            assertTrue(screen.contains("would be enough: allow shell_exec: mk · shell_exec: git push *"), screen);
            tmux.keyUntil("q", ">   Bash");
        }
    }

    @Test
    void theMouse_choosesAndScrolls_butAnswersNothing() throws Exception {
        String first = ask("one", "npm publish");
        ask("two", "npm unpublish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await(">   Bash  npm publish");
            // The row of the second, whose line is the sixth of the screen.
            tmux.type("\033[<0;10;6M\033[<0;10;6m");
            tmux.await(">   Bash  npm unpublish");
            tmux.type("\033[<64;10;6M");
            tmux.await(">   Bash  npm publish");
            String screen = tmux.keyUntil("Enter", "1. Allow once");
            int option = screen.substring(0, screen.indexOf("1. Allow once")).split("\n", -1).length;
            tmux.type("\033[<0;60;" + option + "M");
            tmux.await("> 1. Allow once");
            assertPending(first);
            tmux.type("\033[<0;18;1M");
            tmux.await("Nothing was answered yet.");
        }
    }

    @Test
    void theServer_mayGoAndComeBack() throws Exception {
        server.close();
        server = RunningServer.start(data, 0);
        String id = ask("one", "npm publish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("npm publish");
            int port = server.port();
            server.kill();
            tmux.await("not connected: the");
            tmux.keys("y");
            server = RunningServer.start(data, port);
            String screen = tmux.await("● connected");
            assertTrue(screen.contains("Inbox 1"), screen);
            tmux.keyUntil("y", "Nothing waits for an answer.");
            awaitState(id, "approved");
        }
    }

    @Test
    void theTerminal_isAsBefore_howeverItEnds() throws Exception {
        String before = "echo what was there; ";
        for (String ending : List.of("q", "C-c", "TERM")) {
            try (Tmux tmux = process(80, 20, before)) {
                tmux.await("Nothing waits for an answer.");
                assertEquals("1 1", tmux.ask("#{alternate_on} #{mouse_any_flag}"));
                if (ending.equals("TERM")) {
                    Program.run("pkill", "-TERM", "-f", "licet.jar watch --data-dir " + data);
                } else {
                    tmux.keys(ending);
                }
                String screen = tmux.await("left with");
                assertTrue(screen.startsWith("what was there\n"), screen);
                assertEquals("0 0 1", tmux.ask("#{alternate_on} #{mouse_any_flag} #{cursor_flag}"));
                tmux.type("typed");
                tmux.keys("Enter");
                tmux.await("typed\ntyped");
            }
        }
    }

    @Test
    void stoppedAndContinued_itIsThereAgain() throws Exception {
        ask("one", "npm publish");
        try (Tmux tmux = new Tmux(80, 20, "bash --norc -i")) {
            tmux.type(Program.ROOT.resolve("licet") + " watch --data-dir " + data);
            tmux.keys("Enter");
            tmux.await("npm publish");
            tmux.keys("C-z");
            tmux.await("Stopped");
            assertEquals("0 0", tmux.ask("#{alternate_on} #{mouse_any_flag}"));
            tmux.type("fg");
            tmux.keys("Enter");
            tmux.await("Command: npm publish");
            assertEquals("1 1", tmux.ask("#{alternate_on} #{mouse_any_flag}"));
            tmux.keys("q");
        }
    }

    @Test
    void anySize_isBorne() throws Exception {
        ask("one", "npm publish");
        try (Tmux tmux = watch(80, 20)) {
            tmux.await("npm publish");
            for (int columns : new int[] {1, 2, 3, 200, 19, 20, 21, 40, 5, 99, 100, 101, 1, 300}) {
                tmux.resize(columns, 2 + columns % 37);
            }
            tmux.resize(15, 3);
            // Until then the program may still have the size before.
            tmux.await("too small");
            tmux.keys("y", "Enter", "1");
            tmux.resize(100, 24);
            tmux.await("Command: npm publish");
            assertEquals(1, server.pending().size(), "nothing was answered while nothing could be seen");
        }
    }

    @Test
    void twoThousandPending_areThere() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            ask("s" + i % 9, "git push origin branch-" + i);
        }
        try (Tmux tmux = watch(120, 30)) {
            assertTrue(tmux.await("Inbox 2000").contains("● connected"), tmux.screen());
            tmux.keyUntil("End", "Command: git push origin branch-1997");
            tmux.keys("/");
            tmux.type("branch-1234");
            tmux.keys("Enter");
            tmux.await("Command: git push origin branch-1234");
            tmux.keyUntil("y", "Inbox 1999");
        }
    }

    @Test
    void aPaste_answersNothing_andIsSearchedFor() throws Exception {
        String id = ask("one", "npm publish");
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("npm publish");
            Path paste = Files.writeString(data.resolve("paste"), "y\n".repeat(500_000));
            tmux.pasteFile(paste);
            tmux.keys("/");
            tmux.await("Esc ends the search");
            assertPending(id);
        }
    }

    /** The recorded hostile commands of the box's own test. */
    private static List<JsonObject> hostile() throws Exception {
        var all = new ArrayList<JsonObject>();
        for (String line : Files.readAllLines(
                Program.ROOT.resolve("licet-terminal/src/test/resources/dev/licet/terminal/box/hostile.jsonl"))) {
            all.add(JsonText.parseObject(line));
        }
        return all;
    }

    @Test
    void hostileCommands_neitherMoveNorHideWhatIsAroundThem() throws Exception {
        List<JsonObject> hostile = hostile();
        for (int i = 0; i < hostile.size(); i++) {
            // A tool of which nothing is known, so that every one is asked about.
            JsonObject arguments = JsonObject.empty()
                    .with("line", new JsonString(hostile.get(i).text("command").orElseThrow()));
            submit("h" + i + "x", "mcp__shell__run", arguments, "");
        }
        try (Tmux tmux = watch(200, 50)) {
            tmux.await("Inbox " + hostile.size());
            for (int i = 0; i < hostile.size(); i++) {
                tmux.keys("/");
                tmux.type("h" + i + "x");
                tmux.keys("Enter");
                String screen = tmux.await("\n/h" + i + "x  y once");
                String[] rows = screen.split("\n", -1);
                String name = hostile.get(i).text("name").orElseThrow();
                assertEquals(50, rows.length, name + "\n" + screen);
                assertTrue(rows[0].startsWith(" 1 Inbox " + hostile.size()), name + "\n" + screen);
                assertTrue(rows[2].startsWith("local · h" + i + "x  /home/u/proj"), name + "\n" + screen);
                for (int row = 2; row < rows.length - 1; row++) {
                    String left = Columns.head(rows[row], 81);
                    assertEquals(81, Columns.of(left), name + ": " + rows[row]);
                    assertTrue(rows[row].startsWith("│", left.length()), name + ": " + rows[row]);
                }
                tmux.keys("Escape");
                tmux.awaitGone("\n/h");
            }
        }
    }
}
