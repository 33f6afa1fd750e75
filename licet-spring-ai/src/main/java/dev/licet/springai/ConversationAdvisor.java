package dev.licet.springai;

import java.util.HashMap;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/**
 * Has the tool context say which conversation a request belongs to and who made it: the tools run later, perhaps on another
 * thread. Thread-safe.
 */
final class ConversationAdvisor implements CallAdvisor, StreamAdvisor {
    @Override
    public String getName() {
        return "licet";
    }

    @Override
    public int getOrder() {
        return ToolCallingAdvisor.DEFAULT_ORDER - 1;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        return chain.nextCall(telling(request));
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return chain.nextStream(telling(request));
    }

    private static ChatClientRequest telling(ChatClientRequest request) {
        Prompt prompt = request.prompt();
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return request;
        }
        Map<String, Object> context = new HashMap<>();
        if (request.context().get(ChatMemory.CONVERSATION_ID) instanceof String conversation) {
            context.put(ChatMemory.CONVERSATION_ID, conversation);
        }
        SignedIn.name().ifPresent(name -> context.put(ConversationSessions.REQUESTER, name));
        if (context.isEmpty()) {
            return request;
        }
        // What the application says itself counts.
        if (options.getToolContext() != null) {
            context.putAll(options.getToolContext());
        }
        return request.mutate()
                .prompt(new Prompt(
                        prompt.getInstructions(),
                        options.mutate().toolContext(context).build()))
                .build();
    }
}
