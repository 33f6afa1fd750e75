package dev.licet.gate;

import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.licet.gate.call.Outcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long an answer on one gate takes to release the call that waits on another, over one PostgreSQL; run with
 * {@code -Dtest=SharedStoreBenchmark}. It prints, and asserts only that every call was released.
 */
class SharedStoreBenchmark {
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 300;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void answerOnOneGate_releasesOnTheOther() throws Exception {
        GateOptions options =
                GateOptions.STANDARD.withStorage(new GateOptions.Storage.Postgres(Postgres.newDatabase()));
        var micros = new long[ROUNDS];
        try (var a = new OpenGate(folder.resolve("a"), options);
                var b = new OpenGate(folder.resolve("b"), options)) {
            for (int i = -WARM_UP; i < ROUNDS; i++) {
                Future<Outcome> waits = a.waiting(shell("s", "make " + i));
                var id = b.gate.pending().getFirst().id();
                long start = System.nanoTime();
                b.gate.approveOnce(id, b.answer(""));
                assertInstanceOf(Outcome.Allowed.class, waits.get());
                micros[Math.max(0, i)] = (System.nanoTime() - start) / 1_000;
            }
        }
        Arrays.sort(micros);
        System.out.printf(
                Locale.ROOT,
                "answered on one gate, released on the other: p50 %.1f ms, p99 %.1f ms%n",
                micros[ROUNDS / 2] / 1_000.0,
                micros[ROUNDS * 99 / 100] / 1_000.0);
    }
}
