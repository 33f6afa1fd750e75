package dev.licet.gate.agent;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
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

/**
 * One conversation of an agent, or of a subagent in it. Thread-safe; {@link #run} and {@link #batch} block while a person is
 * asked, and an interrupt withdraws what is asked.
 */
public final class AgentSession implements AutoCloseable {
    /** What a model is told about calls of a reply behind the one at which a person stopped it. */
    public static final String STOPPED =
            "Not executed: the user stopped you at an earlier call of the same reply. Wait for their next message.";

    /** What tells the calls of this process from those of others. */
    private static final String PROCESS = newId() + "-";

    private static final AtomicLong CALLS = new AtomicLong();

    private final GateAccess access;
    private final VerdictRace asking;
    private final Executing executing;
    private final GateAccess.Place place;
    private final String directory;
    private final CallContext context;
    private final Duration patience;
    private final Running running;

    private AgentSession(
            GateAccess access,
            VerdictRace asking,
            GateAccess.Place place,
            String directory,
            CallContext context,
            Duration patience,
            Running running) {
        this.access = access;
        this.asking = asking;
        this.executing = new Executing(access);
        this.place = place;
        this.directory = directory;
        this.context = context;
        this.patience = patience;
        this.running = running;
    }

    static AgentSession of(GateAccess access, Optional<Answerer> answerer, GateAccess.Place place, String directory) {
        return new AgentSession(
                access,
                new VerdictRace(access, answerer),
                place,
                directory,
                CallContext.NONE,
                Submission.MAX_WAIT,
                new Running());
    }

    /** This session with calls that wait no longer than {@code patience} for an answer, at most {@link Submission#MAX_WAIT}. */
    public AgentSession waiting(Duration patience) {
        return new AgentSession(access, asking, place, directory, context, patience, running);
    }

    /**
     * A turn, which is one user message and all it causes: what is granted for it ends with it. What a subagent does belongs
     * to the turn that it was started in.
     */
    public Turn turn() throws InterruptedException {
        if (context.agent().isPresent()) {
            return new Turn(this, () -> {});
        }
        var id = new TurnId(newId());
        access.startTurn(place, id);
        running.turn = Optional.of(id);
        return new Turn(with(context.withTurn(id)), () -> {
            running.ended(id);
            access.endTurn(place, id);
        });
    }

    /** The turn that runs, as far as this process began it. */
    private static final class Running {
        private volatile Optional<TurnId> turn = Optional.empty();

        private void ended(TurnId ended) {
            turn = turn.filter(each -> !each.equals(ended));
        }
    }

    /** A turn of a session. */
    public static final class Turn implements AutoCloseable {
        private final AgentSession session;
        private final Ending end;

        private Turn(AgentSession session, Ending end) {
            this.session = session;
            this.end = end;
        }

        /** The session, for calls of this turn. */
        public AgentSession session() {
            return session;
        }

        @Override
        public void close() {
            Ending.surely(end);
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
            Ending.surely(() -> access.endAgent(place, id));
        }
    }

    private AgentSession with(CallContext context) {
        return new AgentSession(access, asking, place, directory, context, patience, running);
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

    /**
     * Uses a skill in this turn: a person approves each version of it once; what it lists is allowed until the turn ends.
     *
     * {@snippet class="dev.licet.gate.agent.Snippets" region="skill"}
     */
    public <T> Result<T> use(Skill skill, Executor<T> executor) throws InterruptedException {
        return run(PlannedCall.using(skill, executor), context);
    }

    private <T> Result<T> run(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the call was judged");
        }
        try {
            ToolCall call = call(planned, context);
            return executing.execute(planned, call, asking.verdict(judged(planned, call), patience));
        } catch (RuntimeException | StackOverflowError e) {
            return refused(e);
        }
    }

    /** What the gate fails at does not run; who was interrupted meanwhile learns that. */
    private static <T> Result<T> refused(Throwable why) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the call was judged");
        }
        return new Result.Refused<>(denied(why), false);
    }

    private static String denied(Throwable why) {
        return "Licet denied this call: "
                + (why instanceof GateException || why instanceof IllegalArgumentException ? why.getMessage() : why);
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

    private VerdictRace.Judged judged(PlannedCall<?> planned, ToolCall call) {
        if (planned.skill().isEmpty()) {
            return asking.calling(call);
        }
        TurnId turn = call.context()
                .turn()
                .or(() -> running.turn)
                .orElseThrow(() -> new IllegalArgumentException("a skill is used in a turn, with whose end it ends"));
        return asking.using(planned.skill().get(), call.in(call.context().withTurn(turn)));
    }

    /**
     * Runs the calls of one reply of a model. One after the other ({@link Presentation#SEQUENTIAL}): each is judged, asked and
     * run before the next, and once somebody says stop the rest is refused. All at once ({@link Presentation#TOGETHER}): all
     * are judged and asked at the same time, then run in their order, as far as nobody says stop.
     *
     * {@snippet class="dev.licet.gate.agent.Snippets" region="reply"}
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
            boolean stopped = false;
            for (Future<Callable<Result<T>>> each : judged) {
                Callable<Result<T>> next = each.get();
                Result<T> result = stopped ? new Result.Refused<>(STOPPED, true) : ran(next);
                stopped |= result instanceof Result.Refused<T> refused && refused.stops();
                results.add(result);
            }
            return BatchResult.of(results);
        } catch (ExecutionException e) {
            throw new GateException("a call of the batch failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
            // What is asked is withdrawn by the time this ends.
            threads.close();
        }
    }

    /** The call once it is judged; running it is left to whoever asks for its turn. */
    private <T> Callable<Result<T>> judged(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            Verdict verdict = asking.verdict(judged(planned, call), patience);
            return () -> executing.execute(planned, call, verdict);
        } catch (RuntimeException | StackOverflowError e) {
            return () -> new Result.Refused<>(denied(e), false);
        }
    }

    private static <T> Result<T> ran(Callable<Result<T>> call) throws InterruptedException {
        try {
            return call.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Result.Refused<>(denied(e), false);
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
        Ending.surely(() -> access.endSession(place));
    }
}
