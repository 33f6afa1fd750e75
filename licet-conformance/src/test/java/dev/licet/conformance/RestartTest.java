package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @RepeatedTest(3)
    void killedServer_stillHasThePendingApproval_andTheRetryJoinsIt() throws Exception {
        RunningServer first = RunningServer.start(data, 0);
        Hooked call = Hooked.bash(data, "npm test");
        String id = first.awaitPending();
        first.kill();

        Program.Result cutOff = call.result();
        assertEquals(2, cutOff.status(), "a hook without an answer blocks the call");
        assertEquals("", cutOff.out());
        assertTrue(
                cutOff.err().startsWith("Licet denied this call: the Licet server at http://127.0.0.1:"), cutOff.err());

        try (RunningServer second = RunningServer.start(data, 0)) {
            assertEquals(List.of(id), second.pending());
            Hooked retry = Hooked.bash(data, "npm test");
            // The retry has joined once a third submission of the same call takes its wait over.
            Program.Result taken = Await.until("the retry to be taken over", () -> {
                second.post("/v1/calls?wait=1", same());
                return retry.process().isAlive() ? Optional.empty() : Optional.of(retry.result());
            });
            assertEquals(0, taken.status());
            assertTrue(taken.out().contains("submitted again"), taken.out());
            assertEquals(List.of(id), second.pending());

            Hooked last = Hooked.bash(data, "npm test");
            assertTrue(second.post("/v1/approvals/" + id + "/approve", "{}").isTrue("applied"));
            Program.Result answer = last.result();
            assertEquals(0, answer.status());
            assertTrue(answer.out().contains("\"permissionDecision\":\"allow\""), answer.out());
            assertEquals(List.of(), second.pending());
        }
    }

    private static String same() {
        return """
                {"tool":"Bash","sessionId":"abc123","cwd":"/home/u/proj","arguments":\
                {"command":"npm test","description":"Do it","timeout":120000,"run_in_background":false}}
                """;
    }
}
