package dev.licet.springai;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Executor;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Result;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/**
 * Runs one tool if the gate lets it.
 *
 * @param known says more of the tool, which it is given by its name and schema
 * @param stopped whether a person has stopped the agent; what comes then does not run
 * @param listener hears of each call
 */
record GatedToolCallback(
        ToolCallback callback,
        AgentSession session,
        UnaryOperator<GatedTool> known,
        AtomicBoolean stopped,
        CallListener listener)
        implements ToolCallback {
    private static final Logger LOG = LoggerFactory.getLogger(GatedToolCallback.class);

    @Override
    public ToolDefinition getToolDefinition() {
        return callback.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return callback.getToolMetadata();
    }

    @Override
    public String call(String input) {
        return gated(input, arguments -> callback.call(JsonText.write(arguments)));
    }

    @Override
    public String call(String input, @Nullable ToolContext context) {
        return gated(
                input,
                arguments -> context == null
                        ? callback.call(JsonText.write(arguments))
                        : callback.call(JsonText.write(arguments), context));
    }

    private String gated(String input, Executor<String> executor) {
        if (stopped.get()) {
            return AgentSession.STOPPED;
        }
        try {
            JsonObject arguments = input.isBlank() ? JsonObject.empty() : JsonText.parseObject(input);
            long start = System.nanoTime();
            Result<String> result = session.run(tool(), arguments, executor);
            heard(result, Duration.ofNanos(System.nanoTime() - start));
            return told(result);
        } catch (InvalidJson e) {
            return "Licet denied this call: its arguments are no JSON object: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "The user interrupted this call; it was not executed.";
        }
    }

    private void heard(Result<String> result, Duration took) {
        try {
            listener.over(callback.getToolDefinition().name(), result, took);
        } catch (RuntimeException e) {
            LOG.warn("a listener failed: {}", e.toString());
        }
    }

    private GatedTool tool() {
        ToolDefinition definition = callback.getToolDefinition();
        GatedTool tool = GatedTool.named(definition.name());
        try {
            return known.apply(tool.withSchema(JsonText.parseObject(definition.inputSchema())));
        } catch (InvalidJson e) {
            return known.apply(tool);
        }
    }

    private String told(Result<String> result) {
        return switch (result) {
            case Result.Ran<String> ran ->
                ran.comment().isEmpty() ? ran.value() : "The user says: " + ran.comment() + "\n" + ran.value();
            case Result.Failed<String> failed -> throw failure(failed.cause());
            case Result.Refused<String> refused -> {
                if (refused.stops()) {
                    stopped.set(true);
                }
                yield refused.message();
            }
        };
    }

    /** What a tool throws is for the application's own handler. */
    private static RuntimeException failure(Exception cause) {
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }
}
