package dev.licet.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

class ConversationSessionsTest {
    /** Conversations are often named by whoever is at the other end. */
    @Test
    void noConversation_isNamedSoThatItIsThatOfSomebodyElse() {
        List<String> names = List.of("", "anna", "anna/", "anna/one", "one", "/one", "/", "anna%2Fone", "anna//one");
        try (ToolGate gate = ToolGate.inMemory("{}")) {
            var sessions = new ConversationSessions(gate, "spring", Path.of("/srv"), Duration.ofHours(1));
            var known = new HashSet<String>();
            for (String requester : names) {
                for (String conversation : names) {
                    Map<String, Object> context = new HashMap<>();
                    context.put(ChatMemory.CONVERSATION_ID, conversation);
                    context.put(ConversationSessions.REQUESTER, requester);
                    var options = ToolCallingChatOptions.builder()
                            .toolContext(context)
                            .build();
                    known.add(sessions.session(new Prompt("hello", options))
                            .place()
                            .session()
                            .text());
                }
            }
            assertEquals(names.size() * names.size(), known.size(), known::toString);
        }
    }

    @Test
    void aCall_waitsNoLongerThanItsPatience() throws Exception {
        try (ToolGate gate = ToolGate.inMemory("{\"deploy\": \"ask\"}").answering(ask -> Reply.left())) {
            var sessions = new ConversationSessions(gate, "spring", Path.of("/srv"), Duration.ofMillis(1));
            Result<String> result =
                    sessions.session(new Prompt("hello")).run("deploy", JsonObject.empty(), arguments -> "deployed");
            assertInstanceOf(Result.Refused.class, result);
            assertEquals(0, gate.pending().size(), "the question is withdrawn");
        }
    }
}
