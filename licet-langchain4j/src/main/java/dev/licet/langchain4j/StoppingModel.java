package dev.licet.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.licet.gate.agent.AgentSession;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A model that gets no further turn once a person has stopped the agent, until the user writes again. */
record StoppingModel(ChatModel model, AgentSession session, Stop stop) implements ChatModel {

    @Override
    public ChatResponse chat(ChatRequest request) {
        if (isOver(request, stop)) {
            return answer(session);
        }
        return model.chat(request);
    }

    /** Whether {@code request} goes on with a turn in which the agent was stopped; a message of the user begins another. */
    static boolean isOver(ChatRequest request, Stop stop) {
        List<ChatMessage> messages = request.messages();
        boolean goesOn = !messages.isEmpty() && messages.getLast() instanceof ToolExecutionResultMessage;
        if (!goesOn) {
            stop.clear();
        }
        return goesOn && stop.holds(Optional.empty());
    }

    /** What the agent answers then. */
    static ChatResponse answer(AgentSession session) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(session.stopAnswer()))
                .build();
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
