package dev.licet.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The same as {@link StoppingModel} for a model that streams. */
record StoppingStreamingModel(StreamingChatModel model, Supplier<String> told, Stop stop)
        implements StreamingChatModel {

    @Override
    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
        if (!isAnswered(request, handler)) {
            model.chat(request, handler);
        }
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        if (!isAnswered(request, handler)) {
            model.chat(request, options, handler);
        }
    }

    private boolean isAnswered(ChatRequest request, StreamingChatResponseHandler handler) {
        boolean over = StoppingModel.isOver(request, stop);
        if (over) {
            ChatResponse answer = StoppingModel.answer(told.get());
            handler.onPartialResponse(String.valueOf(answer.aiMessage().text()));
            handler.onCompleteResponse(answer);
        }
        return over;
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
