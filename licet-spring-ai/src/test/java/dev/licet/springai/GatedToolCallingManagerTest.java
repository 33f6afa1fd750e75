package dev.licet.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.ToolGate;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A chat client of Spring AI with gated tools, on a scripted model behind a real endpoint. */
class GatedToolCallingManagerTest {
    private final List<String> ran = new ArrayList<>();
    private final List<Ask> asked = new ArrayList<>();

    /** What the model may call. */
    final class Tools {
        @Tool(description = "Looks something up")
        String look(String word) {
            ran.add("look " + word);
            return "found " + word;
        }

        @Tool(description = "Sends a mail")
        String send(String to) {
            ran.add("send " + to);
            return "sent to " + to;
        }
    }

    private Answerer saying(Reply... replies) {
        Deque<Reply> left = new ArrayDeque<>(List.of(replies));
        return ask -> {
            asked.add(ask);
            return left.removeFirst();
        };
    }

    private String chat(ScriptedModel script, ToolGate gate) {
        AgentSession session = gate.session("chat", Path.of("/srv/project"));
        var manager = new GatedToolCallingManager(
                ToolCallingManager.builder().build(),
                prompt -> session,
                tool -> tool.name().equals("look") ? tool.tier(Tier.READ) : tool);
        var model = OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(script.url())
                        .apiKey("none")
                        .model("script")
                        .build())
                .build();
        return String.valueOf(ChatClient.builder(model)
                .defaultAdvisors(
                        ToolCallingAdvisor.builder().toolCallingManager(manager).build())
                .build()
                .prompt("go")
                .tools(new Tools())
                .call()
                .content());
    }

    private static JsonObject to(String whom) {
        return JsonObject.empty().with("to", whom);
    }

    @Test
    void toolsThatRead_run_othersAreAsked_andARejectionReachesTheModel() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("look", JsonObject.empty().with("word", "x")),
                        Line.calls(Line.Call.of("send", to("anna")), Line.Call.of("send", to("ben"))),
                        Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.skip("not her"), Reply.once()))) {
            assertEquals("Done.", chat(script, gate));
            assertEquals(List.of("look x", "send ben"), ran);
            assertEquals(
                    List.of("\"found x\"", "The user rejected `send`: not her", "\"sent to ben\""),
                    script.toolResults());
        }
    }

    @Test
    void aHardRejection_endsTheLoop() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(
                                Line.Call.of("send", to("anna")),
                                Line.Call.of("look", JsonObject.empty().with("word", "x"))),
                        Line.says("never")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.stop("wait")))) {
            String told = chat(script, gate);
            assertTrue(told.contains("stopped you here: wait"), told);
            assertEquals(1, script.requests().size(), "the model gets no further turn");
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void aToolThatThePromptHasNot_isNotFoundElsewhere() {
        try (ScriptedModel script =
                        ScriptedModel.start(List.of(Line.calls("delete", to("all")), Line.says("Then not.")));
                ToolGate gate = ToolGate.inMemory("{}")) {
            assertEquals("Then not.", chat(script, gate));
            assertEquals(List.of("There is no tool `delete`."), script.toolResults());
        }
    }

    @Test
    void aCallWithoutAName_isAnsweredLikeOneOfNoTool() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(Line.Call.of("", to("all")), Line.Call.of("send", to("anna"))),
                        Line.says("Sent.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.once()))) {
            assertEquals("Sent.", chat(script, gate));
            assertEquals(List.of("There is no tool `nameless`.", "\"sent to anna\""), script.toolResults());
        }
    }

    @Test
    void anApplication_hasTheGateAroundItsManager() {
        try (var context = new SpringApplicationBuilder(LicetAutoConfiguration.class, Beans.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties("licet.rules={\"send\": \"deny\"}", "licet.session=mail")
                .run()) {
            assertInstanceOf(GatedToolCallingManager.class, context.getBean(ToolCallingManager.class));
            assertEquals(1, context.getBeansOfType(ToolGate.class).size());
        }
    }

    /** An application with a manager of its own. */
    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        ToolCallingManager manager() {
            return ToolCallingManager.builder().build();
        }
    }
}
