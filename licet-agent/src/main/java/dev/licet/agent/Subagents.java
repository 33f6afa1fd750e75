package dev.licet.agent;

import dev.licet.agent.tool.AgentTool;
import dev.licet.agent.tool.Toolbox;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tool {@code task}: a part of the work for an agent of its own, bound by what its type denies. Subagents start none
 * themselves.
 */
public final class Subagents implements AgentTool {
    private static final String SCHEMA = """
            {"type": "object", "required": ["description", "prompt", "agent"], "additionalProperties": false, "properties": {
              "description": {"type": "string", "description": "the task in a few words"},
              "prompt": {"type": "string", "description": "all that the subagent has to know; it sees nothing else"},
              "agent": {"type": "string", "description": "its type: explore reads only, general does what you do, or another"}}}
            """;

    private static final Set<String> BUILT_IN = Set.of("explore", "general");

    private final Model model;
    private final Function<AgentSession, Toolbox> tools;
    private final AgentSession session;
    private final Display display;
    private final String instructions;
    private final List<Path> folders;

    /**
     * @param tools what a subagent has, by its session
     * @param directory whose {@code .agents/agents} and {@code .claude/agents} define further types, each in a file
     *     {@code TYPE.md} with its instructions; what those may not do is for the gate to read there
     */
    public Subagents(
            Model model,
            Function<AgentSession, Toolbox> tools,
            AgentSession session,
            Display display,
            String instructions,
            Path directory) {
        this.model = model;
        this.tools = tools;
        this.session = session;
        this.display = display;
        this.instructions = instructions;
        this.folders = List.of(directory.resolve(".agents/agents"), directory.resolve(".claude/agents"));
    }

    @Override
    public GatedTool gated() {
        try {
            return GatedTool.named("task")
                    .tier(Tier.EXEC)
                    .withSchema(JsonText.parseObject(SCHEMA))
                    .describing(arguments -> List.of(arguments.text("agent").orElse("") + ": "
                            + arguments.text("description").orElse("")));
        } catch (InvalidJson e) {
            throw new IllegalStateException("the schema above is JSON", e);
        }
    }

    @Override
    public String description() {
        String others = defined().stream()
                .map(type -> type.name() + " (" + type.description() + ")")
                .collect(Collectors.joining("; "));
        return "Has a subagent do a part of the work; what it says in the end is the result."
                + (others.isEmpty() ? "" : " Further types: " + others);
    }

    @Override
    public String execute(JsonObject arguments) throws InterruptedException, ModelProblem {
        String prompt = arguments.text("prompt").orElseThrow(() -> new IllegalArgumentException("`prompt` is missing"));
        String type = arguments.text("agent").orElse("general");
        try (AgentSession.Subagent subagent = session.subagent(type)) {
            Toolbox own = tools.apply(subagent.session());
            return new Conversation(model, own, subagent.session(), display, instructions(type)).say(prompt);
        }
    }

    /** What comes with a workspace says nothing to the types that are always there. */
    private List<Definition> defined() {
        return Definition.files(folders).stream()
                .filter(each -> !BUILT_IN.contains(each.name()))
                .toList();
    }

    private String instructions(String type) {
        return defined().stream()
                .filter(each -> each.name().equals(type))
                .findFirst()
                .map(each -> instructions + "\n\n" + each.body())
                .orElse(instructions);
    }
}
