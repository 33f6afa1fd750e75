package dev.licet.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.ConsoleAnswerer;
import dev.licet.gate.agent.ToolGate;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailAssistantTest {
    private static final JsonObject MAIL =
            JsonObject.empty().with("to", "anna@example.org").with("text", "Yes, at nine.");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String chat(ScriptedModel script, String typed) {
        var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        var console = ConsoleAnswerer.on(in, new PrintStream(out, true, StandardCharsets.UTF_8));
        var model = OpenAiChatModel.builder()
                .baseUrl(script.url())
                .apiKey("none")
                .modelName("script")
                .build();
        try (ToolGate gate = ToolGate.inMemory(MailAssistant.rules()).answering(console)) {
            return new MailAssistant(gate, model).chat("Does Anna want to meet? Say yes.");
        }
    }

    private static ScriptedModel script() {
        return ScriptedModel.start(List.of(
                Line.calls("find_mail", JsonObject.empty().with("word", "meet")),
                Line.calls("send_mail", MAIL),
                Line.says("Done.")));
    }

    @Test
    void findingIsFree_andSendingIsAskedAbout() {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, "y be friendly\n"));
            assertEquals(
                    List.of(
                            "1 mail: from Anna, \"meet tomorrow at nine?\"",
                            "The user says: be friendly\nsent to anna@example.org: Yes, at nine."),
                    script.toolResults());
            String shown = out.toString(StandardCharsets.UTF_8);
            assertTrue(shown.contains("The agent wants to use send_mail:\n  | "), shown);
            assertTrue(shown.contains("anna@example.org"), shown);
        }
    }

    @Test
    void aNo_reachesTheModel() {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, "what?\nn not today\n"));
            assertEquals(
                    "The user rejected `send_mail`: not today",
                    script.toolResults().getLast());
        }
    }

    @Test
    void whereNobodyIsThere_nothingIsSent() {
        try (ScriptedModel script = script()) {
            assertEquals("Done.", chat(script, ""));
            assertTrue(
                    script.toolResults().getLast().startsWith("Licet denied this call"),
                    script.toolResults().getLast());
        }
    }
}
