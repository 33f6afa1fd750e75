package dev.licet.gate;

import dev.licet.core.approval.Approval;
import dev.licet.core.policy.Decision;

/** What a caller is told about its call. */
public sealed interface Outcome {

    /** The call may run, once; {@code comment} is what the person who approved it wrote, or empty. */
    record Allowed(Decision decision, String comment) implements Outcome {}

    /** The call must not run; {@code message} is for the model. */
    record Denied(Decision decision, String message) implements Outcome {}

    /** A person has to answer first. Submitting the same call again waits for the same approval. */
    record Held(Decision decision, Approval approval) implements Outcome {}
}
