package dev.licet.gate.agent;

import java.util.Optional;

/** Whether a session, a turn or a subagent goes on: a part ends with the whole. Thread-safe. */
final class Life {
    /** Something that ends. */
    interface Ending {
        void end() throws InterruptedException;
    }

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

    /** Ends {@code what}, and has it on record, also where this thread is interrupted; it stays so. */
    static void surely(Ending what) {
        boolean interrupted = Thread.interrupted();
        try {
            what.end();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean isOver() {
        return over || whole.filter(Life::isOver).isPresent();
    }
}
