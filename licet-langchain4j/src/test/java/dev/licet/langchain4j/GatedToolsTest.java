package dev.licet.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Gated;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.agent.ToolGate;
import dev.licet.script.Line;
import dev.licet.script.ScriptedModel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AI services of LangChain4j with gated tools, on a scripted model behind a real endpoint. */
class GatedToolsTest {
    private final List<String> ran = new ArrayList<>();
    private final List<Ask> asked = new ArrayList<>();

    /** What the model may call. */
    @SuppressWarnings("UnusedMethod")
    private final class Tools {
        @Tool("Looks something up")
        @Gated(tier = Tier.READ)
        String look(@P("what to look for") String word) {
            ran.add("look " + word);
            return "found " + word;
        }

        @Tool("Sends a mail")
        String send(String to) {
            ran.add("send " + to);
            return "sent to " + to;
        }

        @Tool("Fails")
        @Gated(tier = Tier.READ)
        String fail() {
            throw new IllegalStateException("out of order");
        }
    }

    /** An assistant. */
    interface Assistant {
        String chat(String message);
    }

    private Answerer saying(Reply... replies) {
        Deque<Reply> left = new ArrayDeque<>(List.of(replies));
        return ask -> {
            asked.add(ask);
            return left.removeFirst();
        };
    }

    private static ChatModel model(ScriptedModel script) {
        return OpenAiChatModel.builder()
                .baseUrl(script.url())
                .apiKey("none")
                .modelName("script")
                .build();
    }

    private Assistant assistant(ScriptedModel script, ToolGate gate) {
        GatedTools tools = GatedTools.of(gate.session("chat", Path.of("/srv/project")), new Tools());
        return AiServices.builder(Assistant.class)
                .chatModel(tools.stopping(model(script)))
                .toolProvider(tools)
                .chatMemory(MessageWindowChatMemory.withMaxMessages(50))
                .build();
    }

    /** An assistant for several people. */
    interface Shared {
        String chat(@MemoryId String person, @dev.langchain4j.service.UserMessage String message);
    }

    @Test
    void whatOnePersonGrants_holdsForNoOther() {
        try (ScriptedModel script = ScriptedModel.start(Stream.of("anna", "anna", "ben")
                        .flatMap(each -> Stream.of(Line.calls("send", to(each)), Line.says("Done.")))
                        .toList());
                ToolGate gate = ToolGate.inMemory("{}")
                        .answering(saying(Reply.forSession(GrantKind.TOOL), Reply.forSession(GrantKind.TOOL)))) {
            GatedTools tools = GatedTools.of(
                    person -> gate.session("mail/" + person, Path.of("/srv/project"))
                            .requestedBy(person.toString()),
                    new Tools());
            Shared assistant = AiServices.builder(Shared.class)
                    .chatModel(tools.stopping(model(script)))
                    .toolProvider(tools)
                    .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                    .build();
            assertEquals("Done.", assistant.chat("anna", "go"));
            assertEquals("Done.", assistant.chat("anna", "again"));
            assertEquals("Done.", assistant.chat("ben", "go"));
            assertEquals(
                    List.of("mail/anna", "mail/ben"),
                    asked.stream().map(ask -> ask.call().session().text()).toList());
            assertEquals("ben", asked.getLast().call().requester());
        }
    }

    private static JsonObject to(String whom) {
        return JsonObject.empty().with("to", whom);
    }

