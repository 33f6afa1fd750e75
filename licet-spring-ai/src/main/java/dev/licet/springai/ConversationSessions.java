package dev.licet.springai;

import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.ToolGate;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * A session for each conversation of each person: by the conversation id of {@link ChatMemory}, a parameter of the advisors or
 * in the tool context, and the name of who is signed in. Where there is neither, all calls belong to one session. Whoever is
 * asked sees for whom the agent works. Thread-safe.
 */
public final class ConversationSessions implements SessionResolver {
    /** Where the tool context has the name of who is signed in. */
    public static final String REQUESTER = "licet_requester";

    private final ToolGate gate;
    private final String session;
    private final Path directory;
    private final Duration patience;

    /**
     * @param session the id of the session without a conversation and a person, which begins the ids of the others
     * @param directory the folder that the tools work in
     * @param patience how long a call waits for an answer before the question is withdrawn
     */
    public ConversationSessions(ToolGate gate, String session, Path directory, Duration patience) {
        this.gate = gate;
        this.session = session;
        this.directory = directory;
        this.patience = patience;
    }

    @Override
    public AgentSession session(Prompt prompt) {
        Map<String, Object> context =
                prompt.getOptions() instanceof ToolCallingChatOptions options && options.getToolContext() != null
                        ? options.getToolContext()
                        : Map.of();
        String conversation = text(context, ChatMemory.CONVERSATION_ID).orElse("");
        String requester = text(context, REQUESTER).or(SignedIn::name).orElse("");
        return gate.session(id(requester, conversation), directory)
                .requestedBy(requester)
                .waiting(patience);
    }

    /** INVARIANT (one conversation, one session): no conversation is named so that it is that of somebody else. */
    private String id(String requester, String conversation) {
        String whose = requester.isEmpty() ? "" : "/" + part(requester);
        return whose.isEmpty() && conversation.isEmpty() ? session : session + whose + "/" + part(conversation);
    }

    /** Without a slash. */
    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Optional<String> text(Map<String, Object> context, String name) {
        return Optional.ofNullable(context.get(name)).map(String::valueOf).filter(text -> !text.isBlank());
    }
}
