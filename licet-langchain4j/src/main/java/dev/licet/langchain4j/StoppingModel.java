package dev.licet.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A model that gets no further turn once a person has stopped the agent, until the user writes again. */
record StoppingModel(ChatModel model, Supplier<String> told, Stop stop) implements ChatModel {

    @Override
    public ChatResponse chat(ChatRequest request) {
        if (isOver(request, stop)) {
            return answer(told.get());
        }
        return model.chat(request);
    }

    /**
     * Whether {@code request} goes on with a turn in which the agent was stopped; a message of the user begins another. What
     * belongs to other conversations on the same model changes nothing.
     */
    static boolean isOver(ChatRequest request, Stop stop) {
        List<String> stopped = request.messages().stream()
                .flatMap(message ->
                        message instanceof ToolExecutionResultMessage result ? Stream.of(result) : Stream.empty())
                .map(result -> GatedExecutor.key(result.id(), result.toolName()))
                .filter(stop::isAt)
                .toList();
        boolean goesOn =
                !request.messages().isEmpty() && request.messages().getLast() instanceof ToolExecutionResultMessage;
        if (!goesOn) {
            stopped.forEach(stop::clear);
        }
        return goesOn && !stopped.isEmpty();
    }

    /** What the agent answers then. */
    static ChatResponse answer(String told) {
        return ChatResponse.builder().aiMessage(AiMessage.from(told)).build();
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }
}
