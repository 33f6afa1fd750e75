package dev.licet.gate.data;

/** The environment fails the gate: a disk, a database, a file that cannot be used. The message tells a person what to do. */
public final class GateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GateException(String message) {
        super(message);
    }

    public GateException(String message, Throwable cause) {
        super(message, cause);
    }
}
