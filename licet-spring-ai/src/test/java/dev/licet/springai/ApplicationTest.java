package dev.licet.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.Result;
import dev.licet.gate.agent.ToolGate;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** Applications that have the gate because it is on their class path. */
class ApplicationTest {
    private static final List<Ask> ASKED = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void leave() {
        SecurityContextHolder.clearContext();
        ASKED.clear();
    }

    /** What the model may call. */
    static final class Tools {
        @Tool(description = "Sends a mail")
        String send(String to) {
            return "sent to " + to;
        }
    }

    private static ConfigurableApplicationContext run(Class<?> beans, String... properties) {
        return new SpringApplicationBuilder(LicetAutoConfiguration.class, beans)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(properties)
                .run();
    }

    private static ScriptedModel mails(int number) {
        return ScriptedModel.start(IntStream.range(0, number)
                .boxed()
                .flatMap(i ->
                        List.of(Line.calls("send", JsonObject.empty().with("to", "anna")), Line.says("Done.")).stream())
                .toList());
    }

    private static String chat(ChatClient client, String conversation) {
        return String.valueOf(client.prompt("go")
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
                .tools(new Tools())
                .call()
                .content());
    }

    private static void signIn(String name) {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(name, "", "USER"));
    }

    /** Whoever is asked grants it for the session. */
    @Configuration(proxyBeanMethods = false)
    static class Granting {
        @Bean
        Answerer answerer() {
            return ask -> {
                ASKED.add(ask);
                return Reply.forSession(GrantKind.TOOL);
            };
        }

        @Bean
        ToolCallingManager manager() {
            return ToolCallingManager.builder().build();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ChatModel model(@org.springframework.beans.factory.annotation.Value("${model}") String url) {
            return OpenAiChatModel.builder()
                    .options(OpenAiChatOptions.builder()
                            .baseUrl(url)
                            .apiKey("none")
                            .model("script")
                            .build())
                    .build();
        }

        /** Built by hand, by a manager that nobody can reach. */
        @Bean
        ChatClient client(ChatModel model) {
            return ChatClient.create(model);
        }
    }

    @Test
    void whatOnePersonGrants_holdsForNoOther_andNoOtherConversation() {
        try (ScriptedModel script = mails(5);
                var context = run(Granting.class, "model=" + script.url())) {
            ChatClient client = context.getBean(ChatClient.class);
            signIn("anna");
            chat(client, "one");
            chat(client, "one");
            assertEquals(1, ASKED.size());
            chat(client, "two");
            assertEquals(2, ASKED.size());
            signIn("ben");
            chat(client, "one");
            assertEquals(3, ASKED.size());
            assertEquals(
                    List.of("anna", "anna", "ben"),
                    ASKED.stream().map(ask -> ask.call().requester()).toList());
            assertEquals(
                    List.of("spring/anna/one", "spring/anna/two", "spring/ben/one"),
                    ASKED.stream().map(ask -> ask.call().session().text()).toList());
            SecurityContextHolder.clearContext();
            chat(client, "one");
            assertEquals("spring/one", ASKED.getLast().call().session().text());
            assertEquals(
                    5,
                    context.getBean(MeterRegistry.class)
                            .get("licet.calls")
                            .tags("tool", "send", "outcome", "ran")
                            .timer()
                            .count());
        }
    }

    private static Status status(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(context.getBean(HealthIndicator.class).health())
                .getStatus();
    }

    @Test
    void aServerOrGateThatIsGone_isSaidByTheHealth() {
        try (ScriptedModel script = mails(0);
                var context = run(Granting.class, "model=" + script.url())) {
            assertEquals(Status.UP, status(context));
            context.getBean(ToolGate.class).close();
            assertEquals(Status.DOWN, status(context));
        }
        try (ScriptedModel script = mails(0);
                var context = run(
                        Granting.class,
                        "model=" + script.url(),
                        "licet.server=http://127.0.0.1:9",
                        "licet.token=none")) {
            assertEquals(Status.DOWN, status(context));
        }
    }

    /** An application that shares a session with others. */
    @Configuration(proxyBeanMethods = false)
    static class Sharing {
        static final ToolGate GATE = ToolGate.inMemory("{}").answering(ask -> Reply.forSession(GrantKind.TOOL));

        @Bean(destroyMethod = "")
        ToolGate gate() {
            return GATE;
        }
    }

    @Test
    void theEndOfAnApplication_endsNoSession() throws Exception {
        GatedTool send = GatedTool.named("send");
        JsonObject to = JsonObject.empty().with("to", "anna");
        try (ToolGate gate = Sharing.GATE) {
            AgentSession session = gate.session("spring", Path.of(""));
            assertInstanceOf(Result.Ran.class, session.run(send, to, arguments -> "sent"));
            try (var context = run(Sharing.class)) {
                assertNotNull(context.getBean(SessionResolver.class));
            }
            ToolGate silent = gate.answering(ask -> Reply.skip("asked again"));
            Result<String> again = silent.session("spring", Path.of("")).run(send, to, arguments -> "sent");
            assertInstanceOf(Result.Ran.class, again, again::toString);
            Result<String> other = silent.session("other", Path.of("")).run(send, to, arguments -> "sent");
            assertTrue(other.toString().contains("asked again"), other::toString);
        }
    }

    @Test
    void settingsThatCannotBeMeant_areRefusedAtTheStart() {
        for (List<String> wrong : List.of(
                List.of("licet.server=http://127.0.0.1:9"),
                List.of("licet.server=http://127.0.0.1:9", "licet.token=t", "licet.rules={}"),
                List.of("licet.rules={\"send\": \"alow\"}"))) {
            Exception refused = assertThrows(
                    Exception.class,
                    () -> run(Plain.class, wrong.toArray(String[]::new)).close());
            Throwable cause = refused;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String why = String.valueOf(cause.getMessage());
            assertTrue(why.contains("licet.") || why.contains("alow"), why);
        }
    }

    /** An application without anything of its own. */
    @Configuration(proxyBeanMethods = false)
    static class Plain {}
}
