package dev.licet.gate.call;

import dev.licet.core.approval.Approval;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;

/** What a caller is told about its call. */
public sealed interface Outcome {

    /**
     * The call may run, once.
     *
     * @param call what may run: the call as it was submitted, or with the arguments as a person changed them
     * @param comment what the person who approved it wrote, or empty
     * @param ticket the signed permission to execute {@code call}; empty where the caller executes without one
     */
    record Allowed(Decision decision, ToolCall call, String comment, String ticket) implements Outcome {}

    /** The call must not run; {@code message} is for the model. */
    record Denied(Decision decision, String message) implements Outcome {}

    /** The call must not run, and the agent must not go on before the user says something. */
    record Stopped(Decision decision, String message) implements Outcome {}

    /** A person has to answer first. Submitting the same call again waits for the same approval. */
    record Held(Decision decision, Approval approval) implements Outcome {}
}