    @Test
    void toolsThatRead_run_andOthersAreAsked() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("look", JsonObject.empty().with("word", "x")),
                        Line.calls("send", to("anna")),
                        Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(new Reply.Once("be polite")))) {
            assertEquals("Done.", assistant(script, gate).chat("go"));
            assertEquals(List.of("look x", "send anna"), ran);
            assertEquals(1, asked.size());
            assertEquals("send", asked.getFirst().tool());
            assertEquals(List.of("found x", "The user says: be polite\nsent to anna"), script.toolResults());
        }
    }

    @Test
    void aRejection_reachesTheModel_andItGoesOn() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(Line.Call.of("send", to("anna")), Line.Call.of("send", to("ben"))),
                        Line.says("Then not.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.skip("not her"), Reply.once()))) {
            assertEquals("Then not.", assistant(script, gate).chat("go"));
            assertEquals(List.of("send ben"), ran);
            assertEquals(List.of("The user rejected `send`: not her", "sent to ben"), script.toolResults());
        }
    }

    @Test
    void aHardRejection_endsTheTurn_andTheNextMessageBeginsAnother() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(
                                Line.Call.of("send", to("anna")),
                                Line.Call.of("look", JsonObject.empty().with("word", "x"))),
                        Line.says("Something else, then.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.stop("wait")))) {
            Assistant assistant = assistant(script, gate);
            assertEquals("Stopped. What should I do instead?", assistant.chat("go"));
            assertEquals(1, script.requests().size(), "the model gets no further turn");
            assertEquals("Something else, then.", assistant.chat("do something else"));
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void argumentsThatAPersonChanged_areThoseThatRun_andTheFormHasTheSchema() {
        try (ScriptedModel script =
                        ScriptedModel.start(List.of(Line.calls("send", to("everybody")), Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(new Reply.Edited(to("anna"), "")))) {
            assistant(script, gate).chat("go");
            assertEquals(List.of("send anna"), ran);
        }
    }

    @Test
    void whatIsMalformedOrUnknownOrFails_isToldToTheModel() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(new Line.Call("send", "{\"to\": ")),
                        Line.calls(new Line.Call("send", "{\"to\": 1, \"to\": 2}")),
                        Line.calls("fail", JsonObject.empty()),
                        Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}")) {
            assertEquals("Done.", assistant(script, gate).chat("go"));
            List<String> results = script.toolResults();
            assertTrue(results.get(0).startsWith("Licet denied this call: its arguments are no JSON object"));
            assertTrue(results.get(1).contains("twice") || results.get(1).contains("uplicate"), results.get(1));
            assertTrue(results.get(2).contains("out of order"), results.get(2));
            assertEquals(List.of(), ran);
        }
    }

    @Test
    void toolsOfOtherProviders_areGated_andMayBeKnownBetter() {
        var tools = GatedTools.of(ToolGate.inMemory("{}").session("s", Path.of("/srv")), new Tools());
        try (ScriptedModel script = ScriptedModel.start(List.of(Line.calls("send", to("anna")), Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}")) {
            ChatModel model = OpenAiChatModel.builder()
                    .baseUrl(script.url())
                    .apiKey("none")
                    .modelName("script")
                    .build();
            GatedTools gated = GatedTools.from(
                            gate.session("s", Path.of("/srv")),
                            request -> new dev.langchain4j.service.tool.ToolProviderResult(plain(tools)))
                    .knowing(tool -> tool.tier(Tier.READ).withOrigin("mcp:mail"));
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(gated.stopping(model))
                    .toolProvider(gated)
                    .build();
            assertEquals("Done.", assistant.chat("go"));
            assertEquals(List.of("send anna"), ran);
        }
    }

    /** The same tools without a gate. */
    private static java.util.Map<
                    dev.langchain4j.agent.tool.ToolSpecification, dev.langchain4j.service.tool.ToolExecutor>
            plain(GatedTools tools) {
        var plain = new java.util.LinkedHashMap<
                dev.langchain4j.agent.tool.ToolSpecification, dev.langchain4j.service.tool.ToolExecutor>();
        tools.tools()
                .forEach((specification, executor) -> plain.put(specification, ((GatedExecutor) executor).executor()));
        return plain;
    }

    /** An assistant that streams. */
    interface Streaming {
        TokenStream chat(String message);
    }

    private static String streamed(Streaming assistant, String message) throws Exception {
        var end = new CompletableFuture<ChatResponse>();
        assistant
                .chat(message)
                .onPartialResponse(piece -> {})
                .onCompleteResponse(end::complete)
                .onError(end::completeExceptionally)
                .start();
        return end.get(30, TimeUnit.SECONDS).aiMessage().text();
    }

    @Test
    void aHardRejection_endsTheTurn_ofAServiceThatStreamsToo() throws Exception {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls("send", to("anna")),
                        Line.calls("look", JsonObject.empty().with("word", "x")),
                        Line.says("Here it is.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.stop("wait")))) {
            GatedTools tools = GatedTools.of(gate.session("chat", Path.of("/srv/project")), new Tools());
            Streaming assistant = AiServices.builder(Streaming.class)
                    .streamingChatModel(tools.stopping(OpenAiStreamingChatModel.builder()
                            .baseUrl(script.url())
                            .apiKey("none")
                            .modelName("script")
                            .build()))
                    .toolProvider(tools)
                    .chatMemory(MessageWindowChatMemory.withMaxMessages(50))
                    .build();
            assertEquals("Stopped. What should I do instead?", streamed(assistant, "go"));
            assertEquals(1, script.requests().size(), "the model gets no further turn");
            assertEquals("Here it is.", streamed(assistant, "look instead"));
            assertEquals(List.of("look x"), ran);
        }
    }

    @Test
    void withoutAStoppingModel_theNextMessageBeginsAnewToo() {
        try (ScriptedModel script = ScriptedModel.start(List.of(
                        Line.calls(Line.Call.of("send", to("anna")), Line.Call.of("look", to("x"))),
                        Line.says("Stopped."),
                        Line.calls("look", JsonObject.empty().with("word", "x")),
                        Line.says("Done.")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.stop("wait")))) {
            GatedTools tools = GatedTools.of(gate.session("chat", Path.of("/srv/project")), new Tools());
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(model(script))
                    .toolProvider(tools)
                    .build();
            assertEquals("Stopped.", assistant.chat("go"));
            assertEquals(List.of(), ran);
            assertEquals("Done.", assistant.chat("look"));
            assertEquals(List.of("look x"), ran);
        }
    }

    /** Tools that inherit some. */
    static class Base {
        @Tool("From above")
        @Gated(tier = Tier.READ)
        String above() {
            return "from above";
        }
    }

    /** Its result is for the user alone. */
    static final class Below extends Base {
        @Tool(value = "For the user", returnBehavior = ReturnBehavior.IMMEDIATE)
        @Gated(tier = Tier.READ)
        String confidential() {
            return "CONFIDENTIAL";
        }
    }

    /** An assistant whose tools may answer themselves. */
    interface Direct {
        dev.langchain4j.service.Result<String> chat(String message);
    }

    @Test
    void whatIsMeantForTheUser_doesNotReachTheModel_andInheritedToolsAreThere() {
        try (ScriptedModel script = ScriptedModel.start(
                        List.of(Line.calls("confidential", JsonObject.empty()), Line.says("never")));
                ToolGate gate = ToolGate.inMemory("{}")) {
            GatedTools tools = GatedTools.of(gate.session("chat", Path.of("/srv/project")), new Below());
            assertEquals(2, tools.tools().size());
            Direct assistant = AiServices.builder(Direct.class)
                    .chatModel(model(script))
                    .toolProvider(tools)
                    .build();
            var result = assistant.chat("go");
            assertEquals("CONFIDENTIAL", result.toolExecutions().getFirst().result());
            assertEquals(1, script.requests().size());
        }
    }

    @Test
    void twoToolsOfOneName_areRefused() {
        try (ToolGate gate = ToolGate.inMemory("{}")) {
            var session = gate.session("chat", Path.of("/srv/project"));
            assertThrows(IllegalArgumentException.class, () -> GatedTools.of(session, new Base(), new Below()));
        }
    }

    @Test
    void whatBelongsToAnotherConversation_doesNotEndAStop() {
        try (ScriptedModel script = ScriptedModel.start(
                        List.of(Line.calls("send", to("anna")), Line.says("Something else."), Line.says("never")));
                ToolGate gate = ToolGate.inMemory("{}").answering(saying(Reply.stop("wait")))) {
            GatedTools tools = GatedTools.of(gate.session("chat", Path.of("/srv/project")), new Tools());
            ChatModel model = tools.stopping(model(script));
            ToolExecutionRequest call = model.chat(ChatRequest.builder()
                            .messages(UserMessage.from("go"))
                            .toolSpecifications(List.copyOf(tools.tools().keySet()))
                            .build())
                    .aiMessage()
                    .toolExecutionRequests()
                    .getFirst();
            ToolExecutor send = tools.tools().entrySet().stream()
                    .filter(each -> each.getKey().name().equals("send"))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            String refused = send.execute(call, "memory");
            assertEquals("Something else.", model.chat("of another conversation"));
            ChatRequest goesOn = ChatRequest.builder()
                    .messages(
                            UserMessage.from("go"),
                            AiMessage.from(call),
                            ToolExecutionResultMessage.from(call, refused))
                    .build();
            assertEquals(
                    "Stopped. What should I do instead?",
                    model.chat(goesOn).aiMessage().text());
            assertEquals(List.of(), ran);
        }
    }
}
