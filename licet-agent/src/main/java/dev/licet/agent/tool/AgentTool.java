package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.PlannedCall;

/** A tool of the agent. */
public interface AgentTool {
    /** As the gate knows it. */
    GatedTool gated();

    /** What it does, for the model. */
    String description();

    /**
     * A call of it, as it is put to the gate.
     *
     * @throws IllegalArgumentException when it is no call of this tool, saying why
     */
    default PlannedCall<String> planned(JsonObject arguments) {
        return new PlannedCall<>(gated(), arguments, this::execute);
    }

    /** Does it, with arguments that the gate has let through, and gives what the model is told. */
    String execute(JsonObject arguments) throws Exception;
}
