package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call that is judged, asked and run on a thread of its own, however long the answer takes. What is asked stays asked when
 * this process ends: {@link AgentSession#resume} takes it up again by its id. Thread-safe.
 */
public final class PendingCall<T> {
    private final CompletableFuture<Optional<Ask>> asked = new CompletableFuture<>();
    private final CompletableFuture<Result<T>> result = new CompletableFuture<>();
    private @Nullable Thread thread;

    PendingCall() {}

    /** Gets what becomes of the call. */
    interface Work<T> {
        Result<T> run(PendingCall<T> pending) throws InterruptedException;
    }

    PendingCall<T> start(Work<T> work) {
        thread = Thread.ofVirtual().name("licet-call").start(() -> {
            try {
                result.complete(work.run(this));
            } catch (InterruptedException e) {
                result.cancel(false);
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            } finally {
                asked.complete(Optional.empty());
            }
        });
        return this;
    }

    void asks(Ask ask) {
        asked.complete(Optional.of(ask));
    }

    /** What somebody has to answer for, as soon as that is known; empty for a call that is decided without a question. */
    public CompletionStage<Optional<Ask>> asked() {
        return asked.minimalCompletionStage();
    }

    /** The id to go on with after a restart, once {@link #asked} is known; empty where nobody is asked. */
    public Optional<ApprovalId> id() {
        return asked.getNow(Optional.empty()).map(Ask::id);
    }

    /** What becomes of the call; cancelled when this was, and failed with what the tool threw that is no exception. */
    public CompletionStage<Result<T>> result() {
        return result.minimalCompletionStage();
    }

    /** Withdraws what is asked, or interrupts the tool that runs. */
    public void cancel() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
