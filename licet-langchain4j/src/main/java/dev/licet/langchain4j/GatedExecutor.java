package dev.licet.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Executor;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Result;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs one tool if the gate lets it.
 *
 * @param sessions the session of a chat memory, by its id
 */
record GatedExecutor(Function<Object, AgentSession> sessions, GatedTool tool, ToolExecutor executor, Stop stop)
        implements ToolExecutor {
    /** The id of the only memory of a service without several. */
    static final Object DEFAULT = "default";

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return gated(
                        request,
                        memoryId,
                        Optional.empty(),
                        arguments -> ToolExecutionResult.builder()
                                .resultText(executor.execute(with(request, arguments), memoryId))
                                .build())
                .resultText();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        return gated(
                request,
                context == null ? null : context.chatMemoryId(),
                Optional.ofNullable(context).map(InvocationContext::invocationId),
                arguments -> executor.executeWithContext(with(request, arguments), context));
    }

    private static ToolExecutionRequest with(ToolExecutionRequest request, JsonObject arguments) {
        return request.toBuilder().arguments(JsonText.write(arguments)).build();
    }

    private ToolExecutionResult gated(
            ToolExecutionRequest request,
            @Nullable Object memoryId,
            Optional<UUID> invocation,
            Executor<ToolExecutionResult> executor) {
        if (stop.holds(invocation)) {
            return error(AgentSession.STOPPED);
        }
        try {
            String text = request.arguments();
            JsonObject arguments = text == null || text.isBlank() ? JsonObject.empty() : JsonText.parseObject(text);
            AgentSession session = sessions.apply(Objects.requireNonNullElse(memoryId, DEFAULT));
            return told(request, session.run(tool, arguments, executor), invocation);
        } catch (InvalidJson e) {
            return error("Licet denied this call: its arguments are no JSON object: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return error("The user interrupted this call; it was not executed.");
        }
    }

    private ToolExecutionResult told(
            ToolExecutionRequest request, Result<ToolExecutionResult> result, Optional<UUID> invocation) {
        return switch (result) {
            case Result.Ran<ToolExecutionResult> ran -> commented(ran);
            case Result.Failed<ToolExecutionResult> failed ->
                error(String.valueOf(failed.cause().getMessage()));
            case Result.Refused<ToolExecutionResult> refused -> {
                if (refused.stops()) {
                    stop.set(key(request.id(), request.name()), refused.message(), invocation);
                }
                yield error(refused.message());
            }
        };
    }

    /** What the person said who approved stands before the result. */
    private static ToolExecutionResult commented(Result.Ran<ToolExecutionResult> ran) {
        return ran.comment().isEmpty()
                ? ran.value()
                : ToolExecutionResult.builder()
                        .isError(ran.value().isError())
                        .result(ran.value().result())
                        .resultText("The user says: " + ran.comment() + "\n"
                                + ran.value().resultText())
                        .build();
    }

    private static ToolExecutionResult error(String message) {
        return ToolExecutionResult.builder().isError(true).resultText(message).build();
    }

    /** What tells a call from others of a conversation; some models name none. */
    static String key(@Nullable String id, @Nullable String tool) {
        return id == null || id.isEmpty() ? "tool " + tool : "call " + id;
    }
}
