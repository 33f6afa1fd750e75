package dev.licet.gate;

/** How a call is executed once it may run. */
public enum Execution {
    /** The executor redeems a ticket first. */
    TICKET,
    /** The agent executes its tools itself and only asks: what is decided is advice, and the audit says so. */
    ADVISORY
}
