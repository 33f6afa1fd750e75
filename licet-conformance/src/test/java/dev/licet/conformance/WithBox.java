package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Opens the box in a real terminal. */
abstract class WithBox {
    static final String HINT = "navigate, Enter";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    Path project = Path.of("");

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

    void preset(String name) throws Exception {
        Files.writeString(folder.resolve("data/licet.yaml"), "preset: " + name + "\n");
    }

    /** The command line that puts {@code command} through the gate and tells how that ended. */
    String run(String before, String options, String command) {
        return "cd " + project + " && " + before + " " + Program.ROOT.resolve("licet") + " run --data-dir "
                + folder.resolve("data") + " " + options + " -- " + command + "; echo ended with $?; cat";
    }

    Tmux open(int columns, int rows, String command) throws Exception {
        return new Tmux(columns, rows, run("", "", command));
    }

    Tmux seed(int columns, String command) throws Exception {
        preset("ollama");
        return open(columns, 24, command);
    }

    /** The same in this process, where it does not matter how the program starts, ends, and starts others. */
    Tmux here(int columns, int rows, String... words) throws Exception {
        var args = new ArrayList<>(
                List.of("run", "--data-dir", folder.resolve("data").toString(), "--cwd", project.toString(), "--"));
        args.addAll(List.of(words));
        return Tmux.licet(columns, rows, args.toArray(String[]::new));
    }

    Tmux seedHere(int columns, String... words) throws Exception {
        preset("ollama");
        return here(columns, 24, words);
    }

    static void assertNoColours(Tmux tmux) throws Exception {
        tmux.await(HINT);
        assertFalse(tmux.colours().replace("\033[39m", "").contains("\033["), tmux.colours());
        tmux.keys("C-c");
        tmux.await("ended with 20");
    }

    void awaitFile(String name) throws Exception {
        Path file = project.resolve(name);
        Await.until(name, () -> Files.exists(file) && Files.size(file) > 0 ? Optional.of(file) : Optional.empty());
    }

    /** How many questions stand on the screen once its size stays, of which the last is denied. */
    int boxes(Tmux tmux) throws Exception {
        tmux.resize(90, 40);
        tmux.await("w tells why");
        tmux.keyUntil("Down", "> 1.");
        String screen = tmux.screen();
        assertFalse(Files.exists(project.resolve("made")));
        tmux.keys("C-c");
        tmux.await("ended with 20");
        return screen.split("Deny: ", -1).length - 1;
    }

    static Optional<String> running(String command) throws Exception {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(command) && !line.contains("licet") && !line.contains("tmux"))
                .findFirst();
    }
}
