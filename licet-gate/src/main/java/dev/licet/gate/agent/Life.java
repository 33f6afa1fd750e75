package dev.licet.gate.agent;

import java.util.Optional;

/** Whether a session, a turn or a subagent goes on: a part ends with the whole. Thread-safe. */
final class Life {
    private final Optional<Life> whole;
    private volatile boolean over;

    private Life(Optional<Life> whole) {
        this.whole = whole;
    }

    static Life begin() {
        return new Life(Optional.empty());
    }

    Life part() {
        return new Life(Optional.of(this));
    }

    void end() {
        over = true;
    }

    boolean isOver() {
        return over || whole.filter(Life::isOver).isPresent();
    }
}
