package dev.licet.gate.agent;

/** Something that ends. */
interface Ending {
    void end() throws InterruptedException;

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
}
