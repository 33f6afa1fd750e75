package dev.licet.gate.call;

import dev.licet.gate.ticket.LocalTickets;

/** How a call is executed once it may run. */
public enum Execution {
    /** The executor redeems a ticket first. */
    TICKET,
    /** The executor is in this process, and uses one of the gate's {@link LocalTickets} first. */
    HERE,
    /** The agent executes its tools itself and only asks: what is decided is advice, and the audit says so. */
    ADVISORY,
    /** The agent goes its own way and is only watched: what is decided has no effect. */
    OBSERVED
}
