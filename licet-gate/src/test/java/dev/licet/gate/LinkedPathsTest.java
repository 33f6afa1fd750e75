package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.decide.Decision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths through links, with real bash as the judge of which file they name. */
class LinkedPathsTest {
    private static final String SECRET = "hunter2";

    /** Ways to a file that is denied; `l1` leads out of the workspace, `l2` into the folder, `l3` to a folder further down. */
    private static final List<String> WAYS = List.of(
            "cat secrets/key.txt",
            "cat l2/../key.txt",
            "cat l3/../../l2/../key.txt",
            "cat l2/./../key.txt",
            "cat l2//../key.txt",
            "cd l3 && cd .. && cat l2/../key.txt",
            "cd l3/.. && cat l2/../key.txt",
            "cd l3/.. && cat l2/.././key.txt",
            "cd l1/.. && cat l2/../key.txt",
            "cd l3/.. && cat $PWD/l2/../key.txt",
            "cd l3/.. && cat \"$(pwd)/l2/../key.txt\"",
            "cd -P l3/.. && cat ../l2/../key.txt",
            "cd -P l3 && cd .. && cat ../l2/../key.txt",
            "cd l3 && cd -P .. && cat ../l2/../key.txt",
            "cd l2 && cat ../key.txt",
            "cd l2 && cd -P .. && cat key.txt",
            "cd l3/../x && cat ../../l2/../key.txt",
            "cd l3/../x && cd l4/.. && cat ../../l2/../key.txt",
            "(cd l3/..; cat l2/../key.txt)",
            "cd l3/.. && while read -r x; do echo $x; done < l2/../key.txt",
            "cd l3/.. && env -C l2/.. cat key.txt",
            "cd l3/.. && tar -C l2/.. -cf - key.txt",
            "cd l3/.. && find l2/.. -name key.txt -exec cat {} +",
            "pushd l3/.. && cat l2/../key.txt",
            "cd l3/.. && head l2/../k*.txt",
            "ln -s in/dir h; cd h/.. && cat l2/../key.txt");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path workspace;

    @BeforeEach
    void link() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        Files.createDirectories(folder.resolve("elsewhere/deep"));
        for (String each : List.of("secrets/sub", "in/dir", "in/x", "src")) {
            Files.createDirectories(workspace.resolve(each));
        }
        Files.writeString(workspace.resolve("secrets/key.txt"), SECRET + "\n");
        Files.writeString(workspace.resolve("src/a"), "ours\n");
        Files.createSymbolicLink(workspace.resolve("l1"), folder.resolve("elsewhere/deep"));
        Files.createSymbolicLink(workspace.resolve("l2"), Path.of("secrets/sub"));
        Files.createSymbolicLink(workspace.resolve("l3"), Path.of("in/dir"));
        Files.createSymbolicLink(workspace.resolve("in/x/l4"), Path.of("../dir"));
    }

    private String bash(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "--norc", "--noprofile", "-c", command)
                .directory(workspace.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private Decision decide(Gate gate, String command) {
        return gate.decide(OpenGate.in(workspace.toString(), OpenGate.shell("s", command)));
    }

    @Test
    void whicheverWayBashFindsADeniedFile_isNotAllowed() throws Exception {
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"*\": \"allow\", \"read_file\": {\"*\": \"allow\", \"secrets/*\": \"deny\"}}");
        try (var open = new OpenGate(
                folder.resolve("data"), GateOptions.STANDARD.withStorage(new GateOptions.Storage.Memory()))) {
            int found = 0;
            for (String way : WAYS) {
                if (bash(way).contains(SECRET)) {
                    found++;
                    assertFalse(decide(open.gate, way) instanceof Decision.Allow, way);
                }
            }
            assertTrue(found >= 15, "bash finds it in " + found + " ways");
            assertEquals("ours\n", bash("cd src && cd .. && cat src/a"));
            assertTrue(decide(open.gate, "cd src && cd .. && cat src/a") instanceof Decision.Allow);
        }
    }
}
