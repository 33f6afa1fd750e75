package dev.licet.gate.agent;

import dev.licet.core.approval.ApprovalId;
import dev.licet.core.audit.Recording;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.gate.Gate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gate as those see it who build agents: in this process, or on a server. Thread-safe; what waits for a person blocks, so
 * call it from virtual threads.
 */
public final class ToolGate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ToolGate.class);

    /** So long is waited for a connection to begin, and to end. */
    private static final Duration CONNECTING = Duration.ofSeconds(5);

    /** So long rules are compared with each other when a gate opens. */
    private static final Duration LOOKING = Duration.ofMillis(300);

    private final GateAccess access;
    private final Optional<Answerer> answerer;
    private final WorkerId worker;

    private ToolGate(GateAccess access, Optional<Answerer> answerer, WorkerId worker) {
        this.access = access;
        this.answerer = answerer;
        this.worker = worker;
    }

    /**
     * A gate in this process, in memory: no file, no thread of its own, and nothing that has to be closed. What is granted,
     * asked and recorded is gone with it.
     *
     * @param rules a {@code permissions.jsonc}, such as <code>{"read_file": "allow"}</code>
     * @throws GateException when {@code rules} cannot be read as rules, or something in them cannot be meant
     */
    public static ToolGate inMemory(String rules) {
        return inMemory(rules, Recording.STANDARD);
    }

    /** The same, which does with the record of what happened what {@code recording} says. */
    public static ToolGate inMemory(String rules, Recording recording) {
        Gate gate = Gate.inMemory(rules, recording, InstantSource.system());
        Policy policy = gate.policy(WorkerId.STANDARD);
        if (!policy.mistakes().isEmpty()) {
            throw new GateException("the rules cannot be meant: "
                    + policy.mistakes().stream().map(Diagnostic::toString).collect(Collectors.joining("; ")));
        }
        warn(policy);
        return of(gate);
    }

    /**
     * A gate in this process over the data directory {@code directory}, with its rules, grants and audit in SQLite.
     *
     * @throws GateException when another process has it open, such as {@code licet serve}: connect to that instead
     */
    public static ToolGate open(Path directory) {
        Gate gate = Gate.open(DataDirectory.at(directory), InstantSource.system());
        warn(gate.policy(WorkerId.STANDARD));
        return of(gate);
    }

    /** Mistakes in rules are loud. */
    private static void warn(Policy policy) {
        policy.mistakes().stream().map(Diagnostic::toString).forEach(LOG::warn);
        long end = System.nanoTime() + LOOKING.toNanos();
        LocalAccess.odd(policy, () -> System.nanoTime() - end > 0).forEach(LOG::warn);
    }

    /** The same on a gate that is open, which is closed with this. */
    public static ToolGate of(Gate gate) {
        return over(new LocalAccess(gate));
    }

    /** A gate that is reached by {@code access}, such as a {@code LicetClient}. */
    public static ToolGate over(GateAccess access) {
        return new ToolGate(access, Optional.empty(), WorkerId.STANDARD);
    }

    /** This gate with {@code answerer} for what it asks. Without one only others can answer, as those at a server. */
    public ToolGate answering(Answerer answerer) {
        return new ToolGate(access, Optional.of(answerer), worker);
    }

    /** This gate with the rules of {@code worker}; else {@code local}. */
    public ToolGate as(WorkerId worker) {
        return new ToolGate(access, answerer, worker);
    }

    /** The session {@code id} of an agent that works in {@code directory}; one that is not known begins. */
    public AgentSession session(String id, Path directory) {
        return AgentSession.of(
                access,
                answerer,
                new GateAccess.Place(worker, new SessionId(id)),
                directory.toAbsolutePath().normalize().toString());
    }

    /**
     * What is wrong with the rules that hold here, or odd about them: entries that cannot be meant, rules that never decide,
     * that undo others or are broader than they look. A line each, with where it stands; none where all is well.
     */
    public List<String> lint() throws InterruptedException {
        return access.lint(worker);
    }

    /** All that waits for an answer, the oldest first: what this process asks, or what concerns it at a server. */
    public List<Ask> pending() throws InterruptedException {
        return access.pending();
    }

    /** What was asked as {@code id}; empty when nothing was. */
    public Optional<Ask> find(ApprovalId id) throws InterruptedException {
        return access.find(id);
    }

    /**
     * Answers what was asked as {@code id}, for an inbox of one's own.
     *
     * @return why the answer does not count, such as that this person may not give it; empty when it does, or when somebody
     *     answered before
     * @throws GateException when nothing was asked as {@code id}
     */
    public String answer(ApprovalId id, Reply reply) throws InterruptedException {
        Ask ask = access.find(id)
                .orElseThrow(() -> new GateException("there is no approval `" + id.text() + "`; see pending()"));
        return access.answer(ask, reply);
    }

    /**
     * Tells {@code receiver} of every approval that is asked or ends from the return of this on, on a thread of its own.
     * With a server it begins as soon as there is a connection, which is waited for up to five seconds.
     *
     * @return ends it when closed
     */
    public AutoCloseable onEvent(Consumer<GateAccess.Event> receiver) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        Thread following = Thread.ofVirtual().name("licet-events").start(() -> {
            try {
                access.follow(begun::countDown, receiver);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (GateException e) {
                if (!ended.get()) {
                    LOG.warn("events are no longer followed: {}", e.getMessage());
                }
            } finally {
                begun.countDown();
            }
        });
        begun.await(CONNECTING.toSeconds(), TimeUnit.SECONDS);
        return () -> {
            ended.set(true);
            following.interrupt();
            following.join(CONNECTING);
        };
    }

    /**
     * Returns once the gate has answered: until it does, every call is refused or waits.
     *
     * @throws GateException when it does not answer, or does not accept the token
     */
    public void reach() throws InterruptedException {
        access.reach();
    }

    /**
     * Has everybody who waits for an answer go at once, and keeps what they asked: for a program that is about to end. Their
     * calls are refused; who makes the same call when the program is there again waits for the same answer, or gets it.
     */
    public void leave() {
        access.leaving().begin();
    }

    @Override
    public void close() {
        access.close();
    }
}
