package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.contain.RefusedChange;
import dev.licet.core.rule.Action;
import dev.licet.gate.data.GateException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The way to a gate: one in this process, or a server. Thread-safe; every method may block, and throws a
 * {@link GateException} when the gate gives no answer, in which case nothing may run.
 */
public interface GateAccess extends AutoCloseable {
    /** Which session; where a session is not known it begins. */
    record Place(WorkerId worker, SessionId session) {}

    /** A subagent that starts. */
    record Start(AgentId id, String type, Optional<AgentId> parent, String workspace) {}

    /** Something that happened to an approval: it is asked, or it has ended as {@code state}. */
    record Event(Ask ask, String state) {}

    /** Judges {@code call}; where it is asked, waits up to {@code patience} for an answer. */
    Verdict decide(ToolCall call, Duration patience) throws InterruptedException;

    /** The same for who can put in place what {@code call} changes when it is tried. */
    Verdict decidePreviewing(ToolCall call, Duration patience) throws InterruptedException;

    /** Whether {@code ask}, which waits, may be tried within bounds before it is answered. */
    PreviewTerms previewTerms(Ask ask) throws InterruptedException;

    /** Tells what the call of {@code ask} did when it was tried, so that it is shown to whoever is asked from now on. */
    void previewed(Ask ask, Preview preview) throws InterruptedException;

    /** Which of {@code changes}, made by {@code call} when it was tried, may not be put in place by themselves, and why. */
    List<RefusedChange> objections(ToolCall call, List<FileChange> changes) throws InterruptedException;

    /** What would be decided on {@code call} now, without a trace. */
    Action peek(ToolCall call) throws InterruptedException;

    /** The same with all reasons. */
    Explanation explain(ToolCall call) throws InterruptedException;

    /**
     * Judges the use of {@code skill} by {@code call}, which shows all of it, in the turn that it names; where it is asked,
     * waits up to {@code patience}. What is allowed has no ticket: from then on the skill's rules hold for the turn.
     */
    Verdict use(Skill skill, ToolCall call, Duration patience) throws InterruptedException;

    /**
     * Uses the ticket of {@code allowed} for {@code call} with the arguments that it is about to run with: it may run now,
     * this once.
     *
     * @throws GateException when it must not run, saying why
     */
    void redeem(Verdict.Allowed allowed, ToolCall call) throws InterruptedException;

    /** Tells what became of {@code call}, which ran with {@code allowed}. */
    void finished(Verdict.Allowed allowed, ToolCall call, Report report) throws InterruptedException;

    /** Which of {@code changes}, made by {@code call} within its bounds, may not be put in place, and why. */
    List<RefusedChange> refused(ToolCall call, List<FileChange> changes) throws InterruptedException;

    /** Tells which hosts {@code call} had to do with within its bounds. */
    void connected(ToolCall call, List<HostUse> uses) throws InterruptedException;

    /**
     * What became of a call that ran.
     *
     * @param note for the audit
     * @param outgrew whether it could not do its work within its bounds
     */
    record Report(boolean succeeded, String note, boolean outgrew) {
        static final Report SUCCESS = new Report(true, "", false);

        Report(boolean succeeded, String note) {
            this(succeeded, note, false);
        }
    }

    /** Answers {@code ask}; why the answer does not fit it, or nothing. Where somebody answered before, nothing changes. */
    String answer(Ask ask, Reply reply) throws InterruptedException;

    /** What was asked as {@code id}, also once it is answered; empty when nothing was that this may know of. */
    Optional<Ask> find(ApprovalId id) throws InterruptedException;

    /** All that waits for an answer and this may know of, the oldest first. */
    List<Ask> pending() throws InterruptedException;

    /** Returns once the gate has answered somebody who may make calls; throws where it does not. */
    void reach() throws InterruptedException;

    /** Whether the program ends, for all who wait for this gate. */
    Leaving leaving();

    /** Withdraws {@code ask}: nobody is to answer it any more. */
    void cancel(Ask ask) throws InterruptedException;

    /** What is wrong with the rules of {@code worker}, or odd about them, a line each with where it stands. */
    List<String> lint(WorkerId worker) throws InterruptedException;

    /** Whether somebody else may answer than who is asked in this process. */
    boolean hasOthers();

    /** What the model is told of {@code call}, which is asked, where nobody can be asked. */
    String noChannel(ToolCall call, List<String> reasons);

    /** What an agent answers that was told to stop; empty for nothing. */
    String stopAnswer();

    void startTurn(Place place, TurnId turn) throws InterruptedException;

    void endTurn(Place place, TurnId turn) throws InterruptedException;

    void startAgent(Place place, Start start) throws InterruptedException;

    void endAgent(Place place, AgentId agent) throws InterruptedException;

    /** Ends a session: what it waits for is withdrawn, what was granted for it is gone. */
    void endSession(Place place) throws InterruptedException;

    /**
     * Hands events to {@code receiver}, until this thread is interrupted or the gate is gone.
     *
     * @param begun run once it has begun: what happens from then on is handed over
     */
    void follow(Runnable begun, Consumer<Event> receiver) throws InterruptedException;

    @Override
    void close();

    /**
     * Whether the program ends: then nobody waits any more, and what was asked stays asked, for the same call when the program
     * is there again. One for each way to a gate. Thread-safe.
     */
    final class Leaving {
        private static final String SAID =
                "the program ends before somebody has answered; the question stays, for the same call made again";

        private final ReentrantLock lock = new ReentrantLock();
        private final Set<Thread> waiting = new HashSet<>();
        private final Set<Thread> told = new HashSet<>();
        private volatile boolean begun;

        /** Something that waits. */
        interface Waiting<T> {
            T run() throws InterruptedException;
        }

        /** Has everybody who waits go, and keeps what they asked. */
        void begin() {
            lock.lock();
            try {
                begun = true;
                for (Thread thread : waiting) {
                    told.add(thread);
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        boolean hasBegun() {
            return begun;
        }

        /**
         * Runs {@code work}, which waits, until the program ends; once it does, nothing waits.
         *
         * @throws GateException when it does; this thread is not interrupted then
         */
        <T> T until(Waiting<T> work) throws InterruptedException {
            if (!isEntered()) {
                throw new GateException(SAID);
            }
            try {
                return work.run();
            } catch (InterruptedException | GateException e) {
                if (isTold()) {
                    throw new GateException(SAID, e);
                }
                throw e;
            } finally {
                forget();
            }
        }

        private boolean isEntered() {
            lock.lock();
            try {
                return !begun && waiting.add(Thread.currentThread());
            } finally {
                lock.unlock();
            }
        }

        private boolean isTold() {
            lock.lock();
            try {
                return told.contains(Thread.currentThread());
            } finally {
                lock.unlock();
            }
        }

        private void forget() {
            lock.lock();
            try {
                waiting.remove(Thread.currentThread());
                if (told.remove(Thread.currentThread())) {
                    // It was told here, and has heard it.
                    Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
