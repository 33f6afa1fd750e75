package dev.licet.shell.syntax;

import dev.licet.shell.OpaqueReason;

/** Ends the reading of a command; caught in {@link ShellParser}, which turns it into {@link Command.Opaque}. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private final transient OpaqueReason reason;
    private final int position;

    Unreadable(OpaqueReason reason, int position) {
        super(reason.text(), null, false, false);
        this.reason = reason;
        this.position = position;
    }

    OpaqueReason reason() {
        return reason;
    }

    /** Where reading stopped, as an index into the whole command line. */
    int position() {
        return position;
    }
}
