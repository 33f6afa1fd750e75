package dev.licet.shell.syntax;

/** Ends the reading of a command; caught in {@link ShellParser}, which turns it into {@link Command.Opaque}. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private final String why;
    private final int position;

    Unreadable(String why, int position) {
        super(why, null, false, false);
        this.why = why;
        this.position = position;
    }

    String why() {
        return why;
    }

    /** Where reading stopped, as an index into the whole command line. */
    int position() {
        return position;
    }
}
