package dev.licet.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.Gated;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Tools of one session, or of several, each of which asks the gate before it runs. A call that does not run tells the model why, as its
 * result. Hand it to {@code AiServices.builder(…).toolProvider(…)}, and the model through {@link #stopping}. Thread-safe.
 */
public final class GatedTools implements ToolProvider {
    private final Function<Object, AgentSession> sessions;
    private final Map<String, AiServiceTool> own;
    private final List<ToolProvider> providers;
    private final UnaryOperator<GatedTool> known;

    private final Stop stop = new Stop();

    private GatedTools(
            Function<Object, AgentSession> sessions,
            Map<String, AiServiceTool> own,
            List<ToolProvider> providers,
            UnaryOperator<GatedTool> known) {
        this.sessions = sessions;
        this.own = own;
        this.providers = providers;
        this.known = known;
    }

    /**
     * The methods of {@code objects} that carry {@link Tool}; what {@link Gated} says of them counts.
     *
     * @throws IllegalArgumentException when there is none, or two have one name
     */
    public static GatedTools of(AgentSession session, Object... objects) {
        return of(id -> session, objects);
    }

    /**
     * The same for several users or conversations at once.
     *
     * @param sessions the session of a chat memory, by its id ({@code @MemoryId}); {@code default} for a service with one
     */
    public static GatedTools of(Function<Object, AgentSession> sessions, Object... objects) {
        var gated = new GatedTools(sessions, new LinkedHashMap<>(), List.of(), tool -> tool);
        for (Object each : objects) {
            gated.add(each);
        }
        if (gated.own.isEmpty()) {
            throw new IllegalArgumentException("none of these objects has a method with @Tool");
        }
        return gated;
    }

    /** Tools that {@code providers} bring, those of MCP servers among them. */
    public static GatedTools from(AgentSession session, ToolProvider... providers) {
        return from(id -> session, providers);
    }

    /** The same for several users or conversations at once. */
    public static GatedTools from(Function<Object, AgentSession> sessions, ToolProvider... providers) {
        return new GatedTools(sessions, new LinkedHashMap<>(), List.of(providers), tool -> tool);
    }

    /** Tools by their specifications. */
    public static GatedTools of(AgentSession session, Map<ToolSpecification, ToolExecutor> tools) {
        var gated = new GatedTools(id -> session, new LinkedHashMap<>(), List.of(), tool -> tool);
        tools.forEach((specification, executor) -> gated.put(
                AiServiceTool.builder()
                        .toolSpecification(specification)
                        .toolExecutor(executor)
                        .build(),
                GatedTool.named(specification.name())));
        return gated;
    }

    /**
     * The same tools, of which {@code known} says more: their tier, what has to be asked, where they come from. It is given
     * each tool by its name.
     */
    public GatedTools knowing(UnaryOperator<GatedTool> known) {
        var gated = new GatedTools(sessions, new LinkedHashMap<>(), providers, known);
        for (AiServiceTool each : own.values()) {
            if (each.toolExecutor() instanceof GatedExecutor before) {
                gated.put(each.toBuilder().toolExecutor(before.executor()).build(), before.tool());
            }
        }
        return gated;
    }

    private void add(Object tools) {
        var seen = new HashSet<List<Object>>();
        for (Class<?> type = tools.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean overridden = !seen.add(List.of(method.getName(), List.of(method.getParameterTypes())));
                Tool said = method.getAnnotation(Tool.class);
                if (said != null && !overridden && !method.isBridge()) {
                    put(tools, method, said);
                }
            }
        }
    }

    private void put(Object tools, Method method, Tool said) {
        method.setAccessible(true);
        ToolSpecification specification = ToolSpecifications.toolSpecificationFrom(method);
        Gated gated = method.getAnnotation(Gated.class);
        put(
                AiServiceTool.builder()
                        .toolSpecification(specification)
                        // What it throws has to reach the gate, or a failure would be on record as a success.
                        .toolExecutor(DefaultToolExecutor.builder()
                                .object(tools)
                                .originalMethod(method)
                                .methodToInvoke(method)
                                .propagateToolExecutionExceptions(true)
                                .build())
                        .returnBehavior(said.returnBehavior())
                        .build(),
                gated == null ? GatedTool.named(specification.name()) : GatedTool.of(specification.name(), gated));
    }

    /** INVARIANT (one tool, one name): what runs is the tool that was judged. */
    private void put(AiServiceTool ungated, GatedTool tool) {
        AiServiceTool gated = ungated.toBuilder()
                .toolExecutor(executor(ungated.toolSpecification(), ungated.toolExecutor(), tool))
                .build();
        if (own.putIfAbsent(gated.name(), gated) != null) {
            throw new IllegalArgumentException("two tools are called `" + gated.name() + "`");
        }
    }

    private GatedExecutor executor(ToolSpecification specification, ToolExecutor executor, GatedTool tool) {
        return new GatedExecutor(sessions, known.apply(tool.withSchema(schema(specification))), executor, stop);
    }

    /** The schema of its arguments, as LangChain4j writes it for models; without one a person changes them as they are. */
    private static JsonObject schema(ToolSpecification specification) {
        try {
            return JsonText.parseObject(specification.toJson())
                    .object("parameters")
                    .orElseGet(JsonObject::empty);
        } catch (InvalidJson e) {
            return JsonObject.empty();
        }
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        var all = ToolProviderResult.builder();
        own.values().forEach(all::add);
        for (ToolProvider provider : providers) {
            for (AiServiceTool each : provider.provideTools(request).aiServiceTools()) {
                GatedTool tool = GatedTool.named(each.name());
                all.add(each.toBuilder()
                        .toolExecutor(executor(each.toolSpecification(), each.toolExecutor(), tool))
                        .build());
            }
        }
        return all.build();
    }

    @Override
    public boolean isDynamic() {
        return providers.stream().anyMatch(ToolProvider::isDynamic);
    }

    private String stopAnswer() {
        return sessions.apply(GatedExecutor.DEFAULT).stopAnswer();
    }

    /** The tools, for loops of one's own. */
    public Map<ToolSpecification, ToolExecutor> tools() {
        return own.values().stream()
                .collect(Collectors.toUnmodifiableMap(AiServiceTool::toolSpecification, AiServiceTool::toolExecutor));
    }

    /** What the person said when they stopped the agent; empty while it may go on. */
    public String stopped() {
        return stop.why();
    }

    /** The user has written again: for loops of one's own, which no model of {@link #stopping} tells so. */
    public void newTurn() {
        stop.clear();
    }

    /**
     * {@code model}, which is not asked any more once a person has stopped the agent: the turn ends with what the gate's preset
     * answers then, and the next message of the user begins a new one.
     */
    public ChatModel stopping(ChatModel model) {
        return new StoppingModel(model, this::stopAnswer, stop);
    }

    /** The same for a model that streams. */
    public StreamingChatModel stopping(StreamingChatModel model) {
        return new StoppingStreamingModel(model, this::stopAnswer, stop);
    }
}
