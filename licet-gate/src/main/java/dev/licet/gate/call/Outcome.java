package dev.licet.gate.call;

import dev.licet.core.approval.Approval;
import dev.licet.core.call.ToolCall;
import dev.licet.core.contain.Bounds;
import dev.licet.core.decide.Decision;
import java.util.Optional;

/** What a caller is told about its call. */
public sealed interface Outcome {

    /**
     * The call may run, once.
     *
     * @param call what may run: the call as it was submitted, or with the arguments as a person changed them
     * @param comment what the person who approved it wrote, or empty
     * @param ticket the signed permission to execute {@code call}; empty where the caller executes without one
     * @param bounds what it may do at most; empty where it runs as it is
     * @param preview the digest of the changes that are to be put in place instead of running it; they may be made anew within
     *     {@code bounds}. Empty where it runs
     */
    record Allowed(
            Decision decision,
            ToolCall call,
            String comment,
            String ticket,
            Optional<Bounds> bounds,
            Optional<String> preview)
            implements Outcome {
        /** A call that runs, as it is or within {@code bounds}. */
        public Allowed(Decision decision, ToolCall call, String comment, String ticket, Optional<Bounds> bounds) {
            this(decision, call, comment, ticket, bounds, Optional.empty());
        }

        /** A call that runs as it is. */
        public Allowed(Decision decision, ToolCall call, String comment, String ticket) {
            this(decision, call, comment, ticket, Optional.empty());
        }
    }

    /** The call must not run; {@code message} is for the model. */
    record Denied(Decision decision, String message) implements Outcome {}

    /** The call must not run, and the agent must not go on before the user says something. */
    record Stopped(Decision decision, String message) implements Outcome {}

    /** A person has to answer first. Submitting the same call again waits for the same approval. */
    record Held(Decision decision, Approval approval) implements Outcome {}
}
