package dev.licet.langchain4j;

import java.util.Optional;
import java.util.UUID;

/** Whether a person has stopped the agent, and in which turn: one invocation of an AI service. Thread-safe. */
final class Stop {
    private String why = "";
    private Optional<UUID> invocation = Optional.empty();

    /** The agent is stopped in {@code invocation}, or in a loop that names none, because of {@code why}. */
    synchronized void set(String why, Optional<UUID> invocation) {
        this.why = why;
        this.invocation = invocation;
    }

    /** Whether it is stopped; another {@code invocation} than the one in which it was begins anew. */
    synchronized boolean holds(Optional<UUID> invocation) {
        boolean other = invocation.isPresent() && this.invocation.isPresent() && !invocation.equals(this.invocation);
        if (other) {
            clear();
        }
        return !why.isEmpty();
    }

    synchronized void clear() {
        why = "";
        invocation = Optional.empty();
    }

    /** What the person said; empty while the agent may go on. */
    synchronized String why() {
        return why;
    }
}
