package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `./licet man` writes, set by groff. */
class ManPagesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Program.Result set(Path page) throws Exception {
        String groff = Program.require("groff", "groff").toString();
        var command =
                new ProcessBuilder(groff, "-K", "utf8", "-T", "utf8", "-P", "-cbou", "-man", "-ww", page.toString());
        return Program.finish(command.start(), "");
    }

    @Test
    void everyCommand_hasAPage_thatGroffTakesWithoutAWord() throws Exception {
        assertEquals(
                0,
                Program.finish(Program.licet("man", "--output", folder.toString()), "")
                        .status());
        List<Path> pages;
        try (Stream<Path> files = Files.list(folder)) {
            pages = files.sorted().toList();
        }
        String overview = set(folder.resolve("licet.1")).out();
        for (Path page : pages) {
            Program.Result result = set(page);
            assertEquals("", result.err(), page.toString());
            for (String section : List.of("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SEE ALSO")) {
                assertTrue(result.out().contains("\n" + section + "\n"), page + ": " + section);
            }
        }
        assertTrue(overview.contains("\nEXIT STATUS\n"), overview);
        for (String command : List.of("run", "watch", "serve", "approve", "man")) {
            assertTrue(pages.contains(folder.resolve("licet-" + command + ".1")), command);
            assertTrue(overview.contains("licet-" + command + "(1)"), command);
        }
        assertTrue(set(folder.resolve("licet-watch.1")).out().contains("--lines"));
        assertTrue(pages.contains(folder.resolve("licet-token-create.1")));
    }

    @Test
    void installed_manFindsThem() throws Exception {
        ProcessBuilder install =
                new ProcessBuilder(Program.ROOT.resolve("licet").toString(), "man", "--install");
        install.environment().put("HOME", folder.toString());
        assertEquals(0, Program.finish(install.start(), "").status());
        ProcessBuilder man = new ProcessBuilder(Program.require("man-db", "man").toString(), "licet-run");
        man.environment().put("MANPATH", folder.resolve(".local/share/man").toString());
        man.environment().put("MANPAGER", "cat");
        assertTrue(Program.finish(man.start(), "").out().contains("shell command through the gate"));
    }

    @Test
    void aCommandThatIsNone_isToldSo() throws Exception {
        Program.Result result = Program.finish(Program.licet("man", "fly"), "");
        assertEquals(1, result.status());
        assertTrue(result.err().contains("there is no command `fly`"), result.err());
    }
}
