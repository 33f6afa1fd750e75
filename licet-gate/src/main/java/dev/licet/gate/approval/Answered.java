package dev.licet.gate.approval;

import dev.licet.core.approval.Approval;

/** What became of an answer to an approval. */
public sealed interface Answered {

    /** The answer counts; {@code approval} carries it. */
    record Applied(Approval approval) implements Answered {}

    /** Somebody answered before; {@code approval} carries their answer, and nothing changed. */
    record TooLate(Approval approval) implements Answered {}

    /** There is no such approval. */
    record Unknown() implements Answered {}

    /** The answer does not fit the approval; {@code why} says how, and nothing changed. */
    record Refused(String why) implements Answered {}
}
