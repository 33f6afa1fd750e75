package dev.licet.gate.agent;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.policy.Action;
import dev.licet.gate.GateException;
import dev.licet.gate.Presentation;
import dev.licet.gate.Submission;
import dev.licet.gate.Tickets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation of an agent, or of a subagent in it. Thread-safe; {@link #run} and {@link #batch} block while a person is
 * asked, and an interrupt withdraws what is asked.
 */
public final class AgentSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);

    /** What a model is told about calls of a reply behind the one at which a person stopped it. */
    public static final String STOPPED =
            "Not executed: the user stopped you at an earlier call of the same reply. Wait for their next message.";

    /** What tells the calls of this process from those of others. */
    private static final String PROCESS = newId() + "-";

    private static final AtomicLong CALLS = new AtomicLong();

    private final GateAccess access;
    private final Asking asking;
    private final GateAccess.Place place;
    private final String directory;
    private final CallContext context;
    private final Duration patience;

    private AgentSession(
            GateAccess access,
            Asking asking,
            GateAccess.Place place,
            String directory,
            CallContext context,
            Duration patience) {
        this.access = access;
        this.asking = asking;
        this.place = place;
        this.directory = directory;
        this.context = context;
        this.patience = patience;
    }

    static AgentSession of(GateAccess access, Optional<Answerer> answerer, GateAccess.Place place, String directory) {
        return new AgentSession(
                access, new Asking(access, answerer), place, directory, CallContext.NONE, Submission.MAX_WAIT);
    }

    /** This session with calls that wait no longer than {@code patience} for an answer, at most {@link Submission#MAX_WAIT}. */
    public AgentSession waiting(Duration patience) {
        return new AgentSession(access, asking, place, directory, context, patience);
    }

    /** A turn, which is one user message and all it causes: what is granted for it ends with it. */
    public Turn turn() throws InterruptedException {
        var id = new TurnId(newId());
        access.startTurn(place, id);
        return new Turn(with(context.withTurn(id)), id);
    }

    /** A turn of a session. */
    public final class Turn implements AutoCloseable {
        private final AgentSession session;
        private final TurnId id;

        private Turn(AgentSession session, TurnId id) {
            this.session = session;
            this.id = id;
        }

        /** The session, for calls of this turn. */
        public AgentSession session() {
            return session;
        }

        @Override
        public void close() {
            ending(() -> access.endTurn(place, id));
        }
    }

    /**
     * A subagent of this session's agent: its calls are judged by what its type denies, too.
     *
     * @param type {@code explore}, {@code general}, or what the workspace defines
     * @throws IllegalArgumentException when there is no such type
     */
    public Subagent subagent(String type) throws InterruptedException {
        var id = new AgentId(type + "-" + newId().substring(0, 8));
        access.startAgent(place, new GateAccess.Start(id, type, context.agent(), directory));
        return new Subagent(with(context.withAgent(id)), id);
    }

    /** A subagent that runs. */
    public final class Subagent implements AutoCloseable {
        private final AgentSession session;
        private final AgentId id;

        private Subagent(AgentSession session, AgentId id) {
            this.session = session;
            this.id = id;
        }

        /** The session, for calls of this subagent. */
        public AgentSession session() {
            return session;
        }

        /** It is done: what it waits for is withdrawn, what was granted in it ends. */
        @Override
        public void close() {
            ending(() -> access.endAgent(place, id));
        }
    }

    private AgentSession with(CallContext context) {
        return new AgentSession(access, asking, place, directory, context, patience);
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    /** The same for a tool that says nothing of itself. */
    public <T> Result<T> run(String tool, JsonObject arguments, Executor<T> executor) throws InterruptedException {
        return run(GatedTool.named(tool), arguments, executor);
    }

    /** Judges a call, asks where it has to be asked, and runs it with a ticket if it may. What the gate fails at is refused. */
    public <T> Result<T> run(GatedTool tool, JsonObject arguments, Executor<T> executor) throws InterruptedException {
        return run(new PlannedCall<>(tool, arguments, executor), context);
    }

    /**
     * What would be decided on a call now. Nothing is asked or recorded, and nothing may run because of it.
     *
     * @return deny where the gate fails to say
     */
    public Action peek(GatedTool tool, JsonObject arguments) throws InterruptedException {
        try {
            return access.peek(call(new PlannedCall<>(tool, arguments, allowed -> ""), context));
        } catch (GateException | IllegalArgumentException e) {
            return Action.DENY;
        }
    }

    /** Uses a skill in this turn: a person approves each version of it once; what it lists is allowed until the turn ends. */
    public <T> Result<T> use(Skill skill, Executor<T> executor) throws InterruptedException {
        return run(PlannedCall.using(skill, executor), context);
    }

    private <T> Result<T> run(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            return execute(planned, call, asking.verdict(judged(planned, call), patience));
        } catch (GateException | IllegalArgumentException e) {
            return refused(e);
        }
    }

    /** What the gate fails at does not run; who was interrupted meanwhile learns that. */
    private static <T> Result<T> refused(RuntimeException why) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the call was judged");
        }
        return new Result.Refused<>("Licet denied this call: " + why.getMessage(), false);
    }

    private ToolCall call(PlannedCall<?> planned, CallContext context) {
        return new ToolCall(
                new CallId(PROCESS + CALLS.incrementAndGet()),
                planned.tool().name(),
                planned.arguments(),
                place.session(),
                place.worker(),
                directory,
                Map.of(),
                planned.tool().in(context, planned.arguments()));
    }

    private Asking.Judged judged(PlannedCall<?> planned, ToolCall call) {
        if (planned.skill().isEmpty()) {
            return asking.calling(call);
        }
        if (call.context().turn().isEmpty()) {
            throw new IllegalArgumentException("a skill is used in a turn, with whose end it ends");
        }
        return asking.using(planned.skill().get(), call);
    }

    private <T> Result<T> execute(PlannedCall<T> planned, ToolCall call, Verdict verdict) throws InterruptedException {
        return switch (verdict) {
            case Verdict.Denied denied -> new Result.Refused<>(denied.message(), denied.stops());
            case Verdict.Held held ->
                new Result.Refused<>(
                        "Nobody answered in time, so `" + held.ask().tool() + "` was not executed.", false);
            case Verdict.Allowed allowed -> {
                if (planned.skill().isPresent()) {
                    yield handOver(planned, allowed);
                }
                // INVARIANT (ticket): what runs is what was judged, and once: the ticket is used for what is about to
                // run.
                ToolCall running = call.withArguments(allowed.arguments());
                access.redeem(allowed, running);
                yield run(allowed, running, planned.executor());
            }
        };
    }

    /** A skill does nothing by itself: there is no ticket to use. */
    private static <T> Result<T> handOver(PlannedCall<T> planned, Verdict.Allowed allowed)
            throws InterruptedException {
        try {
            T value = planned.executor().execute(allowed.arguments());
            return new Result.Ran<>(value, allowed.arguments(), allowed.comment());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Result.Failed<>(e);
        }
    }

    private <T> Result<T> run(Verdict.Allowed allowed, ToolCall call, Executor<T> executor)
            throws InterruptedException {
        try {
            T value = executor.execute(call.arguments());
            report(allowed, call, GateAccess.Report.SUCCESS);
            return new Result.Ran<>(value, call.arguments(), allowed.comment());
        } catch (InterruptedException e) {
            report(allowed, call, new GateAccess.Report(false, "interrupted"));
            throw e;
        } catch (Exception e) {
            report(allowed, call, failed(e));
            return new Result.Failed<>(e);
        } catch (Error e) {
            report(allowed, call, failed(e));
            throw e;
        }
    }

    private static GateAccess.Report failed(Throwable why) {
        String note = String.valueOf(why.getMessage());
        return new GateAccess.Report(false, note.substring(0, Math.min(note.length(), Tickets.MAX_NOTE)));
    }

    /** The call has run: that its end cannot be recorded changes nothing about that. */
    private void report(Verdict.Allowed allowed, ToolCall call, GateAccess.Report report) throws InterruptedException {
        try {
            access.finished(allowed, call, report);
        } catch (GateException e) {
            LOG.warn("the outcome of {} is not on record: {}", call.digest().hex(), e.getMessage());
        }
    }

    /**
     * Runs the calls of one reply of a model. One after the other ({@link Presentation#SEQUENTIAL}): each is judged, asked and
     * run before the next, and once somebody says stop the rest is refused. All at once ({@link Presentation#TOGETHER}): all
     * are judged and asked at the same time, then run in their order.
     */
    public <T> BatchResult<T> batch(List<PlannedCall<T>> calls, Presentation presentation) throws InterruptedException {
        var id = new BatchId(newId());
        return switch (presentation) {
            case SEQUENTIAL -> {
                var results = new ArrayList<Result<T>>();
                for (int i = 0; i < calls.size(); i++) {
                    results.add(run(calls.get(i), inBatch(id, calls, i)));
                }
                yield BatchResult.of(results);
            }
            case TOGETHER -> together(id, calls);
        };
    }

    private CallContext inBatch(BatchId id, List<? extends PlannedCall<?>> calls, int place) {
        return context.withBatch(new Batch(
                id,
                calls.subList(place + 1, Math.min(calls.size(), place + 1 + Batch.MAX_REMAINING)).stream()
                        .map(each -> new Batch.Remaining(each.tool().name(), each.arguments()))
                        .toList()));
    }

    private <T> BatchResult<T> together(BatchId id, List<PlannedCall<T>> calls) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            var judged = new ArrayList<Future<Callable<Result<T>>>>();
            for (int i = 0; i < calls.size(); i++) {
                PlannedCall<T> planned = calls.get(i);
                CallContext there = inBatch(id, calls, i);
                judged.add(threads.submit(() -> judged(planned, there)));
            }
            var results = new ArrayList<Result<T>>();
            for (Future<Callable<Result<T>>> each : judged) {
                results.add(ran(each.get()));
            }
            return BatchResult.of(results);
        } catch (ExecutionException e) {
            throw new GateException("a call of the batch failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The call once it is judged; running it is left to whoever asks for its turn. */
    private <T> Callable<Result<T>> judged(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            Verdict verdict = asking.verdict(judged(planned, call), patience);
            return () -> execute(planned, call, verdict);
        } catch (GateException | IllegalArgumentException e) {
            return () -> new Result.Refused<>("Licet denied this call: " + e.getMessage(), false);
        }
    }

    private static <T> Result<T> ran(Callable<Result<T>> call) throws InterruptedException {
        try {
            return call.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Result.Refused<>("Licet denied this call: " + e.getMessage(), false);
        }
    }

    /** What an agent that was told to stop answers in the end. */
    public String stopAnswer() {
        String answer = access.stopAnswer();
        return answer.isEmpty() ? "Stopped. What should I do instead?" : answer;
    }

    /** Ends the session: what it waits for is withdrawn, what was granted for it is gone. */
    @Override
    public void close() {
        ending(() -> access.endSession(place));
    }

    /** Something that ends. */
    private interface End {
        void end() throws InterruptedException;
    }

    /** Whoever is interrupted stays so. */
    private static void ending(End end) {
        try {
            end.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
