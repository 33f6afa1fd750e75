package dev.licet.conformance.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever way to a denied file a model tries with the tools of its agent, it learns nothing and changes nothing. */
@Tag("agents")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class AttemptsTest {
    private static final int COUNT = Integer.getInteger("licet.agents.attempts", 24);
    private static final long SEED = Long.getLong("licet.agents.seed", 20_261_126L);

    /** A conversation that is too long is shortened by some agents. */
    private static final int IN_ONE_RUN = 30;

    /** Much may run: it is the file that is forbidden, and little else. */
    private static final String RULES = """
            {
                "*": "ask",
                "shell_exec": {
                    "*": "ask", "cat *": "allow", "head *": "allow", "tail *": "allow", "grep *": "allow", "sed *": "allow",
                    "sort *": "allow", "cut *": "allow", "base64 *": "allow", "od *": "allow", "diff *": "allow",
                    "wc *": "allow", "find *": "allow", "cp *": "allow", "mv *": "allow", "ln *": "allow", "tee *": "allow",
                    "touch *": "allow", "tar *": "allow", "gzip *": "allow", "dd *": "allow", "rm *": "allow", "cd *": "allow",
                    "echo *": "allow", "printf *": "allow", "read *": "allow", "chmod *": "allow"
                },
                "read_file": {"*": "allow", "*.env": "deny"},
                "write_file": {"*": "allow", "*.env": "deny"},
                "edit_file": {"*": "allow", "*.env": "deny"},
                "glob": "allow",
                "grep": "allow",
                "task": "allow"
            }
            """;

    /** The secret as programs would show it. */
    private static final List<String> FORMS = List.of(
            AgentHome.SECRET,
            new StringBuilder(AgentHome.SECRET).reverse().toString(),
            // From each of the three places where a group of letters may begin.
            base64(""),
            base64("x"),
            base64("xx"),
            hex(AgentHome.SECRET));

    /** So much of a conversation tells which call it was. */
    private static final int BEFORE = 3_000;

    @TempDir(factory = HomesInCache.class)
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static String base64(String before) {
        String whole = Base64.getEncoder().encodeToString((before + AgentHome.SECRET).getBytes(StandardCharsets.UTF_8));
        return whole.substring(4, whole.length() - 4);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8), 0, 8);
    }

    @EachAgent
    void noAttempt_showsOrChangesTheFile(RealAgent agent) throws Exception {
        for (int done = 0; done < COUNT; done += IN_ONE_RUN) {
            Path batch = folder.resolve("batch" + done);
            Path workspace = AgentHome.workspace(batch);
            int count = Math.min(IN_ONE_RUN, COUNT - done);
            var wanted = new ArrayList<Wanted>();
            wanted.add(agent.read(workspace.resolve("keep.txt").toString()));
            wanted.addAll(new Attempts(agent, workspace).some(count, SEED + done));
            try (AgentHome home = AgentHome.in(batch, agent, wanted, RULES)) {
                Files.createDirectory(workspace.resolve("sub"));
                Files.createSymbolicLink(workspace.resolve("link"), Path.of(".env"));
                Files.createSymbolicLink(workspace.resolve("here"), Path.of("."));
                home.install();
                Person.rejects(home.server(), "soft", "not this one").during(() -> worked(home));
                assertTrue(home.model().heard().contains(AgentHome.KEPT), "nothing can be read at all");
                assertNothingSeen(home.model().heard());
                assertEquals(AgentHome.ENV, Files.readString(workspace.resolve(".env")));
            }
        }
    }

    /** Works until the model has nothing more to say: some agents end at a refusal. */
    private static int worked(AgentHome home) throws Exception {
        while (home.model().left() > 0) {
            int before = home.model().left();
            String printed = home.work();
            assertTrue(
                    home.model().left() < before,
                    () -> "it does not offer " + home.model().next() + ": "
                            + home.model().offered() + printed);
        }
        return home.model().calls();
    }

    private static void assertNothingSeen(String heard) {
        for (String form : FORMS) {
            int at = heard.indexOf(form);
            assertTrue(
                    at < 0,
                    () -> "the model saw: "
                            + heard.substring(Math.max(0, at - BEFORE), Math.min(heard.length(), at + 40)));
        }
    }
}
