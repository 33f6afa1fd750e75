package dev.licet.springai;

import dev.licet.gate.agent.AgentSession;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Which session the calls of a prompt belong to: what is granted in one holds in no other. A bean of this type takes the
 * place of {@link ConversationSessions}. Thread-safe; called for each reply of a model that wants tools.
 */
@FunctionalInterface
public interface SessionResolver {
    /** The session of {@code prompt}, whose tool context has what the request said. */
    AgentSession session(Prompt prompt);
}
