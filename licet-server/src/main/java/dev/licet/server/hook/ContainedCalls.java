package dev.licet.server.hook;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Recent;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Commands of coding agents that run within bounds: in its place the agent runs one of Licet's, which asks here for what it
 * is to run. Thread-safe.
 */
public final class ContainedCalls {
    private static final int MAX = 1_000;

    /** An agent that was told to run something runs it soon. */
    private static final Duration FOR = Duration.ofMinutes(5);

    private static final int ID_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final Optional<String> runner;
    private final Recent<String, Outcome.Allowed> waiting = new Recent<>(MAX, FOR);

    /** What agents run, for the events that ask about it again. */
    private final PassedCalls replaced = new PassedCalls();

    /**
     * None yet.
     *
     * @param runner the command, in words of a shell, behind which the number of such a call is run; empty where nothing can be
     *     contained
     */
    public ContainedCalls(Optional<String> runner) {
        this.runner = runner;
    }

    /** Whether {@code call} could run within bounds by changing its arguments. */
    boolean canHold(ToolCall call) {
        return runner.isPresent()
                && ToolTable.standard().kind(call.tool()) == ToolKind.SHELL
                && ToolTable.standard().isOneCommand(call)
                && ToolTable.commandArgument(call.arguments()).isPresent();
    }

    /** {@code call} with another command. */
    static ToolCall with(ToolCall call, String command) {
        JsonObject arguments = call.arguments();
        return call.withArguments(
                arguments.with(ToolTable.commandArgument(arguments).orElseThrow(), command));
    }

    /** What the agent runs in the place of {@code allowed}. */
    ToolCall replace(Outcome.Allowed allowed, Instant now) {
        byte[] number = new byte[ID_BYTES];
        random.nextBytes(number);
        String id = HexFormat.of().formatHex(number);
        waiting.add(id, allowed, now);
        ToolCall replacing = with(allowed.call(), runner.orElseThrow() + " " + id);
        replaced.add(replacing, now);
        return replacing;
    }

    /** Whether {@code call} is what an agent was just told to run in the place of another. */
    boolean takesPlace(ToolCall call, Instant now) {
        return replaced.take(call, now);
    }

    /** What is to run by the number {@code id}, once, if {@code whose} it is. */
    public Optional<Outcome.Allowed> take(String id, Instant now, Predicate<ToolCall> whose) {
        return waiting.get(id, now)
                .filter(allowed -> whose.test(allowed.call()))
                .flatMap(known -> waiting.take(id, now));
    }
}
