package dev.licet.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolboxTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path outputs;

    @SuppressWarnings("NullAway.Init")
    private Toolbox tools;

    @BeforeEach
    void open() {
        tools = Toolbox.standard(new Workspace(folder, outputs), (tool, arguments) -> Action.ALLOW);
    }

    private String run(String tool, JsonObject arguments) throws Exception {
        return tools.named(tool).orElseThrow().execute(arguments);
    }

    private void problem(String tool, JsonObject arguments, String part) {
        var problem = assertThrows(ToolProblem.class, () -> run(tool, arguments));
        assertTrue(String.valueOf(problem.getMessage()).contains(part), problem::getMessage);
    }

    private static JsonObject path(String path) {
        return JsonObject.empty().with("path", path);
    }

    private static JsonObject edit(String path, String old, String now) {
        return path(path).with("old_string", old).with("new_string", now);
    }

    private static JsonObject command(String command) {
        return JsonObject.empty().with("command", command);
    }

    @Test
    void read_numbersLines_andTakesAPart() throws Exception {
        Files.writeString(folder.resolve("a"), "one\ntwo\nthree\n");
        assertEquals("1\tone\n2\ttwo\n3\tthree\n", run("read_file", path("a")));
        assertEquals(
                "2\ttwo\n(1 more lines; use offset)\n",
                run("read_file", path("a").with("offset", 2).with("limit", 1)));
        problem("read_file", path("a").with("offset", 9), "has 3 lines");
        problem("read_file", path("a").with("limit", -1), "`limit` is 1 to");
        problem("read_file", path("b"), "there is no file");
        problem("read_file", path("."), "is a directory");
        problem("read_file", JsonObject.empty(), "`path` is missing");
        Files.writeString(folder.resolve("empty"), "");
        assertEquals("(the file is empty)", run("read_file", path("empty")));
    }

    @Test
    void whatIsNotText_isRefused() throws Exception {
        Files.write(folder.resolve("nul"), new byte[] {'a', 0, 'b'});
        Files.write(folder.resolve("latin"), new byte[] {(byte) 0xe4, 'a'});
        problem("read_file", path("nul"), "binary file of 3 bytes");
        problem("read_file", path("latin"), "neither UTF-8 nor UTF-16");
        problem("write_file", path("nul").with("content", "x"), "binary");
        problem("read_file", path("/dev/null"), "a device");
        Files.write(folder.resolve("utf32"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0, 'a', 0, 0, 0});
        problem("read_file", path("utf32"), "binary");
        assertEquals(3, Files.size(folder.resolve("nul")));
    }

    @Test
    void edits_areExact_andKeepEncodingLinesAndPermissions() throws Exception {
        Path file = folder.resolve("a");
        Files.write(file, "\ufeffone\r\ntwo\r\ntwo\r\n".getBytes(StandardCharsets.UTF_16LE));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        String told = run("edit_file", edit("a", "one\ntwo", "ONE\ntwo"));
        assertTrue(told.contains("-one\n+ONE"), told);
        assertEquals("\ufeffONE\r\ntwo\r\ntwo\r\n", Files.readString(file, StandardCharsets.UTF_16LE));
        assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        problem("edit_file", edit("a", "two", "x"), "more than once");
        problem("edit_file", edit("a", "three", "x"), "is not in a");
        problem("edit_file", edit("a", "", "x"), "is empty");
        problem("edit_file", edit("a", "two", "two"), "are the same");
        run("edit_file", edit("a", "two", "2").with("replace_all", true));
        assertEquals("\ufeffONE\r\n2\r\n2\r\n", Files.readString(file, StandardCharsets.UTF_16LE));
    }

    @Test
    void writing_replacesWhatALinkLeadsTo_andLeavesTheLink() throws Exception {
        Files.writeString(folder.resolve("real"), "old\n");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        String told = run("write_file", path("link").with("content", "new\n"));
        assertTrue(told.contains("-old\n+new"), told);
        assertTrue(Files.isSymbolicLink(folder.resolve("link")));
        assertEquals("new\n", Files.readString(folder.resolve("real")));
        run("write_file", path("deep/er/file").with("content", "x"));
        assertEquals("x", Files.readString(folder.resolve("deep/er/file")));
    }

    @Test
    void searching_passesOverHiddenAndSecretFiles() throws Exception {
        Files.createDirectories(folder.resolve("src"));
        Files.writeString(folder.resolve("src/A.java"), "class A {}\n// password\n");
        Files.writeString(folder.resolve(".env"), "password=1\n");
        Files.writeString(folder.resolve("credentials.json"), "password\n");
        assertEquals("src/A.java", run("glob", JsonObject.empty().with("pattern", "**/*.java")));
        assertEquals("src/A.java:2: // password", run("grep", JsonObject.empty().with("pattern", "pass.*d")));
        assertEquals(
                "no lines", run("grep", JsonObject.empty().with("pattern", "x").with("glob", "*.java")));
        problem("grep", JsonObject.empty().with("pattern", "("), "no regular expression");
        problem("glob", JsonObject.empty().with("pattern", "{"), "is no pattern");
        Files.writeString(folder.resolve("src/long"), "a".repeat(5_000));
        assertEquals("no lines", run("grep", JsonObject.empty().with("pattern", "(a|aa)+$b")));
    }

    @Test
    void commands_haveACleanEnvironment_andEnd() throws Exception {
        assertEquals("dumb C.UTF-8\n", run("shell_exec", command("echo $TERM $LC_ALL")));
        assertEquals("x\n(exit status 3)", run("shell_exec", command("echo x; exit 3")));
        assertEquals("(no output)", run("shell_exec", command("true")));
        assertEquals("(exit status 1)", run("shell_exec", command("read x")));
        String killed = run("shell_exec", command("echo a; sleep 30 & sleep 30").with("timeout", 1));
        assertTrue(killed.startsWith("a\n") && killed.contains("killed after 1 s"), killed);
        assertEquals(
                "", run("shell_exec", command("pgrep -f 'sleep 30$' || true")).replace("(no output)", ""));
        problem("shell_exec", command("true").with("timeout", 0), "`timeout` is 1 to");
    }

    @Test
    void muchOutput_isKeptInAFile() throws Exception {
        String told = run("shell_exec", command("seq 1 20000"));
        assertTrue(told.length() < Workspace.MOST_SHOWN + 300, "" + told.length());
        assertTrue(told.startsWith("1\n2\n") && told.endsWith("20000\n"));
        Path file = Path.of(told.replaceFirst("(?s).*all of it is in (\\S+) .*", "$1"));
        assertTrue(Files.readString(file).contains("\n10000\n"));
    }

    @Test
    void theHomeDirectory_isMeantInEveryWayThatTheGateMeansIt() {
        var workspace = new Workspace(folder, outputs);
        Path home = Path.of(System.getProperty("user.home", "/"));
        for (String each : new String[] {"~/.x", "$HOME/.x", "${HOME}/.x", "~/a/../.x"}) {
            assertEquals(home.resolve(".x"), workspace.path(each), each);
        }
        assertEquals(folder.resolve("~x"), workspace.path("~x"));
        assertEquals(folder.resolve("$HOMEx"), workspace.path("$HOMEx"));
    }

    @Test
    void whatNobodyMayWriteTo_isNotWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "kept");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        var refused = assertThrows(
                IOException.class, () -> run("write_file", path("a").with("content", "x")));
        assertTrue(String.valueOf(refused.getMessage()).contains("nobody may write"), refused::getMessage);
        assertEquals("kept", Files.readString(file));
        assertEquals(List.of("a"), names());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> String.valueOf(each.getFileName())).toList();
        }
    }

    @Test
    void theHomeDirectory_isForTheShellWhatItIsForTheGate() throws Exception {
        String home = System.getProperty("user.home", "/");
        assertEquals(home + " " + home + "\n", run("shell_exec", command("echo ~ $HOME")));
    }

    @Test
    void aCommandThatIgnoresBeingAsked_isKilledAllTheSame() throws Exception {
        JsonObject stubborn =
                command("trap '' TERM; echo begun; while :; do sleep 1; done").with("timeout", 1);
        String told = run("shell_exec", stubborn);
        assertTrue(told.startsWith("begun\n"), told);
        assertTrue(told.contains("killed after 1 s"), told);
    }
}
