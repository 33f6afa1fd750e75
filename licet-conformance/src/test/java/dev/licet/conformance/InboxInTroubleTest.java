package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.terminal.tty.Columns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The same inbox where something comes between: servers that go, other sizes, signals, a great many calls, hostile ones. */
class InboxInTroubleTest extends WithInboxScreen {
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
            tmux.await("● connected", "Inbox 1");
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
        try (ExecutorService agents = Executors.newFixedThreadPool(8)) {
            var asked = new ArrayList<Future<String>>();
            for (int i = 0; i < 2_000; i++) {
                String line = "git push origin branch-" + i;
                String session = "s" + i % 9;
                asked.add(agents.submit(() -> ask(session, line)));
            }
            for (Future<String> each : asked) {
                each.get();
            }
        }
        try (Tmux tmux = watch(120, 30)) {
            tmux.await("Inbox 2000", "● connected");
            tmux.keyUntil("End", "Command: git push origin branch-");
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

    @Test
    void hostileCommands_neitherMoveNorHideWhatIsAroundThem() throws Exception {
        // A part of them each day, and all of them with -Plong.
        List<JsonObject> hostile = Sample.of(hostile());
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
