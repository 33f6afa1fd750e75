package dev.licet.agent;

import dev.licet.agent.tool.AgentTool;
import dev.licet.agent.tool.Toolbox;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.policy.Tier;
import dev.licet.gate.agent.AgentSession;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.List;

/**
 * The tool {@code task}: a part of the work for an agent of its own, bound by what its type denies. Subagents start none
 * themselves.
 */
public final class Subagents implements AgentTool {
    private static final String SCHEMA = """
            {"type": "object", "required": ["description", "prompt", "agent"], "additionalProperties": false, "properties": {
              "description": {"type": "string", "description": "the task in a few words"},
              "prompt": {"type": "string", "description": "all that the subagent has to know; it sees nothing else"},
              "agent": {"type": "string", "description": "explore reads only; general does what you do"}}}
            """;

    private final Model model;
    private final Toolbox tools;
    private final AgentSession session;
    private final Display display;
    private final String instructions;

    /** @param tools what subagents have */
    public Subagents(Model model, Toolbox tools, AgentSession session, Display display, String instructions) {
        this.model = model;
        this.tools = tools;
        this.session = session;
        this.display = display;
        this.instructions = instructions;
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
        return "Has a subagent do a part of the work; what it says in the end is the result.";
    }

    @Override
    public String execute(JsonObject arguments) throws InterruptedException, ModelProblem {
        String prompt = arguments.text("prompt").orElseThrow(() -> new IllegalArgumentException("`prompt` is missing"));
        try (AgentSession.Subagent subagent =
                session.subagent(arguments.text("agent").orElse("general"))) {
            return new Conversation(model, tools, subagent.session(), display, instructions).say(prompt);
        }
    }
}
