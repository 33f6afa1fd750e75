package dev.licet.gate.agent;

import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.rule.Action;
import dev.licet.gate.agent.PreviewingExecutor.Tried;
import dev.licet.gate.data.GateException;
import dev.licet.gate.ticket.Tickets;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what was allowed, with its ticket, and tells what became of it. Thread-safe. */
final class Executing {
    private static final Logger LOG = LoggerFactory.getLogger(Executing.class);

    private final GateAccess access;

    Executing(GateAccess access) {
        this.access = access;
    }

    /** Runs {@code call} if {@code verdict} lets it. */
    <T> Result<T> execute(PlannedCall<T> planned, ToolCall call, Verdict verdict) throws InterruptedException {
        return execute(planned, call, verdict, Optional.empty());
    }

    /** The same of one that may have been tried. */
    <T> Result<T> execute(PlannedCall<T> planned, ToolCall call, Verdict verdict, Optional<Trial<T>> trial)
            throws InterruptedException {
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
                requireLike(planned, call, running);
                access.redeem(allowed, running);
                yield run(allowed, running, planned.executor(), trial);
            }
        };
    }

    /** Of arguments that a person has changed the tool may say something else than of those that were judged. */
    private void requireLike(PlannedCall<?> planned, ToolCall judged, ToolCall running) throws InterruptedException {
        if (running.arguments().equals(judged.arguments())) {
            return;
        }
        ToolCall said = running.in(planned.tool().in(judged.context(), running.arguments()));
        boolean other = !said.context()
                .words()
                .declared()
                .equals(judged.context().words().declared());
        if (other && access.peek(said) == Action.DENY) {
            throw new GateException("with the arguments that a person gave it, the tool does what is denied");
        }
    }

    /** A skill does nothing by itself: there is no ticket to use. */
    private static <T> Result<T> handOver(PlannedCall<T> planned, Verdict.Allowed allowed) throws InterruptedException {
        try {
            T value = planned.executor().execute(allowed.arguments());
            return new Result.Ran<>(value, allowed.arguments(), allowed.comment());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Result.Failed<>(e);
        }
    }

    private <T> Result<T> run(Verdict.Allowed allowed, ToolCall call, Executor<T> executor, Optional<Trial<T>> trial)
            throws InterruptedException {
        try {
            if (allowed.preview().isPresent()) {
                return put(allowed, call, trial, allowed.preview().get());
            }
            if (allowed.bounds().isPresent()) {
                return contained(allowed, call, executor, allowed.bounds().get());
            }
            T value = executor.execute(call.arguments());
            report(allowed, call, GateAccess.Report.SUCCESS);
            return new Result.Ran<>(value, call.arguments(), allowed.comment());
        } catch (InterruptedException e) {
            report(allowed, call, new GateAccess.Report(false, "interrupted"));
            throw e;
        } catch (Exception e) {
            report(allowed, call, failed(e));
            return new Result.Failed<>(e);
        } catch (StackOverflowError e) {
            report(allowed, call, failed(e));
            return new Result.Failed<>(new IllegalStateException("the tool ran out of stack", e));
        } catch (Error e) {
            report(allowed, call, failed(e));
            throw e;
        }
    }

    private <T> Result<T> put(Verdict.Allowed allowed, ToolCall call, Optional<Trial<T>> trial, String approved)
            throws Exception {
        // INVARIANT (preview): what was approved for what it changes does not run for it.
        if (trial.isEmpty()) {
            throw new IllegalStateException("nobody can put in place what was approved");
        }
        T value = trial.get().put(approved, allowed.bounds());
        report(allowed, call, GateAccess.Report.SUCCESS);
        return new Result.Ran<>(value, call.arguments(), allowed.comment());
    }

    private <T> Result<T> contained(Verdict.Allowed allowed, ToolCall call, Executor<T> executor, Bounds bounds)
            throws Exception {
        // INVARIANT (bounds): what may run within bounds only never runs without them.
        if (!(executor instanceof ContainedExecutor<T> container)) {
            throw new IllegalStateException("nobody can hold the call in its bounds");
        }
        var within = new ContainedCall(access, call, bounds);
        try {
            T value = container.execute(call.arguments(), within);
            report(allowed, call, new GateAccess.Report(true, "", within.isOutgrown()));
            return new Result.Ran<>(value, call.arguments(), allowed.comment());
        } catch (Exception e) {
            if (!within.isOutgrown() || e instanceof InterruptedException) {
                throw e;
            }
            report(allowed, call, new GateAccess.Report(false, failed(e).note(), true));
            return new Result.Failed<>(e);
        }
    }

    private static GateAccess.Report failed(Throwable why) {
        String note;
        try {
            note = String.valueOf(why.getMessage());
        } catch (RuntimeException e) {
            note = why.getClass().getName();
        }
        return new GateAccess.Report(false, note.substring(0, Math.min(note.length(), Tickets.MAX_NOTE)));
    }

    /** The call has run: that its end cannot be recorded changes nothing about that. */
    private void report(Verdict.Allowed allowed, ToolCall call, GateAccess.Report report) {
        try {
            Life.surely(() -> access.finished(allowed, call, report));
        } catch (GateException e) {
            LOG.warn("the outcome of {} is not on record: {}", call.digest().hex(), e.getMessage());
        }
    }

    /** A call that may be tried before anybody answers, and what it did then, until it is closed. For one thread. */
    static final class Trial<T> implements VerdictRace.Trying, AutoCloseable {
        private final GateAccess access;
        private final PreviewingExecutor<T> executor;
        private final ToolCall call;
        private Optional<Tried<T>> tried = Optional.empty();

        private Trial(GateAccess access, PreviewingExecutor<T> executor, ToolCall call) {
            this.access = access;
            this.executor = executor;
            this.call = call;
        }

        /** That of {@code call}; empty where {@code planned} cannot be tried. */
        static <T> Optional<Trial<T>> of(GateAccess access, PlannedCall<T> planned, ToolCall call) {
            return planned.skill().isEmpty() && planned.executor() instanceof PreviewingExecutor<T> executor
                    ? Optional.of(new Trial<>(access, executor, call))
                    : Optional.empty();
        }

        @Override
        public void tried(Ask ask) throws InterruptedException {
            try {
                if (access.previewTerms(ask) instanceof PreviewTerms.Within within) {
                    Tried<T> done = executor.tryOut(call.arguments(), within(within.bounds()));
                    tried = Optional.of(done);
                    access.previewed(ask, done.preview());
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception | StackOverflowError e) {
                LOG.debug("there is no preview of {}: {}", ask.id().text(), e.getMessage());
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the call was tried");
            }
        }

        /** Puts in place what was approved as {@code digest}, these very changes; if they are not there any more they are made anew. */
        T put(String digest, Optional<Bounds> bounds) throws Exception {
            if (tried.filter(done -> done.preview().digest().equals(digest)).isPresent()) {
                return tried.get().put();
            }
            if (bounds.isPresent()) {
                try (Tried<T> again = executor.tryOut(call.arguments(), within(bounds.get()))) {
                    if (again.preview().digest().equals(digest)) {
                        return again.put();
                    }
                }
            }
            throw new GateException(
                    "it does something else now than what was approved, and nothing was changed; make the call again");
        }

        private PreviewingExecutor.TriedCall within(Bounds bounds) {
            return new PreviewingExecutor.TriedCall() {
                @Override
                public Bounds bounds() {
                    return bounds;
                }

                @Override
                public List<RefusedChange> objections(List<FileChange> changes) throws InterruptedException {
                    return changes.isEmpty() ? List.of() : access.objections(call, changes);
                }
            };
        }

        @Override
        public void close() {
            try {
                tried.ifPresent(Tried::close);
            } catch (RuntimeException e) {
                // What became of the call is known by now.
                LOG.warn("what was tried cannot be thrown away: {}", e.getMessage());
            }
        }
    }
}
