package dev.licet.gate.agent;

import dev.licet.core.call.ToolCall;
import dev.licet.core.display.SafeText;
import dev.licet.gate.data.GateException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets a verdict on a call, from whoever answers first: the person at this process, or somebody else. Thread-safe. */
final class VerdictRace {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictRace.class);

    /** An answer that does not count is asked for again so often. */
    private static final int MAX_TRIES = 5;

    private final GateAccess access;
    private final Optional<Answerer> answerer;

    VerdictRace(GateAccess access, Optional<Answerer> answerer) {
        this.access = access;
        this.answerer = answerer;
    }

    /** Why nobody could be asked; empty as long as that is not so. */
    private static final class Problem {
        private volatile String text = "";

        /** Nobody is asked any more. */
        private volatile boolean over;

        private void say(String text) {
            this.text = text;
        }
    }

    /** Judges one call, again and again the same. */
    interface Judged {
        /** The call, as it is shown. */
        ToolCall call();

        /** The verdict on it; where it is asked, after up to {@code patience}. */
        Verdict within(Duration patience) throws InterruptedException;
    }

    /** The verdict on a call of a tool. */
    Judged calling(ToolCall call) {
        return new Judged() {
            @Override
            public ToolCall call() {
                return call;
            }

            @Override
            public Verdict within(Duration patience) throws InterruptedException {
                return access.decide(call, patience);
            }
        };
    }

    /** The verdict on the use of {@code skill}. */
    Judged using(Skill skill, ToolCall call) {
        return new Judged() {
            @Override
            public ToolCall call() {
                return call;
            }

            @Override
            public Verdict within(Duration patience) throws InterruptedException {
                return access.use(skill, call, patience);
            }
        };
    }

    /** The verdict on {@code call}; one that nobody answers within {@code patience} is withdrawn. */
    Verdict verdict(Judged call, Duration patience) throws InterruptedException {
        boolean alone = answerer.isEmpty() && access.hasOthers();
        Verdict first = call.within(alone ? patience : Duration.ZERO);
        if (!(first instanceof Verdict.Held held)) {
            return first;
        }
        if (answerer.isPresent()) {
            return asked(call, held.ask(), patience, answerer.get());
        }
        return access.hasOthers() ? inTheEnd(call, held) : noChannel(call, held.ask());
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
        var problem = new Problem();
        Thread asking = Thread.ofVirtual().name("licet-ask").start(() -> ask(person, ask, problem));
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
            return problem.text.isEmpty() || said ? verdict : new Verdict.Denied(problem.text, false);
        } finally {
            problem.over = true;
            asking.interrupt();
            if (!ended) {
                withdraw(call, ask);
            }
        }
    }

    /** Puts {@code ask} to {@code person} until their answer counts. Whatever goes wrong, the call is not left waiting. */
    private void ask(Answerer person, Ask ask, Problem problem) {
        try {
            for (int i = 0; i < MAX_TRIES; i++) {
                Reply reply = person.answer(ask);
                if (reply instanceof Reply.Left) {
                    leave(ask, problem);
                    return;
                }
                String why = access.answer(ask, reply);
                // A rule that was just remembered may have released the call before the answer was stored.
                if (why.isEmpty() || problem.over) {
                    return;
                }
                person.refused(ask, why);
            }
            problem.say("Licet denied this call: no answer to it counted.");
            access.cancel(ask);
        } catch (InterruptedException | RuntimeException | Error e) {
            // An error too: whoever waits for the answer would wait for ever.
            if (!problem.over) {
                LOG.warn("nobody could be asked about {}: {}", ask.id().text(), e.toString());
                problem.say("Licet denied this call: nobody could be asked about `" + ask.tool() + "`: "
                        + SafeText.oneLine(String.valueOf(e.getMessage())));
                cancel(ask);
            }
        }
    }

    private void leave(Ask ask, Problem problem) throws InterruptedException {
        if (!access.hasOthers()) {
            problem.say("Licet denied this call: the person who was asked about `" + ask.tool()
                    + "` left it to others, and there are none.");
            access.cancel(ask);
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

    /** Nobody is to answer what nobody waits for: an answer later would let the same call run another time. */
    private void withdraw(Judged call, Ask ask) {
        Ending.surely(() -> {
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
