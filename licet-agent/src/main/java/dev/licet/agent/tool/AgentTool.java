package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.GatedTool;

/** A tool of the agent. */
public interface AgentTool {
    /** As the gate knows it. */
    GatedTool gated();

    /** What it does, for the model. */
    String description();

    /** Does it, with arguments that the gate has let through, and gives what the model is told. */
    String execute(JsonObject arguments) throws Exception;
}
