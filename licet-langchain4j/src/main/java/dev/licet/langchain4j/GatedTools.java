package dev.licet.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.model.chat.ChatModel;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Tools of one session, each of which asks the gate before it runs. A call that does not run tells the model why, as its
 * result. Hand it to {@code AiServices.builder(…).toolProvider(…)}, and the model through {@link #stopping}. Thread-safe.
 */
public final class GatedTools implements ToolProvider {
    private final AgentSession session;
    private final Map<ToolSpecification, ToolExecutor> own;
    private final List<ToolProvider> providers;
    private final UnaryOperator<GatedTool> known;

    /** What the agent was told to stop for; empty while it may go on. */
    private final AtomicReference<String> stopped;

    private GatedTools(
            AgentSession session,
            Map<ToolSpecification, ToolExecutor> own,
            List<ToolProvider> providers,
            UnaryOperator<GatedTool> known) {
        this.session = session;
        this.own = own;
        this.providers = providers;
        this.known = known;
        this.stopped = new AtomicReference<>("");
    }

    /**
     * The methods of {@code objects} that carry {@link Tool}; what {@link Gated} says of them counts.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static GatedTools of(AgentSession session, Object... objects) {
        var gated = new GatedTools(session, new LinkedHashMap<>(), List.of(), tool -> tool);
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
        return new GatedTools(session, new LinkedHashMap<>(), List.of(providers), tool -> tool);
    }

    /** Tools by their specifications. */
    public static GatedTools of(AgentSession session, Map<ToolSpecification, ToolExecutor> tools) {
        var gated = new GatedTools(session, new LinkedHashMap<>(), List.of(), tool -> tool);
        tools.forEach((specification, executor) -> gated.own.put(
                specification, gated.executor(specification, executor, GatedTool.named(specification.name()))));
        return gated;
    }

    /**
     * The same tools, of which {@code known} says more: their tier, what has to be asked, where they come from. It is given
     * each tool by its name.
     */
    public GatedTools knowing(UnaryOperator<GatedTool> known) {
        var gated = new GatedTools(session, new LinkedHashMap<>(), providers, known);
        own.forEach((specification, executor) -> gated.own.put(
                specification,
                executor instanceof GatedExecutor before
                        ? gated.executor(specification, before.executor(), before.tool())
                        : executor));
        return gated;
    }

    private void add(Object tools) {
        for (Method method : tools.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(Tool.class)) {
                method.setAccessible(true);
                ToolSpecification specification = ToolSpecifications.toolSpecificationFrom(method);
                Gated gated = method.getAnnotation(Gated.class);
                GatedTool tool = gated == null
                        ? GatedTool.named(specification.name())
                        : GatedTool.of(specification.name(), gated);
                own.put(specification, executor(specification, new DefaultToolExecutor(tools, method), tool));
            }
        }
    }

    private GatedExecutor executor(ToolSpecification specification, ToolExecutor executor, GatedTool tool) {
        return new GatedExecutor(session, known.apply(tool.withSchema(schema(specification))), executor, stopped);
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
        var all = ToolProviderResult.builder().addAll(own);
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

    /** The tools, for loops of one's own. */
    public Map<ToolSpecification, ToolExecutor> tools() {
        return Map.copyOf(own);
    }

    /** What the person said when they stopped the agent; empty while it may go on. */
    public String stopped() {
        return String.valueOf(stopped.get());
    }

    /**
     * {@code model}, which is not asked any more once a person has stopped the agent: the turn ends with what the gate's preset
     * answers then, and the next message of the user begins a new one.
     */
    public ChatModel stopping(ChatModel model) {
        return new StoppingModel(model, session, stopped);
    }
}
