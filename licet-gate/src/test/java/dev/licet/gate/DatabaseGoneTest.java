package dev.licet.gate;

import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.ApprovalId;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way to the database breaks and comes back; {@code -Dlicet.gone=30} makes the break that many seconds long. */
class DatabaseGoneTest {
    private static final Duration GONE = Duration.ofSeconds(Integer.getInteger("licet.gone", 2));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static void whenItWorks(Runnable work) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                work.run();
                return;
            } catch (GateException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    @Test
    void waitingCall_isReleasedAfterTheBreak_andNothingIsAllowedDuringIt() throws Exception {
        String url = Postgres.newDatabase();
        int port = Integer.parseInt(url.replaceFirst(".*:([0-9]+)/.*", "$1"));
        try (var cable = new Cable(port)) {
            var throughCable =
                    new GateOptions.Storage.Postgres(url.replace(":" + port + "/", ":" + cable.port() + "/"));
            var direct = new GateOptions.Storage.Postgres(url);
            try (var a = new OpenGate(folder.resolve("a"), GateOptions.STANDARD.withStorage(throughCable));
                    var b = new OpenGate(folder.resolve("b"), GateOptions.STANDARD.withStorage(direct))) {
                Future<Outcome> waits = a.waiting(shell("s", "make"));
                Future<Outcome> other = a.waiting(shell("s", "npm test"));
                List<ApprovalId> ids =
                        b.gate.pending().stream().map(each -> each.id()).toList();
                cable.cut();
                assertThrows(GateException.class, () -> a.submit(read("s", "x")), "what cannot be recorded");
                assertThrows(GateException.class, () -> a.gate.approveOnce(ids.get(0), a.answer("")));
                // The other gate reaches the database, and somebody answers there.
                b.gate.approveOnce(ids.get(0), b.answer("during the break"));
                LockSupport.parkNanos(GONE.toNanos());
                assertTrue(cable.lost() > 0, "the cable was cut");
                cable.mend();
                assertEquals(
                        "during the break",
                        assertInstanceOf(Outcome.Allowed.class, waits.get()).comment());
                whenItWorks(() -> a.gate.approveOnce(ids.get(1), a.answer("after it")));
                assertEquals(
                        "after it",
                        assertInstanceOf(Outcome.Allowed.class, other.get()).comment());
                assertEquals(List.of(), b.gate.audit().verify(List.of()).problems());
            }
        }
    }
}
