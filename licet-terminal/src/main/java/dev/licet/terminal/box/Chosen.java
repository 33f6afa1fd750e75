package dev.licet.terminal.box;

import dev.licet.core.approval.RejectMode;

/** What a person answered. */
public sealed interface Chosen {

    /** One of the options that approve, counted from 0. */
    record Approved(int option) implements Chosen {}

    /**
     * The call must not run.
     *
     * @param reason for the model; empty when none was given
     */
    record Denied(String reason, RejectMode mode) implements Chosen {}

    /** They want to change what would run. */
    record Edit() implements Chosen {}

    /** They want to know why they are asked. */
    record Why() implements Chosen {}

    /** Somebody else answered, or nobody needs to any more. */
    record Elsewhere() implements Chosen {}

    /** They want to see everything, also what does not fit. */
    record ShowAll() implements Chosen {}
}
