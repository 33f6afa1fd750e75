package dev.licet.junit;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A gate of its own for each test, in memory, that asks the test: what is asked is answered with the replies that were put in,
 * in their order, and rejected once there are none. Thread-safe.
 */
public final class GateExtension implements BeforeEachCallback, AfterEachCallback {
    private final String rules;
    private final Path directory;
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<Ask> asked = new ArrayList<>();
    private @Nullable ToolGate gate;

    private GateExtension(String rules, Path directory) {
        this.rules = rules;
        this.directory = directory;
    }

    /** A gate with {@code rules}, a {@code permissions.jsonc}, for an agent in {@code /work/project}. */
    public static GateExtension with(String rules) {
        return new GateExtension(rules, Path.of("/work/project"));
    }

    /** A gate with the rules in {@code file}. */
    public static GateExtension with(Path file) {
        try {
            return with(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the rules in `" + file + "` cannot be read", e);
        }
    }

    /** The same for an agent that works in {@code directory}. */
    public GateExtension in(Path directory) {
        return new GateExtension(rules, directory);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        synchronized (replies) {
            replies.clear();
            asked.clear();
        }
        gate = ToolGate.inMemory(rules).answering(this::answer);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        gate().close();
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
        if (gate == null) {
            throw new IllegalStateException(
                    "the gate is there while a test runs; is this a field with @RegisterExtension?");
        }
        return gate;
    }

    /** A session of that gate. */
    public AgentSession session() {
        return gate().session("test", directory);
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
        try {
            Result<String> result = session().run(tool, arguments, allowed -> "");
            List<Ask> now = asked();
            return new Tried(
                    tool.name() + " " + arguments,
                    now.size() > before
                            ? Tried.Became.ASKED
                            : result instanceof Result.Ran ? Tried.Became.ALLOWED : Tried.Became.DENIED,
                    now.size() > before
                            ? String.join("\n", now.getLast().reasons())
                            : result instanceof Result.Refused<String> refused ? refused.message() : "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a call was judged", e);
        }
    }
}
