package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `./licet completion` prints, in the shells themselves. */
class CompletionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path script(String shell) throws Exception {
        Program.Result result = Program.finish(Program.licet("completion", shell), "");
        assertEquals(0, result.status(), result.err());
        return Files.writeString(folder.resolve(shell), result.out());
    }

    @Test
    void bash_completesCommandsAndOptions() throws Exception {
        Path script = script("bash");
        String complete =
                "source " + script + "; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_licet; echo ${COMPREPLY[@]}";
        assertTrue(Program.run("bash", "-c", complete.formatted("licet ser", 1)).contains("serve"));
        assertTrue(Program.run("bash", "-c", complete.formatted("licet serve --po", 2))
                .contains("--port"));
    }

    @Test
    void fish_completesCommandsAndOptions() throws Exception {
        String fish = Program.require("fish", "fish").toString();
        Path script = script("fish");
        for (List<String> each : List.of(
                List.of("licet ser", "serve"),
                List.of("licet serve --po", "--port"),
                List.of("licet token cre", "create"))) {
            String found = Program.run(fish, "-c", "source " + script + "; complete -C '" + each.get(0) + "'");
            assertTrue(found.contains(each.get(1)), found);
        }
    }

    @Test
    void zsh_takesIt() throws Exception {
        String zsh = Program.require("zsh", "zsh").toString();
        Path script = script("zsh");
        String loaded = Program.run(
                zsh,
                "-fc",
                "autoload -Uz compinit && compinit -u -D && source " + script + " && echo ${_comps[licet]}");
        assertTrue(loaded.contains("_bash_complete"), loaded);
    }

    @Test
    void install_putsItWhereTheShellLooks_andSaysWhatIsLeftToDo() throws Exception {
        var builder = new ProcessBuilder(Program.ROOT.resolve("licet").toString(), "completion", "zsh", "--install");
        builder.environment().put("HOME", folder.toString());
        Program.Result result = Program.finish(builder.start(), "");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("fpath+="), result.out());
        assertTrue(Files.readString(folder.resolve(".local/share/zsh/site-functions/_licet"))
                .startsWith("#compdef licet\n"));
        Program.Result wrong = Program.finish(Program.licet("completion", "tcsh"), "");
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("tcsh"), wrong.err());
    }
}
