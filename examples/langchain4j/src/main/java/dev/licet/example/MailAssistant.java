package dev.licet.example;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.ConsoleAnswerer;
import dev.licet.gate.agent.Gated;
import dev.licet.gate.agent.ToolGate;
import dev.licet.langchain4j.GatedTools;
import java.nio.file.Path;

/** An AI service of LangChain4j that may look into a mailbox by itself, and sends nothing that nobody has seen. */
public final class MailAssistant {
    /** Looking is free, sending is asked about. */
    private static final String RULES = """
            {
              "find_mail": "allow",
              "send_mail": {"*": "ask"}
            }
            """;

    private final ToolGate gate;
    private final ChatModel model;

    /** An assistant on {@code model}, with {@code gate} around its tools. */
    public MailAssistant(ToolGate gate, ChatModel model) {
        this.gate = gate;
        this.model = model;
    }

    /** Asks {@code OPENAI_MODEL} at {@code OPENAI_BASE_URL}; the arguments are the message. */
    public static void main(String[] args) {
        var environment = System.getenv();
        ChatModel model = OpenAiChatModel.builder()
                .baseUrl(environment.getOrDefault("OPENAI_BASE_URL", "http://localhost:11434/v1"))
                .apiKey(environment.getOrDefault("OPENAI_API_KEY", "none"))
                .modelName(environment.getOrDefault("OPENAI_MODEL", "llama3.2"))
                .build();
        try (ToolGate gate = ToolGate.inMemory(RULES).answering(ConsoleAnswerer.standard())) {
            System.out.println(new MailAssistant(gate, model).chat(String.join(" ", args)));
        }
    }

    /** What the assistant answers to {@code message}. */
    public String chat(String message) {
        GatedTools tools = GatedTools.of(gate.session("mail", Path.of("")), new Mailbox());
        return AiServices.builder(Assistant.class)
                .chatModel(tools.stopping(model))
                .toolProvider(tools)
                .chatMemory(MessageWindowChatMemory.withMaxMessages(50))
                .build()
                .chat(message);
    }

    /** The rules of this example. */
    static String rules() {
        return RULES;
    }

    /** What LangChain4j implements. */
    interface Assistant {
        String chat(String message);
    }

    /** What the model may use. */
    static final class Mailbox {
        @Tool("Finds mail with a word in it")
        @Gated(tier = Tier.READ)
        public String find_mail(@P("the word") String word) {
            return "1 mail: from Anna, \"" + word + " tomorrow at nine?\"";
        }

        @Tool("Sends a mail")
        public String send_mail(@P("the address") String to, @P("what it says") String text) {
            return "sent to " + to + ": " + text;
        }
    }
}
