package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
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
    private final Life life;

    private AgentSession(
            GateAccess access,
            VerdictRace asking,
            GateAccess.Place place,
            String directory,
            CallContext context,
            Duration patience,
            Running running,
            Life life) {
        this.access = access;
        this.asking = asking;
        this.executing = new Executing(access);
        this.place = place;
        this.directory = directory;
        this.context = context;
        this.patience = patience;
        this.running = running;
        this.life = life;
    }

    static AgentSession of(GateAccess access, Optional<Answerer> answerer, GateAccess.Place place, String directory) {
        return new AgentSession(
                access,
                new VerdictRace(access, answerer),
                place,
                directory,
                CallContext.NONE,
                Submission.MAX_WAIT,
                new Running(),
                Life.begin());
    }

    /** This session with calls that wait no longer than {@code patience} for an answer; else an hour. */
    public AgentSession waiting(Duration patience) {
        Duration longest = patience.compareTo(VerdictRace.FOREVER) < 0 ? patience : VerdictRace.FOREVER;
        return new AgentSession(access, asking, place, directory, context, longest, running, life);
    }

    /** This session with calls that are made for {@code requester}: whoever is asked sees it, and it is on record. */
    public AgentSession requestedBy(String requester) {
        return with(context.withRequester(requester), life);
    }

    /** Its id, and the worker whose rules hold. */
    public GateAccess.Place place() {
        return place;
    }

    /**
     * A turn, which is one user message and all it causes: what is granted for it ends with it. What a subagent does belongs
     * to the turn that it was started in.
     */
    public Turn turn() throws InterruptedException {
        Life part = life.part();
        if (context.agent().isPresent()) {
            return new Turn(with(context, part), part::end);
        }
        var id = new TurnId(newId());
        access.startTurn(place, id);
        running.turn = Optional.of(id);
        return new Turn(with(context.withTurn(id), part), () -> {
            part.end();
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

    /** A turn of a session. Once it is closed its calls are refused. */
    public static final class Turn implements AutoCloseable {
        private final AgentSession session;
        private final Life.Ending end;

        private Turn(AgentSession session, Life.Ending end) {
            this.session = session;
            this.end = end;
        }

        /** The session, for calls of this turn. */
        public AgentSession session() {
            return session;
        }

        @Override
        public void close() {
            Life.surely(end);
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
        return new Subagent(with(context.withAgent(id), life.part()), id);
    }

    /** A subagent that runs. Once it is closed its calls are refused. */
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
            session.life.end();
            Life.surely(() -> access.endAgent(place, id));
        }
    }

    private AgentSession in(String directory) {
        return new AgentSession(access, asking, place, directory, context, patience, running, life);
    }

    private AgentSession with(CallContext context, Life life) {
        return new AgentSession(access, asking, place, directory, context, patience, running, life);
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

    /** The same with all reasons, for who asks why; a call that cannot be judged is denied for that reason. */
    public Explanation explain(GatedTool tool, JsonObject arguments) throws InterruptedException {
        try {
            return access.explain(call(new PlannedCall<>(tool, arguments, allowed -> ""), context));
        } catch (GateException | IllegalArgumentException e) {
            var refused = new Explanation.Reason(
                    "calls " + tool.name(), Action.DENY, String.valueOf(e.getMessage()), Optional.empty());
            return new Explanation(Action.DENY, List.of(refused));
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

    /**
     * The same on a thread of its own, for as long as it takes: whoever is asked may answer days later, or after this process
     * has begun anew. Without an {@link Answerer} it waits for {@link ToolGate#answer}, or for who has to do with the server.
     */
    public <T> PendingCall<T> submit(GatedTool tool, JsonObject arguments, Executor<T> executor) {
        var planned = new PlannedCall<>(tool, arguments, executor);
        return new PendingCall<T>().start(pending -> run(planned, context, pending));
    }

    /**
     * Goes on with what was asked as {@code id} in this session, before this process began: it waits for the answer, or takes
     * the one that was given, and runs the call, once. Where that answer has been used, it is refused.
     *
     * @param tool the tool, with the name that was asked about
     */
    public <T> PendingCall<T> resume(ApprovalId id, GatedTool tool, Executor<T> executor) {
        return new PendingCall<T>().start(pending -> {
            try {
                Ask.Call asked = access.find(id)
                        .map(Ask::call)
                        .filter(call -> call.session().equals(place.session())
                                && call.worker().equals(place.worker())
                                && call.tool().equals(tool.name()))
                        .orElseThrow(() -> new GateException("nothing is known of an approval `" + id.text() + "` for `"
                                + tool.name() + "` in this session; submit the call anew"));
                return in(asked.directory()).resumed(id, new PlannedCall<>(tool, asked.arguments(), executor), pending);
            } catch (GateException e) {
                return refused(e);
            }
        });
    }

    private <T> Result<T> resumed(ApprovalId id, PlannedCall<T> planned, PendingCall<T> pending)
            throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            return executing.execute(planned, call, asking.resumed(judged(planned, call), id, pending::asks));
        } catch (RuntimeException | StackOverflowError e) {
            return refused(e);
        }
    }

    private <T> Result<T> run(PlannedCall<T> planned, CallContext context, PendingCall<T> pending)
            throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            return executing.execute(planned, call, asking.verdict(judged(planned, call), pending::asks));
        } catch (RuntimeException | StackOverflowError e) {
            return refused(e);
        }
    }

    private <T> Result<T> run(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the call was judged");
        }
        try {
            ToolCall call = call(planned, context);
            Optional<Executing.Trial<T>> trial = Executing.Trial.of(access, planned, call);
            return trial.isPresent() ? run(planned, call, trial.get()) : executed(planned, call);
        } catch (RuntimeException | StackOverflowError e) {
            return refused(e);
        }
    }

    private <T> Result<T> executed(PlannedCall<T> planned, ToolCall call) throws InterruptedException {
        return executing.execute(planned, call, asking.verdict(judged(planned, call), patience));
    }

    /** What it did when it was tried is kept until it is put in place, or is not to be. */
    private <T> Result<T> run(PlannedCall<T> planned, ToolCall call, Executing.Trial<T> trial)
            throws InterruptedException {
        try (trial) {
            Verdict verdict = asking.verdict(asking.calling(call, trial), patience);
            return executing.execute(planned, call, verdict, Optional.of(trial));
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
        if (life.isOver()) {
            throw new GateException("this session, or the turn or subagent of it, has ended; begin another one");
        }
        return new ToolCall(
                new CallId(PROCESS + CALLS.incrementAndGet()),
                planned.tool().name(),
                planned.arguments(),
                place.session(),
                place.worker(),
                directory,
                Map.of(),
                contained(planned, planned.tool().in(context, planned.arguments())));
    }

    /** Whether the call may be held in bounds depends on who executes it. */
    private static CallContext contained(PlannedCall<?> planned, CallContext context) {
        return planned.executor() instanceof ContainedExecutor<?> ? context.contained() : context;
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
     * are judged and asked at the same time, then run in their order, as far as nobody says stop. What a person said of one
     * is told of that one in any case.
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
            case TOGETHER -> together(id, calls, 1);
        };
    }

    /**
     * The same, all judged and asked at the same time, and up to {@code atOnce} run at the same time, each as soon as all that
     * come before it may run.
     */
    public <T> BatchResult<T> batch(List<PlannedCall<T>> calls, int atOnce) throws InterruptedException {
        if (atOnce < 1) {
            throw new IllegalArgumentException("at least one call has to run at a time, not " + atOnce);
        }
        return together(new BatchId(newId()), calls, atOnce);
    }

    private CallContext inBatch(BatchId id, List<? extends PlannedCall<?>> calls, int place) {
        return context.withBatch(new Batch(
                id,
                calls.subList(place + 1, Math.min(calls.size(), place + 1 + Batch.MAX_REMAINING)).stream()
                        .map(each -> new Batch.Remaining(each.tool().name(), each.arguments()))
                        .toList()));
    }

    private <T> BatchResult<T> together(BatchId id, List<PlannedCall<T>> calls, int atOnce)
            throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            var judged = new ArrayList<Future<Ready<T>>>();
            for (int i = 0; i < calls.size(); i++) {
                PlannedCall<T> planned = calls.get(i);
                CallContext there = inBatch(id, calls, i);
                judged.add(threads.submit(() -> ready(planned, there)));
            }
            var turns = new Semaphore(atOnce);
            var results = new ArrayList<Future<Result<T>>>();
            boolean stopped = false;
            for (Future<Ready<T>> each : judged) {
                Ready<T> ready = each.get();
                results.add(stopped ? ready.stopped() : begin(ready, turns, threads));
                stopped |= ready.stops();
            }
            var all = new ArrayList<Result<T>>();
            for (Future<Result<T>> each : results) {
                all.add(each.get());
            }
            return BatchResult.of(all);
        } catch (ExecutionException e) {
            throw new GateException("a call of the batch failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
            // What is asked is withdrawn by the time this ends.
            threads.close();
        }
    }

    /** Has a call run as soon as it is its turn, and fewer than may run at once do. */
    private static <T> Future<Result<T>> begin(Ready<T> ready, Semaphore turns, ExecutorService threads)
            throws InterruptedException {
        turns.acquire();
        return threads.submit(() -> {
            try {
                return ready.run();
            } finally {
                turns.release();
            }
        });
    }

    /** A call once it is judged: what was refused, or what is left to run. */
    private record Ready<T>(Optional<Result.Refused<T>> refused, Callable<Result<T>> running) {
        boolean stops() {
            return refused.filter(Result.Refused::stops).isPresent();
        }

        Result<T> run() throws InterruptedException {
            if (refused.isPresent()) {
                return refused.get();
            }
            try {
                return running.call();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                return new Result.Refused<>(denied(e), false);
            }
        }

        /** What becomes of it behind one at which somebody said stop; what was said of this one is told all the same. */
        Future<Result<T>> stopped() {
            Result<T> rest = refused.<Result<T>>map(told -> told).orElseGet(() -> new Result.Refused<>(STOPPED, true));
            return CompletableFuture.completedFuture(rest);
        }
    }

    private <T> Ready<T> ready(PlannedCall<T> planned, CallContext context) throws InterruptedException {
        try {
            ToolCall call = call(planned, context);
            Verdict verdict = asking.verdict(judged(planned, call), patience);
            return verdict instanceof Verdict.Allowed
                    ? new Ready<>(Optional.empty(), () -> executing.execute(planned, call, verdict))
                    : refusing(executing.execute(planned, call, verdict));
        } catch (RuntimeException | StackOverflowError e) {
            return refusing(new Result.Refused<>(denied(e), false));
        }
    }

    private static <T> Ready<T> refusing(Result<T> result) {
        return result instanceof Result.Refused<T> refused
                ? new Ready<>(Optional.of(refused), () -> refused)
                : new Ready<>(Optional.empty(), () -> result);
    }

    /** What an agent that was told to stop answers in the end. */
    public String stopAnswer() {
        String answer = access.stopAnswer();
        return answer.isEmpty() ? "Stopped. What should I do instead?" : answer;
    }

    /** Ends the session: what it waits for is withdrawn, what was granted for it is gone, and its calls are refused. */
    @Override
    public void close() {
        life.end();
        Life.surely(() -> access.endSession(place));
    }
}
