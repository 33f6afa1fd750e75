package dev.licet.gate.path;

import dev.licet.core.call.Batch;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.rule.Action;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.data.RandomIds;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Submits the calls of one reply of a model. */
public final class Batches {
    private Batches() {}

    /** What becomes of each of {@code batch}, in its order. */
    public static List<Outcome> submit(List<Submission> batch, Presentation presentation, Calls calls)
            throws InterruptedException {
        if (batch.size() > Batch.MAX_REMAINING) {
            throw new IllegalArgumentException("a batch has at most " + Batch.MAX_REMAINING + " calls");
        }
        List<Submission> whole = withRemaining(batch);
        return switch (presentation) {
            case SEQUENTIAL -> {
                var outcomes = new ArrayList<Outcome>();
                for (Submission each : whole) {
                    outcomes.add(one(each, calls));
                }
                yield outcomes;
            }
            case TOGETHER -> together(whole, calls);
        };
    }

    /** Each call with those that come behind it. */
    private static List<Submission> withRemaining(List<Submission> batch) {
        var id = new BatchId(new RandomIds().text());
        var whole = new ArrayList<Submission>();
        for (int i = 0; i < batch.size(); i++) {
            ToolCall call = batch.get(i).call();
            List<Batch.Remaining> remaining = batch.subList(i + 1, batch.size()).stream()
                    .map(each ->
                            new Batch.Remaining(each.call().tool(), each.call().arguments()))
                    .toList();
            BatchId named = call.context().batch().map(Batch::id).orElse(id);
            whole.add(new Submission(
                    call.in(call.context().withBatch(new Batch(named, remaining))),
                    batch.get(i).patience(),
                    batch.get(i).execution(),
                    batch.get(i).sender(),
                    batch.get(i).putsInPlace()));
        }
        return whole;
    }

    /** What becomes of one call; where the gate fails on it, it is denied, and the others go on. */
    private static Outcome one(Submission submission, Calls calls) throws InterruptedException {
        try {
            return calls.submit(submission);
        } catch (GateException | IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            var finding = new Finding(new Fact.Opaque(why, new Span(0, 0)), Action.DENY, new Cause.NotReadable(why));
            return new Outcome.Denied(Decision.of(List.of(finding)), "Licet denied this call: " + why);
        }
    }

    private static List<Outcome> together(List<Submission> whole, Calls calls) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<Outcome>> futures = whole.stream()
                    .map(each -> threads.submit(() -> one(each, calls)))
                    .toList();
            var outcomes = new ArrayList<Outcome>();
            for (Future<Outcome> future : futures) {
                outcomes.add(future.get());
            }
            return outcomes;
        } catch (ExecutionException e) {
            throw new GateException("a call of the batch failed: " + e.getMessage(), e);
        } finally {
            // Interrupted, it waits for none of them any more.
            threads.shutdownNow();
        }
    }
}
