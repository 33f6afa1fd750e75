package dev.licet.junit;

import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Mode;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Explanation;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A gate that asks the test: what is asked is answered with the replies that were put in, in their order, and rejected once
 * there are none. In a field of the test it is a gate for each test, in a static field one for the class; each test has a
 * session of its own. Thread-safe, for one test at a time.
 */
public final class GateExtension implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private final OwnRules rules;
    private final Path directory;
    private final Optional<Mode> mode;
    private final WorkerId worker;
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<Ask> asked = new ArrayList<>();
    private OwnRules.@Nullable Opened opened;
    private boolean forClass;
    private int tests;

    private GateExtension(OwnRules rules, Path directory, Optional<Mode> mode, WorkerId worker) {
        this.rules = rules;
        this.directory = directory;
        this.mode = mode;
        this.worker = worker;
    }

    private static GateExtension of(OwnRules rules) {
        return new GateExtension(rules, Path.of("/work/project"), Optional.empty(), WorkerId.STANDARD);
    }

    /** A gate with {@code rules}, a {@code permissions.jsonc}, for an agent in {@code /work/project}. */
    public static GateExtension with(String rules) {
        return of(new OwnRules.Text(rules));
    }

    /**
     * A gate with the rules in {@code path}: a file {@code permissions.jsonc}, or a data directory, of whose
     * {@code licet.yaml} and {@code workers} a copy is used, with their layers, preset, mode and settings.
     */
    public static GateExtension with(Path path) {
        return of(new OwnRules.Kept(path));
    }

    /** A gate that decides as the preset {@code name} does, such as {@code molf}, without rules of one's own. */
    public static GateExtension preset(String name) {
        return of(new OwnRules.Preset(name));
    }

    /** The same for an agent that works in {@code directory}. */
    public GateExtension in(Path directory) {
        return new GateExtension(rules, directory, mode, worker);
    }

    /** The same in {@code mode}. */
    public GateExtension in(Mode mode) {
        return new GateExtension(rules, directory, Optional.of(mode), worker);
    }

    /** The same with the rules of {@code worker}. */
    public GateExtension as(WorkerId worker) {
        return new GateExtension(rules, directory, mode, worker);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        forClass = true;
        opened = rules.open();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        synchronized (replies) {
            replies.clear();
            asked.clear();
            tests++;
        }
        if (!forClass) {
            opened = rules.open();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!forClass) {
            opened().close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        opened().close();
    }

    private OwnRules.Opened opened() {
        if (opened == null) {
            throw new IllegalStateException(
                    "the gate is there while a test runs; is this a field with @RegisterExtension?");
        }
        return opened;
    }

    private Reply answer(Ask ask) {
        synchronized (replies) {
            asked.add(ask);
            Reply reply = replies.poll();
            return reply == null ? Reply.skip("the test says nothing to this") : reply;
        }
    }

    /** What is asked next is answered with {@code next}. */
    public GateExtension answering(Reply... next) {
        synchronized (replies) {
            replies.addAll(List.of(next));
        }
        return this;
    }

    /** What was asked in this test until now, in order. */
    public List<Ask> asked() {
        synchronized (replies) {
            return List.copyOf(asked);
        }
    }

    /**
     * The gate of this test.
     *
     * @throws IllegalStateException outside of a test
     */
    public ToolGate gate() {
        return ToolGate.of(opened().gate()).answering(this::answer).as(worker);
    }

    /** The session of this test. */
    public AgentSession session() {
        String id;
        synchronized (replies) {
            id = "test-" + tests;
        }
        if (mode.isPresent()) {
            opened().choose(worker, id, mode.get());
        }
        return gate().session(id, directory);
    }

    /** Fails unless there is nothing wrong with the rules, and nothing odd about them. */
    public void hasCleanRules() {
        try {
            Assertions.assertEquals(List.of(), gate().lint());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The line of shell {@code command}, to say what becomes of it. */
    public Tried command(String command) {
        return call("shell_exec", JsonObject.empty().with("command", command));
    }

    /** A call, to say what becomes of it; nothing is executed. */
    public Tried call(String tool, JsonObject arguments) {
        return call(GatedTool.named(tool), arguments);
    }

    /** The same of a tool that says something of itself. */
    public Tried call(GatedTool tool, JsonObject arguments) {
        int before = asked().size();
        AgentSession session = session();
        try {
            Explanation explained = session.explain(tool, arguments);
            Result<String> result = session.run(tool, arguments, allowed -> "");
            List<Ask> now = asked();
            return new Tried(
                    tool.name() + " " + arguments,
                    now.size() > before
                            ? Tried.Became.ASKED
                            : result instanceof Result.Ran ? Tried.Became.ALLOWED : Tried.Became.DENIED,
                    now.size() > before
                            ? String.join("\n", now.getLast().reasons())
                            : result instanceof Result.Refused<String> refused ? refused.message() : "",
                    explained);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a call was judged", e);
    }
}
