package dev.licet.agent;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.licet.agent.tool.AgentTool;
import dev.licet.agent.tool.Toolbox;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.PlannedCall;
import dev.licet.gate.agent.Result;
import dev.licet.gate.call.Presentation;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A conversation with a model that has tools. Each call of a reply is put to the gate, one after the other; what is rejected
 * is told to the model, and a hard rejection ends the turn. For one thread; an interrupt ends the turn.
 */
public final class Conversation {
    /** Most replies of the model in one turn. */
    public static final int MAX_REPLIES = 500;

    private final Model model;
    private final Toolbox tools;
    private final AgentSession session;
    private final Display display;
    private final List<ChatMessage> messages = new ArrayList<>();
    private final List<ToolSpecification> specifications;
    private final String instructions;

    /** @param instructions what the model is told about its task, before everything */
    public Conversation(Model model, Toolbox tools, AgentSession session, Display display, String instructions) {
        this.model = model;
        this.tools = tools;
        this.session = session;
        this.display = display;
        this.instructions = instructions;
        this.specifications =
                tools.tools().stream().map(Conversation::specification).toList();
        clear();
    }

    private static ToolSpecification specification(AgentTool tool) {
        return ToolSpecification.fromJson(JsonText.write(JsonObject.empty()
                .with("name", tool.gated().name())
                .with("description", tool.description())
                .with("parameters", tool.gated().schema())));
    }

    /** Forgets everything that was said. */
    public void clear() {
        messages.clear();
        messages.add(SystemMessage.from(instructions));
    }

    /** What was said until now. */
    public List<ChatMessage> messages() {
        return List.copyOf(messages);
    }

    /** Notes what the user has done beside the conversation, so that the model knows of it. */
    public void note(String text) {
        messages.add(UserMessage.from(text));
    }

    /**
     * Says {@code text} to the model, and does what it wants as long as it wants something.
     *
     * @return what the model says in the end
     * @throws ModelProblem when the model cannot be asked; what was said until then stays
     */
    public String say(String text) throws InterruptedException, ModelProblem {
        messages.add(UserMessage.from(text));
        try (AgentSession.Turn turn = session.turn()) {
            for (int i = 0; i < MAX_REPLIES; i++) {
                AiMessage reply = reply();
                messages.add(reply);
                if (!reply.hasToolExecutionRequests()) {
                    return String.valueOf(reply.text());
                }
                if (run(turn.session(), reply.toolExecutionRequests())) {
                    String stopped = session.stopAnswer();
                    display.text(stopped);
                    display.said();
                    messages.add(AiMessage.from(stopped));
                    return stopped;
                }
            }
        }
        String end = "I have come to " + MAX_REPLIES + " replies in one turn, and stop here.";
        messages.add(AiMessage.from(end));
        display.text(end);
        display.said();
        return end;
    }

    private AiMessage reply() throws InterruptedException, ModelProblem {
        var done = new CompletableFuture<AiMessage>();
        ChatRequest request = ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(specifications)
                .build();
        model.chat().chat(request, new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String piece) {
                display.text(piece);
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                done.complete(response.aiMessage());
            }

            @Override
            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }
        });
        try {
            AiMessage reply = done.get();
            if (reply.text() != null && !reply.text().isEmpty()) {
                display.said();
            }
            return reply;
        } catch (ExecutionException e) {
            throw new ModelProblem("the model cannot be asked: " + reason(e), e);
        }
    }

    /** A client says nothing of its own where nobody listens. */
    private String reason(Throwable failure) {
        String said = "";
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException) {
                return "nothing answers at " + model.url();
            }
            said = said.isEmpty() && cause.getMessage() != null ? cause.getMessage() : said;
        }
        return said;
    }

    /** Runs the calls of one reply; gives whether the turn is to end. Every call gets a result, whatever becomes of it. */
    private boolean run(AgentSession turn, List<ToolExecutionRequest> requests) throws InterruptedException {
        var calls = new ArrayList<ToolExecutionRequest>();
        var planned = new ArrayList<PlannedCall<String>>();
        for (ToolExecutionRequest each : requests) {
            try {
                planned.add(planned(each));
                calls.add(each);
            } catch (IllegalArgumentException e) {
                // What is no call of a tool is nothing for the gate.
                told(each, new Result.Failed<>(e));
            }
        }
        boolean stops = false;
        int answered = 0;
        try {
            for (Result<String> result :
                    turn.batch(planned, Presentation.SEQUENTIAL).results()) {
                stops |= told(calls.get(answered), result);
                answered++;
            }
            return stops;
        } finally {
            // A model takes no message after a call that has no result.
            for (ToolExecutionRequest each : calls.subList(answered, calls.size())) {
                messages.add(ToolExecutionResultMessage.from(each, "The user interrupted this; it may not have run."));
            }
        }
    }

    private boolean told(ToolExecutionRequest request, Result<String> result) {
        String text = switch (result) {
            case Result.Ran<String> ran ->
                ran.comment().isEmpty() ? ran.value() : "The user says: " + ran.comment() + "\n" + ran.value();
            case Result.Failed<String> failed -> "failed: " + failed.cause().getMessage();
            case Result.Refused<String> refused -> refused.message();
        };
        messages.add(ToolExecutionResultMessage.from(request, text.isEmpty() ? "(nothing)" : text));
        display.told(request.name(), text, result instanceof Result.Ran);
        return result instanceof Result.Refused<String> refused && refused.stops();
    }

    /** The call as the gate is asked about it. */
    private PlannedCall<String> planned(ToolExecutionRequest request) {
        AgentTool tool = tools.named(String.valueOf(request.name()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no tool `" + request.name() + "`; there are " + names()));
        try {
            String text = request.arguments();
            JsonObject arguments = text == null || text.isBlank() ? JsonObject.empty() : JsonText.parseObject(text);
            display.calls(request.name(), arguments);
            return tool.planned(arguments);
        } catch (InvalidJson e) {
            throw new IllegalArgumentException("the arguments are no JSON object: " + e.getMessage(), e);
        }
    }

    private List<String> names() {
        return tools.tools().stream().map(tool -> tool.gated().name()).toList();
    }
}
