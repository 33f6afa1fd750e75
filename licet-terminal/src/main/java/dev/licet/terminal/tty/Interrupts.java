package dev.licet.terminal.tty;

import java.io.IOException;
import org.jline.utils.Signals;

/** Leaves Ctrl-C to a program that this one has started and waits for. */
public final class Interrupts {
    private Interrupts() {}

    /**
     * Leaves Ctrl-C to a program that is started next and is the last that this one waits for: it no longer ends this
     * process. What was pressed while the program ran may be noticed only after it has ended.
     */
    public static void leave() {
        Signals.register("INT", () -> {});
    }

    /** Work that may throw what it likes. */
    public interface Work<E extends Exception> {
        void run() throws E, IOException, InterruptedException;
    }

    /** Does {@code work}; meanwhile Ctrl-C interrupts this thread, and does not end the process. */
    public static <E extends Exception> void interrupting(Work<E> work) throws E, IOException, InterruptedException {
        Thread worker = Thread.currentThread();
        Object before = Signals.register("INT", worker::interrupt);
        try {
            work.run();
        } finally {
            Signals.unregister("INT", before);
        }
    }

    /** Runs {@code program}; meanwhile Ctrl-C does not end this process. */
    public static <T> T leftTo(Tty.Program<T> program) throws IOException, InterruptedException {
        // Not ignored, which the program would inherit: caught, and nothing done.
        Object before = Signals.register("INT", () -> {});
        try {
            return program.run();
        } finally {
            Signals.unregister("INT", before);
        }
    }
}
