package dev.licet.gate.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.core.contain.Preview;
import dev.licet.core.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are tried before somebody answers, in a gate of this process. */
class PreviewingExecutorTest {
    private static final JsonObject MAKE = JsonObject.empty().with("command", "make");

    @TempDir
    private Path folder;

    private final List<String> done = new CopyOnWriteArrayList<>();
    private ToolGate gate;
    private AgentSession session;

    @BeforeEach
    void open() throws Exception {
        Path project = Files.createDirectory(folder.resolve("project")).toRealPath();
        gate = ToolGate.inMemory("{\"shell_exec\": \"ask\"}").answering(ask -> {
            done.add("asked");
            return Reply.once();
        });
        session = gate.session("s", project);
    }

    @AfterEach
    void close() {
        gate.close();
    }

    /** What is done when a call is tried. */
    private interface Trying {
        void run() throws Exception;
    }

    private PreviewingExecutor<String> executor(Trying trying, Runnable closing) {
        return new PreviewingExecutor<>() {
            @Override
            public Tried<String> tryOut(JsonObject arguments, TriedCall within) throws Exception {
                trying.run();
                done.add("tried");
                return new Tried<>() {
                    @Override
                    public Preview preview() {
                        return new Preview(0, "", List.of(), 1, List.of(), "ab".repeat(32));
                    }

                    @Override
                    public String put() {
                        done.add("put");
                        return "put";
                    }

                    @Override
                    public void close() {
                        done.add("closed");
                        closing.run();
                    }
                };
            }

            @Override
            public String execute(JsonObject arguments, ContainedCall within) {
                throw new AssertionError("nothing is contained by these rules");
            }

            @Override
            public String execute(JsonObject arguments) {
                done.add("ran");
                return "ran";
            }
        };
    }

    private Result<String> run(PreviewingExecutor<String> executor) throws InterruptedException {
        return session.run(GatedTool.named("shell_exec"), MAKE, executor);
    }

    @Test
    void whatWasTried_isPutInPlace_andThrownAwayAtTheEnd() throws Exception {
        assertEquals(
                "put",
                assertInstanceOf(Result.Ran.class, run(executor(() -> {}, () -> {})))
                        .value());
        assertEquals(List.of("tried", "asked", "put", "closed"), done);
    }

    @Test
    void whatCannotBeTried_isAskedAsItIs_andRuns() throws Exception {
        PreviewingExecutor<String> executor = executor(
                () -> {
                    throw new IllegalStateException("not here");
                },
                () -> {});
        assertEquals("ran", assertInstanceOf(Result.Ran.class, run(executor)).value());
        assertEquals(List.of("asked", "ran"), done);
    }

    @Test
    void whatCannotBeThrownAway_isInPlaceAllTheSame() throws Exception {
        PreviewingExecutor<String> executor = executor(() -> {}, () -> {
            throw new IllegalStateException("not gone");
        });
        assertEquals("put", assertInstanceOf(Result.Ran.class, run(executor)).value());
    }

    @Test
    void whereTryingFailsAltogether_nothingIsLeftToBeAnswered() throws Exception {
        PreviewingExecutor<String> executor = executor(
                () -> {
                    throw new AssertionError("broken");
                },
                () -> {});
        assertThrows(AssertionError.class, () -> run(executor));
        assertEquals(List.of(), gate.pending());
        assertEquals(List.of(), done);
    }

    @Test
    void whoIsInterruptedWhileItIsTried_learnsThat_andNothingRuns() throws Exception {
        PreviewingExecutor<String> executor = executor(
                () -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("closed by an interrupt");
                },
                () -> {});
        assertThrows(InterruptedException.class, () -> run(executor));
        assertEquals(List.of(), gate.pending());
        assertEquals(List.of(), done);
    }

    @Test
    void twoEqualCallsAtOnce_areBothAnswered() throws Exception {
        var first = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Result<String>> slow = threads.submit(() -> run(executor(first::await, () -> {})));
            while (gate.pending().isEmpty()) {
                Thread.onSpinWait();
            }
            Future<Result<String>> quick = threads.submit(() -> run(executor(() -> {}, () -> {})));
            quick.get(30, TimeUnit.SECONDS);
            first.countDown();
            slow.get(30, TimeUnit.SECONDS);
        }
        assertEquals(List.of(), gate.pending());
    }
}
