package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.display.SafeText;
import dev.licet.gate.data.GateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets a verdict on a call, from whoever answers first: the person at this process, or somebody else. Thread-safe. */
final class VerdictRace {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictRace.class);

    /** Nobody waits longer. */
    static final Duration FOREVER = Duration.ofDays(36_500);

    /** An answer that does not count is asked for again so often. */
    private static final int MAX_TRIES = 5;

    private final GateAccess access;
    private final Optional<Answerer> answerer;

    VerdictRace(GateAccess access, Optional<Answerer> answerer) {
        this.access = access;
        this.answerer = answerer;
    }

    /** What is judged, again and again the same: {@code call}, as it is shown. */
    record Judged(ToolCall call, Judging judging, Optional<? extends Trying> trying) {
        /** Tries it, if that may be, so that whoever is asked sees what it does. */
        void tried(Ask ask) throws InterruptedException {
            if (trying.isPresent()) {
                trying.get().tried(ask);
            }
        }

        /** One submission waits for an hour at most: the same call joins what it has left. */
        Verdict within(Duration patience) throws InterruptedException {
            long end = System.nanoTime() + patience.toNanos();
            Verdict verdict = judging.within(patience);
            for (long left = end - System.nanoTime();
                    verdict instanceof Verdict.Held && left > 0;
                    left = end - System.nanoTime()) {
                verdict = judging.within(Duration.ofNanos(left));
            }
            return verdict;
        }
    }

    /** The verdict; where it is asked, after up to {@code patience}. */
    interface Judging {
        Verdict within(Duration patience) throws InterruptedException;
    }

    /** Tries a call that is asked. */
    interface Trying {
        /** Tries the call of {@code ask}, and tells what it did. */
        void tried(Ask ask) throws InterruptedException;
    }

    /** The verdict on a call of a tool. */
    Judged calling(ToolCall call) {
        return new Judged(call, patience -> access.decide(call, patience), Optional.empty());
    }

    /** The verdict on a call of a tool that is tried, if it is asked. */
    Judged calling(ToolCall call, Trying trying) {
        return new Judged(call, patience -> access.decidePreviewing(call, patience), Optional.of(trying));
    }

    /** The verdict on the use of {@code skill}. */
    Judged using(Skill skill, ToolCall call) {
        return new Judged(call, patience -> access.use(skill, call, patience), Optional.empty());
    }

    /** The verdict on {@code call}; one that nobody answers within {@code patience} is withdrawn. */
    Verdict verdict(Judged call, Duration patience) throws InterruptedException {
        boolean alone = answerer.isEmpty() && access.hasOthers();
        // What is decided at once waits for nobody.
        Verdict first = alone && call.trying().isEmpty() && !access.leaving().hasBegun()
                ? access.leaving().until(() -> call.within(patience))
                : call.within(Duration.ZERO);
        return first instanceof Verdict.Held held ? access.leaving().until(() -> raced(call, held, patience)) : first;
    }

    private Verdict raced(Judged call, Verdict.Held held, Duration patience) throws InterruptedException {
        if (answerer.isEmpty() && !access.hasOthers()) {
            return noChannel(call, held.ask());
        }
        Verdict now = call.trying().isPresent() ? tried(call, held) : held;
        if (!(now instanceof Verdict.Held waits)) {
            return now;
        }
        if (answerer.isPresent()) {
            return asked(call, waits.ask(), patience, answerer.get());
        }
        Verdict then = call.trying().isPresent() ? call.within(patience) : waits;
        return then instanceof Verdict.Held unanswered ? inTheEnd(call, unanswered) : then;
    }

    /**
     * The verdict on {@code call}, however long that takes. What is asked is told to {@code asked}, and may be answered by
     * whoever knows its id; only an interrupt withdraws it.
     */
    Verdict verdict(Judged call, Consumer<Ask> asked) throws InterruptedException {
        Verdict first = call.within(Duration.ZERO);
        return first instanceof Verdict.Held held ? access.leaving().until(() -> answered(call, held, asked)) : first;
    }

    /**
     * The same for what was asked as {@code id} before.
     *
     * @throws GateException when its answer has been used: it would be another question
     */
    Verdict resumed(Judged call, ApprovalId id, Consumer<Ask> asked) throws InterruptedException {
        return verdict(call, ask -> {
            if (!ask.id().equals(id)) {
                withdraw(call, ask);
                throw new GateException("what was asked as `" + id.text()
                        + "` was answered, and its answer has been used; submit the call anew");
            }
            asked.accept(ask);
        });
    }

    private Verdict answered(Judged call, Verdict.Held held, Consumer<Ask> asked) throws InterruptedException {
        asked.accept(held.ask());
        if (answerer.isPresent()) {
            return asked(call, held.ask(), FOREVER, answerer.get());
        }
        try {
            return call.within(FOREVER);
        } catch (InterruptedException e) {
            withdraw(call, held.ask());
            throw e;
        } catch (GateException e) {
            if (Thread.currentThread().isInterrupted()) {
                withdraw(call, held.ask());
            }
            throw e;
        }
    }

    /** Tries it. It may have been answered meanwhile, and then be asked anew. Where that fails nothing is left to be answered. */
    private Verdict tried(Judged call, Verdict.Held held) throws InterruptedException {
        boolean done = false;
        try {
            call.tried(held.ask());
            Verdict now = call.within(Duration.ZERO);
            done = true;
            return now;
        } finally {
            if (!done) {
                withdraw(call, held.ask());
            }
        }
    }

    /** Nobody is to answer what nobody waits for any more; who answered at the last moment has answered. */
    private Verdict inTheEnd(Judged call, Verdict.Held held) throws InterruptedException {
        access.cancel(held.ask());
        return collect(call) instanceof Verdict.Allowed allowed ? allowed : held;
    }

    private Verdict noChannel(Judged call, Ask ask) throws InterruptedException {
        access.cancel(ask);
        collect(call);
        return new Verdict.Denied(access.noChannel(call.call(), ask.reasons()), false);
    }

    private Verdict asked(Judged call, Ask ask, Duration patience, Answerer person) throws InterruptedException {
        var asking = new Asking(person, ask);
        asking.start();
        boolean ended = false;
        try {
            Verdict verdict = call.within(patience);
            if (verdict instanceof Verdict.Held held) {
                verdict = inTheEnd(call, held);
            }
            ended = true;
            // What a person said elsewhere goes before what became of the question here.
            boolean said =
                    verdict instanceof Verdict.Allowed || (verdict instanceof Verdict.Denied denied && denied.stops());
            String problem = asking.problem;
            return problem.isEmpty() || said ? verdict : new Verdict.Denied(problem, false);
        } finally {
            asking.end();
            if (!ended) {
                withdraw(call, ask);
            }
        }
    }

    /** A question that is put to a person on a thread of its own. What they answered is stored whole, whatever the call becomes. */
    private final class Asking {
        private final Answerer person;
        private final Ask ask;
        private final Thread thread;
        private final ReentrantLock storing = new ReentrantLock();

        /** Why nobody could be asked; empty as long as that is not so. */
        private volatile String problem = "";

        /** Nobody is asked any more. */
        private volatile boolean over;

        private Asking(Answerer person, Ask ask) {
            this.person = person;
            this.ask = ask;
            this.thread = Thread.ofVirtual().name("licet-ask").unstarted(this::untilItCounts);
        }

        private void start() {
            thread.start();
        }

        /** Ends the question, after an answer that is being stored: what it remembers is there for the next call. */
        private void end() {
            over = true;
            storing.lock();
            try {
                thread.interrupt();
            } finally {
                storing.unlock();
            }
        }

        /** Asks until an answer counts. Whatever goes wrong, the call is not left waiting. */
        private void untilItCounts() {
            try {
                for (int i = 0; i < MAX_TRIES; i++) {
                    Reply reply = person.answer(ask);
                    if (reply instanceof Reply.Left) {
                        leave();
                        return;
                    }
                    String why = stored(reply);
                    // A rule that was just remembered may have released the call before the answer was stored.
                    if (why.isEmpty() || over) {
                        return;
                    }
                    person.refused(ask, why);
                }
                problem = "Licet denied this call: no answer to it counted.";
                access.cancel(ask);
            } catch (InterruptedException | RuntimeException | Error e) {
                // An error too: whoever waits for the answer would wait for ever.
                if (!over) {
                    LOG.warn("nobody could be asked about {}: {}", ask.id().text(), e.toString());
                    problem = "Licet denied this call: nobody could be asked about `" + ask.tool() + "`: "
                            + SafeText.oneLine(String.valueOf(e.getMessage()));
                    cancel(ask);
                }
            }
        }

        private String stored(Reply reply) throws InterruptedException {
            storing.lock();
            try {
                return access.answer(ask, reply);
            } finally {
                storing.unlock();
            }
        }

        private void leave() throws InterruptedException {
            if (!access.hasOthers()) {
                problem = "Licet denied this call: the person who was asked about `" + ask.tool()
                        + "` left it to others, and there are none.";
                access.cancel(ask);
            }
        }
    }

    private void cancel(Ask ask) {
        try {
            access.cancel(ask);
        } catch (GateException e) {
            LOG.warn("{} stays open: {}", ask.id().text(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Nobody is to answer what nobody waits for: an answer later would let the same call run another time. A program that
     * ends is there again.
     */
    private void withdraw(Judged call, Ask ask) {
        if (access.leaving().hasBegun()) {
            return;
        }
        Life.surely(() -> {
            try {
                access.cancel(ask);
                collect(call);
            } catch (GateException e) {
                LOG.warn("{} stays open: {}", ask.id().text(), e.getMessage());
            }
        });
    }

    /**
     * What became of the withdrawn call is taken, so that the same call is asked about anew. Where another of the same has
     * taken that already, this one would be asked: then that is withdrawn, too.
     */
    private Verdict collect(Judged call) throws InterruptedException {
        Verdict verdict = call.within(Duration.ZERO);
        for (int i = 0; i < MAX_TRIES && verdict instanceof Verdict.Held held; i++) {
            access.cancel(held.ask());
            verdict = call.within(Duration.ZERO);
        }
        if (verdict instanceof Verdict.Held held) {
            access.cancel(held.ask());
        }
        return verdict;
    }
}
