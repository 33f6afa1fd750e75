package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.data.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A gate over a folder, with a clock that stands still until it is moved, and the calls that tests make. */
final class OpenGate implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);
    static final WorkerId WORKER = WorkerId.STANDARD;

    final Path folder;
    GateOptions options;
    final DataDirectory directory;
    volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Gate gate;

    OpenGate(Path folder, GateOptions options) {
        this.folder = folder;
        this.options = options;
        this.directory = DataDirectory.at(folder);
        this.gate = Gate.open(directory, clock(), options);
    }

    OpenGate(Path folder) {
        this(folder, GateOptions.STANDARD);
    }

    private InstantSource clock() {
        return () -> now;
    }

    void reopen() {
        reopen(options);
    }

    /** Opens it again, with other options. */
    void reopen(GateOptions other) {
        gate.close();
        options = other;
        gate = Gate.open(directory, clock(), options);
    }

    static ToolCall shell(String session, String command) {
        return call(session, "shell_exec", JsonObject.empty().with("command", command));
    }

    static ToolCall read(String session, String path) {
        return call(session, "read_file", JsonObject.empty().with("path", path));
    }

    static ToolCall call(String session, String tool, JsonObject arguments) {
        return new ToolCall(
                new CallId("c"),
                tool,
                arguments,
                new SessionId(session),
                WORKER,
                "/srv/project",
                Map.of(),
                CallContext.NONE);
    }

    /** {@code call} made in {@code directory}. */
    static ToolCall in(String directory, ToolCall call) {
        return new ToolCall(
                call.id(),
                call.tool(),
                call.arguments(),
                call.session(),
                call.worker(),
                directory,
                Map.of(),
                call.context());
    }

    Answer answer(String comment) {
        return Answer.byOwner("test", now, comment);
    }

    Approval held(ToolCall call) throws InterruptedException {
        return assertInstanceOf(Outcome.Held.class, gate.submit(call, Duration.ZERO))
                .approval();
    }

    Outcome submit(ToolCall call) throws InterruptedException {
        return gate.submit(call, Duration.ZERO);
    }

    static <T> Future<T> inBackground(Callable<T> work) {
        return Executors.newVirtualThreadPerTaskExecutor().submit(work);
    }

    /** Submits {@code call} from another thread and returns once it is pending there. */
    Future<Outcome> waiting(ToolCall call) throws InterruptedException {
        long before = gate.lastEvent();
        Future<Outcome> outcome = inBackground(() -> gate.submit(call, LONG));
        assertEquals(1, gate.eventsAfter(before, 1, LONG).size());
        return outcome;
    }

    @Override
    public void close() {
        gate.close();
    }
}
