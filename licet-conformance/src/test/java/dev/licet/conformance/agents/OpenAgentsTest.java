package dev.licet.conformance.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One run of each agent whose source is open and that is small to fetch, where Node is there; {@link RealAgentsTest} has the
 * rest. The first run on a machine fetches them.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class OpenAgentsTest {
    @TempDir(factory = HomesInCache.class)
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static List<RealAgent> open() {
        boolean node = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "npm")));
        return node
                ? List.of(new Cline(), new Codex(), new GeminiCli(), new OpenCode(), new Pi(), new QwenCode())
                : List.of();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("open")
    void whatIsAllowedRuns_andWhatIsDeniedDoesNot(RealAgent agent) throws Exception {
        List<Wanted> wanted = List.of(agent.shell("cat keep.txt"), agent.shell("rm -f keep.txt"));
        try (AgentHome home = AgentHome.in(folder, agent, wanted)) {
            home.install();
            String printed = home.work();
            assertEquals(2, home.model().calls(), printed);
            assertTrue(home.model().heard().contains(AgentHome.KEPT), printed);
            assertTrue(Files.exists(AgentHome.workspace(folder).resolve("keep.txt")), printed);
        }
    }
}
