package dev.licet.springai;

import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Has another manager execute the tools of a prompt, each of which asks the gate before it runs. What does not run tells the
 * model why, as its result; a hard rejection ends the loop, and the model gets no further turn. Thread-safe.
 */
public final class GatedToolCallingManager implements ToolCallingManager {
    private static final String NAMELESS = "nameless";

    private final ToolCallingManager manager;
    private final Function<Prompt, AgentSession> sessions;
    private final UnaryOperator<GatedTool> known;
    private final CallListener listener;

    /** Every call belongs to {@code session}. */
    public GatedToolCallingManager(ToolCallingManager manager, AgentSession session) {
        this(manager, prompt -> session, tool -> tool);
    }

    /**
     * Calls belong to the session that {@code sessions} finds for their prompt.
     *
     * @param known says more of a tool: its tier, what has to be asked, where it comes from; it is given each by its name
     */
    public GatedToolCallingManager(
            ToolCallingManager manager, Function<Prompt, AgentSession> sessions, UnaryOperator<GatedTool> known) {
        this(manager, sessions, known, CallListener.NONE);
    }

    /** The same, where {@code listener} hears of each call. */
    public GatedToolCallingManager(
            ToolCallingManager manager,
            Function<Prompt, AgentSession> sessions,
            UnaryOperator<GatedTool> known,
            CallListener listener) {
        this.manager = manager;
        this.sessions = sessions;
        this.known = known;
        this.listener = listener;
    }

    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        return manager.resolveToolDefinitions(options);
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse said) {
        ChatResponse response = named(said);
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            throw new IllegalArgumentException("the prompt has no options with tools");
        }
        var stopped = new AtomicBoolean();
        AgentSession session = sessions.apply(prompt);
        var gated = new ArrayList<ToolCallback>();
        callbacks(options).forEach(each -> gated.add(new GatedToolCallback(each, session, known, stopped, listener)));
        unknown(options, response).forEach(name -> gated.add(new NoTool(name)));
        ToolCallingChatOptions with = options.mutate().toolCallbacks(gated).build();
        ToolExecutionResult result = manager.executeToolCalls(new Prompt(prompt.getInstructions(), with), response);
        return stopped.get()
                ? ToolExecutionResult.builder()
                        .conversationHistory(result.conversationHistory())
                        .returnDirect(true)
                        .build()
                : result;
    }

    private static List<ToolCallback> callbacks(ToolCallingChatOptions options) {
        List<ToolCallback> callbacks = options.getToolCallbacks();
        return callbacks == null ? List.of() : callbacks;
    }

    /** What is called and is no tool of the prompt: the other manager may know one of this name, which no gate has seen. */
    private static Set<String> unknown(ToolCallingChatOptions options, ChatResponse response) {
        Set<String> names = callbacks(options).stream()
                .map(each -> each.getToolDefinition().name())
                .collect(Collectors.toSet());
        return response.getResults().stream()
                .flatMap(generation -> generation.getOutput().getToolCalls().stream())
                .map(AssistantMessage.ToolCall::name)
                .filter(name -> !names.contains(name))
                .collect(Collectors.toSet());
    }

    /** What models write that is no call has a name, too, so that it can be answered like one. */
    private static ChatResponse named(ChatResponse response) {
        return ChatResponse.builder()
                .from(response)
                .generations(response.getResults().stream()
                        .map(each -> new Generation(named(each.getOutput()), each.getMetadata()))
                        .toList())
                .build();
    }

    private static AssistantMessage named(AssistantMessage message) {
        if (message.getToolCalls().stream().noneMatch(GatedToolCallingManager::isNameless)) {
            return message;
        }
        return message.mutate()
                .toolCalls(message.getToolCalls().stream()
                        .map(call -> isNameless(call)
                                ? new AssistantMessage.ToolCall(call.id(), call.type(), NAMELESS, call.arguments())
                                : call)
                        .toList())
                .build();
    }

    private static boolean isNameless(AssistantMessage.ToolCall call) {
        return call.name() == null || call.name().isBlank();
    }

    /** A tool that there is not. */
    private record NoTool(String name) implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name(name)
                    .description("no tool")
                    .inputSchema("{\"type\":\"object\"}")
                    .build();
        }

        @Override
        public String call(String input) {
            return "There is no tool `" + name + "`.";
        }
    }
}
